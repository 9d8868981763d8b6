import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../src/agents/json-value.ts';
import { loadAgent } from '../../src/agents/registry.ts';
import { storedLine } from '../../src/conversation/stored-record.ts';

/** The lines of a transcript, or the records of one that is a document. */
export async function transcriptLines(agent: string, path: string): Promise<string[]> {
  const records = (await loadAgent(agent)).conversation?.records;
  const text = readFileSync(path, 'utf8');
  if (records === undefined) return text.split('\n');
  return records(JSON.parse(text) as JsonObject).map((record) => JSON.stringify(record));
}

/** The records of a transcript as a checkpoint has them. */
export async function storedLines(agent: string, path: string): Promise<string[]> {
  const format = (await loadAgent(agent)).conversation;
  if (format === undefined) throw new Error(`conversations of ${agent} are not stored`);
  return (await transcriptLines(agent, path)).flatMap((line) => storedLine(format, line) ?? []);
}

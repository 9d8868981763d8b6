import { claudeWriter } from './claude-code/writer.ts';
import { codexWriter } from './codex/writer.ts';
import { geminiWriter } from './gemini-cli/writer.ts';
import type { SessionWriter } from './session-writer.ts';

const writers: readonly SessionWriter[] = [claudeWriter, codexWriter, geminiWriter];

/** Who lays sessions of an agent ready; undefined where nobody does. */
export function findWriter(agent: string): SessionWriter | undefined {
  return writers.find((writer) => writer.agent === agent);
}

import { readSessionStream } from '../../src/agents/read-stream.ts';
import type { Session } from '../../src/core/session.ts';

/** The session that these records of an agent make up. */
export function readRecords(agent: string, records: readonly unknown[]): Promise<Session> {
  async function* lines() {
    for (const record of records) yield `${JSON.stringify(record)}\n`;
  }
  return readSessionStream(lines(), agent);
}

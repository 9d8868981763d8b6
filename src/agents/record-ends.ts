import { Failure } from '../core/failure.ts';
import { parseObject } from './json-value.ts';
import type { RecordEnds, RecordRewriter } from './session-writer.ts';

/** The first and the last of the records that a session has. */
export async function recordEnds(records: AsyncIterable<string>, rewrite: RecordRewriter): Promise<RecordEnds> {
  let ends: RecordEnds | undefined;
  for await (const line of records) {
    const record = parseObject(line);
    if (record === undefined || rewrite(record) === undefined) continue;
    ends = { first: ends?.first ?? record, last: record };
  }
  if (ends === undefined) throw new Failure('fatal', 'the conversation has no records');
  return ends;
}

import { Failure } from '../core/failure.ts';
import { parseObject } from './json-value.ts';
import type { ConversationSource } from './lay-session.ts';
import type { SessionSite, SessionWriter } from './session-writer.ts';

/** The conversation as its agent would have compacted it: a summary, and nothing before it. */
export async function compactSource(
  writer: SessionWriter,
  source: ConversationSource,
  { text, site }: { readonly text: string; readonly site: SessionSite },
): Promise<ConversationSource> {
  const { compacted } = writer;
  if (compacted === undefined) {
    throw new Failure('no', `no summary can be laid ready as a session of ${writer.agent}`);
  }
  const rewrite = writer.rewriter('', site);
  for await (const line of source.records()) {
    const record = parseObject(line);
    if (record === undefined || rewrite(record) === undefined) continue;
    const lines = compacted(record, text, site.now).map((one) => JSON.stringify(one));
    return { ...source, records: () => each(lines), sides: [] };
  }
  throw new Failure('fatal', 'the conversation has no records');
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

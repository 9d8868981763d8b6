import { Failure } from '../core/failure.ts';
import { recordEnds } from './record-ends.ts';
import type { SessionSite, SessionWriter } from './session-writer.ts';
import type { ConversationSource } from './write-session.ts';

/** The conversation as its agent would have compacted it: a summary, and nothing before it. */
export async function compactSource(
  writer: SessionWriter,
  source: ConversationSource,
  { text, site }: { readonly text: string; readonly site: SessionSite },
): Promise<ConversationSource> {
  const { compacted } = writer;
  if (compacted === undefined) {
    throw new Failure('no', `cannot begin a session of ${writer.agent} with a summary`);
  }
  const ends = await recordEnds(source.records(), writer.rewriter('', site));
  const lines = compacted(ends, text, site.now).map((one) => JSON.stringify(one));
  return { ...source, records: () => each(lines), sides: [] };
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

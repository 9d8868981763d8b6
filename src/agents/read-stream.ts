import type { Session } from '../core/session.ts';
import { detectAgent } from './detect-agent.ts';
import { finishSession } from './finish-session.ts';
import { openFeed } from './record-feed.ts';
import { loadAgent } from './registry.ts';
import { SessionDraft } from './session-draft.ts';

const OPENING = 64 * 1024;

/** Reads a transcript that comes as a stream, such as standard input. */
export async function readSessionStream(chunks: AsyncIterable<Uint8Array | string>, name?: string): Promise<Session> {
  const bytes = bytesOf(chunks);
  const held = await takeOpening(bytes);
  const opening = { text: Buffer.concat(held).toString() };
  const agent = await loadAgent(name ?? (await detectAgent(opening)));
  const draft = new SessionDraft();
  const start = { offset: 0, inside: false };
  const feed = openFeed(agent, draft, { layout: agent.layout(opening), start });
  for (const piece of held) feed.push(piece);
  for await (const piece of bytes) feed.push(piece);
  feed.end();
  return finishSession(draft, { agent: agent.name });
}

async function* bytesOf(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

async function takeOpening(bytes: AsyncGenerator<Buffer>): Promise<Buffer[]> {
  const held: Buffer[] = [];
  for (let size = 0; size < OPENING; ) {
    const next = await bytes.next();
    if (next.done === true) break;
    held.push(next.value);
    size += next.value.length;
  }
  return held;
}

/** Records as the bytes of a transcript. */
export async function* withLineEnds(records: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const record of records) yield `${record}\n`;
}

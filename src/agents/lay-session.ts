import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../core/failure.ts';
import { parseObject } from './json-value.ts';
import { readSession } from './read-session.ts';
import { readSessionStream, withLineEnds } from './read-stream.ts';
import { loadAgent } from './registry.ts';
import type { CompanionFile, RecordRewriter, SessionSite, SessionWriter } from './session-writer.ts';

/** A stored conversation. Records can be asked for more than once. */
export interface ConversationSource {
  readonly agentVersion?: string;
  /** The id that the session had. */
  readonly session?: string;
  records(): AsyncIterable<string>;
  /** Those of subagents. */
  readonly sides: readonly { readonly name: string; records(): AsyncIterable<string> }[];
}

/** A session that waits to be gone on with. */
export interface LaidSession {
  readonly agent: string;
  readonly id: string;
  readonly cwd: string;
  /** Its files; all of them are new. */
  readonly files: readonly string[];
}

/** Writes a conversation as a new session of its agent, and reads it back before it is reported. No file that is there is touched. */
export async function laySession(
  writer: SessionWriter,
  source: ConversationSource,
  site: SessionSite,
): Promise<LaidSession> {
  refuseUnknown(writer, source.agentVersion);
  const id = newId(writer, site);
  const path = await writer.pathFor(id, site);
  const sides = await placeSides(writer, source, { id, path, site });
  const names = new Map(sides.filter((side) => side.id !== id).map((side) => [side.name, side.id]));
  const sideNames = new Map([...names, ...(source.session ? [[source.session, id] as const] : [])]);
  const files: string[] = [];
  try {
    for (const side of sides) {
      files.push(side.path);
      const records = names.size === 0 ? side.records() : renamed(side.records(), sideNames);
      await writeRecords(side.path, records, await rewriterOf(writer, side.id, site));
    }
    for (const companion of writer.companions?.(path, id, site) ?? []) {
      if (writeCompanion(companion)) files.push(companion.path);
    }
    files.unshift(path);
    await writeRecords(path, renamed(source.records(), names), await rewriterOf(writer, id, site));
    await readBack(writer, source, { path, id });
    return { agent: writer.agent, id, cwd: site.cwd, files };
  } catch (error) {
    for (const file of files) rmSync(file, { force: true });
    throw error;
  }
}

function newId(writer: SessionWriter, site: SessionSite): string {
  return writer.newId?.(site) ?? randomUUID();
}

/** What came from elsewhere may hold records that are never stored, such as states of the client that permit something. */
async function rewriterOf(writer: SessionWriter, id: string, site: SessionSite): Promise<RecordRewriter> {
  const rewrite = writer.rewriter(id, site);
  const { conversation: format } = await loadAgent(writer.agent);
  return (record) => {
    const kept = format?.stored(record);
    return kept && rewrite(kept);
  };
}

/** Where the subagents go, and under which id their records are written. */
async function placeSides(
  writer: SessionWriter,
  { sides }: ConversationSource,
  { id, path, site }: { readonly id: string; readonly path: string; readonly site: SessionSite },
) {
  const placed: { name: string; id: string; path: string; records(): AsyncIterable<string> }[] = [];
  for (const { name, records } of sides) {
    const sideId = writer.sidesAreSessions === true ? newId(writer, site) : id;
    const place = sideId === id ? writer.sidePathFor?.(path, name, id) : await writer.pathFor(sideId, site);
    if (place !== undefined) placed.push({ name, id: sideId, path: place, records });
  }
  return placed;
}

/** The records with new names for sessions in the place of the old ones. In one pass: what was put in is not looked at again. */
async function* renamed(records: AsyncIterable<string>, names: ReadonlyMap<string, string>): AsyncGenerator<string> {
  const known = [...names.keys()].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = known.length === 0 ? undefined : new RegExp(known.join('|'), 'g');
  for await (const line of records) yield pattern ? line.replace(pattern, (name) => names.get(name) ?? name) : line;
}

function refuseUnknown(writer: SessionWriter, version: string | undefined): void {
  if (writer.knows(version)) return;
  const found = version === undefined ? 'an unknown version' : `version ${version}`;
  throw new Failure('no', `the conversation is of ${found} of ${writer.agent}, whose format is not known`, {
    hint: `Sessions of version ${writer.tried} and the like can be laid ready.`,
  });
}

/** False: somebody else's file is there, and stays. */
function writeCompanion({ path, text }: CompanionFile): boolean {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (existsSync(path)) return false;
  writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  return true;
}

/** Written beside its place and linked there when it is whole: an agent never sees half of it, and nothing is overwritten. */
async function writeRecords(path: string, records: AsyncIterable<string>, rewrite: RecordRewriter): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  removeLeftDrafts(dirname(path));
  const draft = `${path}.draft-${process.pid}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    for await (const line of records) {
      const record = parseObject(line);
      const written = record === undefined ? undefined : rewrite(record);
      if (written !== undefined) await file.write(`${JSON.stringify(written)}\n`);
    }
    await file.close();
    linkSync(draft, path);
  } finally {
    await file.close();
    rmSync(draft, { force: true });
  }
}

/** What a process left that was killed while it wrote. */
function removeLeftDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /\.jsonl\.draft-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What the agent's own reader finds in it must be what it finds in the stored records. */
async function readBack(
  writer: SessionWriter,
  source: ConversationSource,
  made: { readonly path: string; readonly id: string },
): Promise<void> {
  const { session } = await readSession({ path: made.path, agent: writer.agent });
  const stored = await readSessionStream(withLineEnds(source.records()), writer.agent);
  const prompts = (turns: typeof session.turns) =>
    JSON.stringify(turns.map(({ prompt, steps }) => [prompt, steps.length]));
  const isEmpty = session.turns.length + session.compactions.length === 0;
  if (session.id === made.id && !isEmpty && prompts(session.turns) === prompts(stored.turns)) return;
  throw new Failure('fatal', `the session that was written for ${writer.agent} does not read as it was stored`);
}

import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '../core/failure.ts';
import type { Session } from '../core/session.ts';
import type { JsonObject } from './json-value.ts';
import { readSession } from './read-session.ts';
import { readSessionStream, withLineEnds } from './read-stream.ts';
import { recordEnds } from './record-ends.ts';
import { loadAgent } from './registry.ts';
import type { CompanionFile, RecordRewriter, SessionSite, SessionWriter, WrittenSession } from './session-writer.ts';
import { writeRecords } from './write-records.ts';

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
export interface NewSession {
  readonly agent: string;
  readonly id: string;
  readonly cwd: string;
  /** Its files; all of them are new. */
  readonly files: readonly string[];
  /** Takes all of it back. */
  withdraw(): Promise<void>;
}

/** Writes a conversation as a new session of its agent, and reads it back before it is reported. No file that is there is touched. */
export async function writeSession(
  writer: SessionWriter,
  source: ConversationSource,
  site: SessionSite,
): Promise<NewSession> {
  refuseUnknown(writer, source.agentVersion);
  const id = newId(writer, site);
  const path = await writer.pathFor(id, site);
  const sides = await placeSides(writer, source, { id, path, site });
  const names = new Map(sides.filter((side) => side.id !== id).map((side) => [side.name, side.id]));
  const sideNames = new Map([...names, ...(isId(source.session) ? [[source.session, id] as const] : [])]);
  const files: string[] = [];
  let adopted = false;
  const withdraw = async () => {
    for (const file of files) rmSync(file, { force: true });
    if (adopted) await writer.abandon?.(id, site);
  };
  try {
    for (const side of sides) {
      const records = names.size === 0 ? side.records() : renamed(side.records(), sideNames);
      await writeRecords(side.path, records, { rewrite: await rewriterOf(writer, side.id, site) });
      files.push(side.path);
    }
    for (const companion of await companionsOf(writer, source, { id, path, site })) {
      if (writeCompanion(companion)) files.push(companion.path);
    }
    const document = writer.document && ((records: readonly JsonObject[]) => writer.document?.(records, site) ?? {});
    await writeRecords(path, renamed(source.records(), names), {
      rewrite: await rewriterOf(writer, id, site),
      document,
    });
    files.unshift(path);
    const { session } = await readSession({ path, agent: writer.agent });
    await compare(writer, source, { session, id });
    if (writer.adopt !== undefined) {
      const records = await writer.adopt({ id, path }, site);
      adopted = true;
      await compare(writer, source, { session: await sessionOf(writer, records), id });
    }
    return { agent: writer.agent, id, cwd: site.cwd, files, withdraw };
  } catch (error) {
    await withdraw();
    throw asFailure(error);
  }
}

/** Whoever waits for files gets them without the conversation. */
function asFailure(error: unknown): unknown {
  if (error instanceof Failure || !(error instanceof Error) || !('syscall' in error)) return error;
  return new Failure('fatal', `the session cannot be written: ${error.message}`, { cause: error });
}

function isId(name: string | undefined): name is string {
  return name !== undefined && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);
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

async function companionsOf(
  writer: SessionWriter,
  source: ConversationSource,
  { id, path, site }: WrittenSession & { readonly site: SessionSite },
): Promise<readonly CompanionFile[]> {
  if (writer.companions === undefined) return [];
  const ends = await recordEnds(source.records(), await rewriterOf(writer, id, site));
  return writer.companions({ id, path }, site, ends);
}

/** Where the subagents go, and under which id their records are written. */
async function placeSides(
  writer: SessionWriter,
  { sides }: ConversationSource,
  { id, path, site }: { readonly id: string; readonly path: string; readonly site: SessionSite },
) {
  const placed: { name: string; id: string; path: string; records(): AsyncIterable<string> }[] = [];
  // Of sessions every mention gets another name: any other word than an id would stand in every record.
  const named = sides.filter(({ name }) => writer.sidesAreSessions !== true || isId(name));
  for (const { name, records } of named) {
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
    hint: `Sessions of version ${writer.tried} and the like can be recreated.`,
  });
}

/** False: somebody else's file is there, and stays. */
function writeCompanion({ path, text }: CompanionFile): boolean {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (existsSync(path)) return false;
  writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  return true;
}

function sessionOf(writer: SessionWriter, records: readonly JsonObject[]): Promise<Session> {
  async function* lines() {
    for (const record of records) yield `${JSON.stringify(record)}\n`;
  }
  return readSessionStream(lines(), writer.agent);
}

/** What the agent's own reader finds in it must be what it finds in the stored records. */
async function compare(
  writer: SessionWriter,
  source: ConversationSource,
  { session, id }: { readonly session: Session; readonly id: string },
): Promise<void> {
  const stored = await readSessionStream(withLineEnds(source.records()), writer.agent);
  const prompts = (turns: typeof session.turns) =>
    JSON.stringify(turns.map(({ prompt, steps }) => [prompt, steps.length]));
  const isEmpty = session.turns.length + session.compactions.length === 0;
  if (session.id === id && !isEmpty && prompts(session.turns) === prompts(stored.turns)) return;
  throw new Failure('fatal', `the session that was written for ${writer.agent} does not read as it was stored`);
}

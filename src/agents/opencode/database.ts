import { existsSync, mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type JsonObject, parseObject } from '../json-value.ts';
import type { OpenCodeName } from './names.ts';

interface Places {
  readonly agent: OpenCodeName;
  /** The client's database. */
  readonly database: string;
  /** Where sessions are written down. */
  readonly folder: string;
}

/** What is used of Node's own SQLite. */
interface Sqlite {
  readonly DatabaseSync: new (
    path: string,
    options: { readonly readOnly: boolean },
  ) => { prepare(question: string): { all(...values: string[]): unknown[] }; close(): void };
}

/** Asks a database; a value for each `?`. */
type Ask = (question: string, ...values: string[]) => readonly JsonObject[];

/**
 * Writes a session of the client's database down as our plugin would, unless that was done since it changed, and answers its path.
 * Without a database, or without a Node that can read one, there is none.
 */
export function takeFromDatabase(
  { agent, database, folder }: Places,
  wanted: { readonly id: string } | { readonly directories: readonly string[] },
): string | undefined {
  return askDatabase(database, (ask) => {
    const session = 'id' in wanted ? sessionNamed(ask, wanted.id) : newestIn(ask, wanted.directories);
    if (session === undefined) return undefined;
    const path = join(folder, `${basename(String(session['id']))}.jsonl`);
    const updated = Number(session['time_updated']);
    const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    // The clock of a file system may be a little coarser.
    if (Math.ceil(written) < updated) writeDown(path, recordsOf(ask, agent, session), updated);
    return path;
  });
}

function sessionNamed(ask: Ask, id: string): JsonObject | undefined {
  return ask('select * from session where id = ?', id)[0];
}

/** A subagent's session belongs to the one that started it. */
function newestIn(ask: Ask, directories: readonly string[]): JsonObject | undefined {
  const places = directories.map(() => '?').join();
  return ask(
    `select * from session where directory in (${places}) and parent_id is null order by time_updated desc limit 1`,
    ...directories,
  )[0];
}

function recordsOf(ask: Ask, agent: OpenCodeName, session: JsonObject): readonly JsonObject[] {
  const id = String(session['id']);
  const { slug, directory, title, version, time_created: created } = session;
  const parts = ask('select message_id, id, data from part where session_id = ? order by id', id);
  const messages = ask('select id, data from message where session_id = ? order by time_created, id', id);
  const todos = ask('select content, status, priority from todo where session_id = ? order by position', id);
  return [
    { type: 'session', client: agent, info: { id, slug, directory, title, version, time: { created } } },
    ...messages.map((message) => ({
      type: 'message',
      info: dataOf(message, { sessionID: id }),
      parts: parts
        .filter((part) => part['message_id'] === message['id'])
        .map((part) => dataOf(part, { sessionID: id, messageID: message['id'] })),
    })),
    { type: 'state', todos },
  ];
}

/** As the client itself hands it out, to the order of the fields. */
function dataOf({ id, data }: JsonObject, belongs: JsonObject): JsonObject {
  return { id, ...belongs, ...parseObject(String(data)) };
}

/** Whoever reads it while it is written sees the one before. It is as old as the session: of several agents the newest one counts. */
function writeDown(path: string, records: readonly JsonObject[], updated: number): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, records.map((record) => `${JSON.stringify(record)}\n`).join(''), { mode: 0o600 });
    utimesSync(draft, new Date(updated), new Date(updated));
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function askDatabase<T>(path: string, use: (ask: Ask) => T): T | undefined {
  const sqlite = existsSync(path) ? ownSqlite() : undefined;
  if (sqlite === undefined) return undefined;
  try {
    const database = new sqlite.DatabaseSync(path, { readOnly: true });
    try {
      return use((question, ...values) => database.prepare(question).all(...values) as JsonObject[]);
    } finally {
      database.close();
    }
  } catch (error) {
    // Tables of another version, or a file that is locked: then no session is to be had.
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR') return undefined;
    throw error;
  }
}

/** Node's own SQLite, which it has from 22.13 on. While it was new, Node warned on standard error when it was loaded. */
function ownSqlite(): Sqlite | undefined {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule?.('node:sqlite') as unknown as Sqlite | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { compactSource } from '../agents/compact-source.ts';
import { readSessionStream, withLineEnds } from '../agents/read-stream.ts';
import { findAdapter } from '../agents/registry.ts';
import { type NewSession, writeSession } from '../agents/write-session.ts';
import { Failure } from '../core/failure.ts';
import type { World } from '../core/world.ts';
import type { GitEngine } from '../git/engine.ts';
import type { StoredConversation } from './conversation.ts';
import { MAIN } from './piece-path.ts';
import { listPieces, readRecords } from './read-conversation.ts';

interface WriteOptions {
  /** The working tree in which the session goes on. */
  readonly root: string;
  readonly world: World;
  /** Takes the place of the conversation, with the last summary that the agent made of it. */
  readonly summary?: string;
}

/** Writes a stored conversation as a new session of its agent. */
export async function writeAsSession(
  engine: GitEngine,
  conversation: StoredConversation,
  { root, world, summary }: WriteOptions,
): Promise<NewSession> {
  const writer = await findAdapter(conversation.agent)?.writer?.();
  if (writer === undefined) {
    throw new Failure('no', `cannot recreate a session of ${conversation.agent}`);
  }
  const streams = await listPieces(engine, conversation.tree);
  const sides = [...streams].filter(([name]) => name !== MAIN);
  const source = {
    ...conversation,
    records: () => readRecords(engine, streams.get(MAIN) ?? []),
    sides: sides.map(([name, pieces]) => ({ name, records: () => readRecords(engine, pieces) })),
  };
  const home = world.env['HOME'] ?? homedir();
  const cwd = directoryIn(root, conversation.directory);
  const site = { cwd, home, env: world.env, now: world.now() };
  if (summary === undefined) return writeSession(writer, source, site);
  const { compactions } = await readSessionStream(withLineEnds(source.records()), conversation.agent);
  const text = [summary, ...compactions.slice(-1)].join('\n\n');
  return writeSession(writer, await compactSource(writer, source, { text, site }), site);
}

/** The directory in which the session began, where the working tree has it; else the top of the working tree. */
function directoryIn(root: string, directory: string | undefined): string {
  if (directory === undefined || !directory.startsWith(`${root}/`)) return root;
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return root;
  // It may have come from elsewhere: neither `..` nor a link leads out.
  return realpathSync.native(directory).startsWith(`${realpathSync.native(root)}/`) ? resolve(directory) : root;
}

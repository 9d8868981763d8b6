import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { type LaidSession, laySession } from '../agents/lay-session.ts';
import { findWriter } from '../agents/writer-registry.ts';
import { Failure } from '../core/failure.ts';
import type { World } from '../core/world.ts';
import type { GitEngine } from '../git/engine.ts';
import type { StoredConversation } from './conversation.ts';
import { MAIN } from './piece-path.ts';
import { listPieces, readRecords } from './read-conversation.ts';

/** Lays a stored conversation ready as a new session of its agent for the working tree at `root`. */
export async function layConversation(
  engine: GitEngine,
  conversation: StoredConversation,
  { root, world }: { readonly root: string; readonly world: World },
): Promise<LaidSession> {
  const writer = findWriter(conversation.agent);
  if (writer === undefined) {
    throw new Failure('no', `no session of ${conversation.agent} can be laid ready`);
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
  return laySession(writer, source, { cwd, home, env: world.env, now: world.now() });
}

/** The directory in which the session began, where the working tree has it; else the top of the working tree. */
function directoryIn(root: string, directory: string | undefined): string {
  if (directory === undefined || !directory.startsWith(`${root}/`)) return root;
  return statSync(directory, { throwIfNoEntry: false })?.isDirectory() ? directory : root;
}

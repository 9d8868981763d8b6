import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { World } from '../core/world.ts';
import { userStateFolder } from './files.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';
import { removeOlderThan } from './own-folder.ts';

/** What is remembered for the user in no repository, and for how many days: forever where none are given. */
const kinds = {
  /** In which folder a session began, where its agent does not say. */
  'session-homes': { days: 30 },
  /** That saves fail in a worktree which cannot be written. */
  unsaved: { days: 30 },
  /** Folders outside of repositories in which it was said that nothing is saved. */
  'told-folders': {},
} as const satisfies Readonly<Record<string, { readonly days?: number }>>;

type Kind = keyof typeof kinds;
const DAY_MS = 86_400_000;

/** The name under which something is remembered may be of any length. */
interface MarkName {
  readonly kind: Kind;
  readonly name: string;
}

export function findUserMark(world: Pick<World, 'env'>, mark: MarkName): string | undefined {
  return readOwnFile(pathOf(world, mark));
}

export function writeUserMark(world: Pick<World, 'env' | 'now'>, mark: MarkName, text: string): void {
  const path = pathOf(world, mark);
  mkdirSync(dirname(userStateFolder(world)), { recursive: true });
  writeOwnFile(path, text);
  const { days }: { readonly days?: number } = kinds[mark.kind];
  if (days !== undefined) removeOlderThan(dirname(path), days * DAY_MS, world.now());
}

export function removeUserMark(world: Pick<World, 'env'>, mark: MarkName): void {
  rmSync(pathOf(world, mark), { force: true });
}

function pathOf(world: Pick<World, 'env'>, { kind, name }: MarkName): string {
  return join(userStateFolder(world), kind, createHash('sha256').update(name).digest('hex').slice(0, 32));
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { isPlaceMark, placeMark } from '../core/machine-identity.ts';
import type { Note } from '../core/note.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';

/** This machine's own name, without a domain. */
export function hostName(): string {
  return hostname().split('.')[0] ?? '';
}

/** A shared note names its worktree by a mark; when it is one of this clone, the note gets its path back. */
export function withWorktree(note: Note, place: RepositoryPaths): Note {
  const { worktree } = note.context;
  if (!isPlaceMark(worktree)) return note;
  const root = [...rootsOf(place)].find((candidate) => placeMark(candidate, hostName()) === worktree);
  return root === undefined ? note : { ...note, context: { ...note.context, worktree: root } };
}

/** The tops of all worktrees of a repository that are known. */
export function* rootsOf(place: RepositoryPaths): Iterable<string> {
  yield place.root;
  yield dirname(place.commonDir);
  const linked = join(place.commonDir, 'worktrees');
  for (const name of existsSync(linked) ? readdirSync(linked) : []) {
    const path = join(linked, name, 'gitdir');
    if (existsSync(path)) yield dirname(readFileSync(path, 'utf8').trim());
  }
}

import type { NestedRepository, Note } from '../core/note.ts';
import type { GitEngine } from '../git/engine.ts';
import { rootsOf } from './known-worktrees.ts';
import { ownerOf } from './nested-commits.ts';
import { nestedRefOf } from './refs.ts';

/** What a note says that nested repositories hold for it. */
export type Holding = Pick<Note, 'uid' | 'nested'>;

/**
 * Lets nested repositories go of what they hold for checkpoints that are gone. One that is not there any more has nothing to let go of,
 * and what belongs to another checkpoint stays, whatever a note says.
 */
export async function releaseNested(engine: GitEngine, holdings: readonly Holding[]): Promise<void> {
  const entries = holdings.flatMap(({ uid, nested = [] }) => nested.map((entry) => ({ uid, ...entry })));
  const paths = new Set(entries.map(({ path }) => path));
  for (const root of entries.length === 0 ? [] : new Set(rootsOf(engine.place)))
    for (const path of paths)
      await releaseIn(engine, { path, root, entries: entries.filter((entry) => entry.path === path) });
}

async function releaseIn(
  engine: GitEngine,
  at: {
    readonly path: string;
    readonly root: string;
    readonly entries: readonly (NestedRepository & { readonly uid: string })[];
  },
): Promise<void> {
  const nested = await engine.openNested(at.path, at.root);
  if (typeof nested === 'string') return;
  try {
    const there = await nested.resolveRefs(at.entries.map(({ commit }) => nestedRefOf(commit)));
    const held = at.entries.filter((_, entry) => there[entry] !== undefined);
    const commits = await nested.readObjects(held.map(({ commit }) => commit));
    const gone = held.filter(({ uid }, entry) => ownerOf(commits[entry]) === uid);
    const updates = gone.map(({ commit }) => ({ ref: nestedRefOf(commit), old: commit }));
    if (updates.length > 0) await nested.moveRefs([updates]);
  } finally {
    await nested.close();
  }
}

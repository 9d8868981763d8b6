import type { GitEngine, RefUpdate } from '../git/engine.ts';
import type { Holding } from '../local/nested-records.ts';
import { ownerOf } from './nested-commits.ts';
import { nestedRefOf } from './refs.ts';
import { visitNested } from './visit-nested.ts';

/**
 * Lets nested repositories go of what they hold for checkpoints that are gone. One that is not there any more has nothing to let go of,
 * and what belongs to another checkpoint stays, whatever a note says.
 */
export async function releaseNested(engine: GitEngine, holdings: readonly Holding[]): Promise<void> {
  await visitHeld(engine, holdings, async (nested, removals) => {
    await nested.moveRefs([removals]);
  });
}

/** Paths of the nested repositories that hold something for these checkpoints. */
export async function holdersOf(engine: GitEngine, holdings: readonly Holding[]): Promise<string[]> {
  const paths = new Set<string>();
  await visitHeld(engine, holdings, async (_, __, path) => {
    paths.add(path);
  });
  return [...paths];
}

/** Hands over each nested repository that holds something for these checkpoints, and what removes its refs. */
async function visitHeld(
  engine: GitEngine,
  holdings: readonly Holding[],
  visit: (nested: GitEngine, removals: readonly RefUpdate[], path: string) => Promise<void>,
): Promise<void> {
  const entries = holdings.flatMap(({ uid, nested = [] }) => nested.map((entry) => ({ uid, ...entry })));
  await visitNested(engine, new Set(entries.map(({ path }) => path)), async (nested, path) => {
    const here = entries.filter((entry) => entry.path === path);
    const there = await nested.resolveRefs(here.map(({ commit }) => nestedRefOf(commit)));
    const held = here.filter((_, entry) => there[entry] !== undefined);
    const commits = await nested.readObjects(held.map(({ commit }) => commit));
    const gone = held.filter(({ uid }, entry) => ownerOf(commits[entry]) === uid);
    const removals = gone.map(({ commit }) => ({ ref: nestedRefOf(commit), old: commit }));
    if (removals.length > 0) await visit(nested, removals, path);
  });
}

import { type Dirent, readdirSync } from 'node:fs';
import type { SkipReason } from '../core/note.ts';
import { pathFromBytes } from '../core/path-text.ts';
import { SUBMODULE } from '../core/tree-change.ts';
import { diskPath, lstatIfThere, obstacleFinder } from '../git/disk-path.ts';
import { isAtOrBelow, type Step } from './steps.ts';

/** Something on the disk that a step would destroy and that no snapshot holds. */
export interface Uncaptured {
  readonly path: string;
  /** `unwatched`: git was told not to look at it. `ignored`: it is in no snapshot, usually because it is ignored. */
  readonly why: SkipReason | 'unwatched' | 'ignored';
}

/** What is known about the working tree beside its files. */
export interface WorktreeFacts {
  readonly root: string;
  /** What the snapshot left out. */
  readonly skipped: ReadonlyMap<string, SkipReason>;
  readonly unwatched: ReadonlySet<string>;
  /** Repositories inside of the working tree: nothing in them belongs to the tree around. */
  readonly repositories: readonly string[];
}

/** Everything that the steps would overwrite or delete although it was not captured. */
export function findUncaptured(steps: readonly Step[], known: WorktreeFacts): Uncaptured[] {
  const going = new Set(steps.filter(({ from, to }) => from !== undefined && to === undefined).map(({ path }) => path));
  const named = [...known.skipped].filter(([, why]) => why === 'nested-repository').map(([path]) => path);
  const repositories = [...named, ...known.repositories];
  const obstacle = obstacleFinder(known.root);
  const found = new Map<string, Uncaptured['why']>();
  for (const step of steps) {
    const repository = repositories.find((path) => isAtOrBelow(step.path, [path]));
    if (repository !== undefined) found.set(repository, 'nested-repository');
    const above = obstacle(step.path);
    if (above !== undefined && !going.has(above)) found.set(above, known.skipped.get(above) ?? 'ignored');
    if (above === undefined) for (const [path, why] of inTheWay(step, known, going)) found.set(path, why);
  }
  return [...found].map(([path, why]) => ({ path, why }));
}

function inTheWay(step: Step, known: WorktreeFacts, going: ReadonlySet<string>): [string, Uncaptured['why']][] {
  const { path, from, to } = step;
  if (from?.mode === SUBMODULE) return [[path, 'nested-repository']];
  const there = lstatIfThere(diskPath(known.root, path));
  if (there === undefined) return [];
  if (there.isDirectory()) {
    if (to === undefined) return [];
    const inside = filesBelow(known.root, path).filter((found) => !going.has(found.path));
    return inside.map((found) => [found.path, known.skipped.get(found.path) ?? found.why]);
  }
  const why = known.skipped.get(path) ?? (known.unwatched.has(path) ? 'unwatched' : undefined);
  if (why !== undefined) return [[path, why]];
  return from === undefined ? [[path, 'ignored']] : [];
}

/** Every file in a folder of the working tree. A repository of its own counts as one. */
function filesBelow(root: string, folder: string): Uncaptured[] {
  const entries: Dirent<Buffer>[] = readdirSync(diskPath(root, folder), { withFileTypes: true, encoding: 'buffer' });
  if (entries.some(({ name }) => name.toString() === '.git')) return [{ path: folder, why: 'nested-repository' }];
  return entries.flatMap((entry) => {
    const path = `${folder}/${pathFromBytes(entry.name)}`;
    return entry.isDirectory() ? filesBelow(root, path) : [{ path, why: 'ignored' }];
  });
}

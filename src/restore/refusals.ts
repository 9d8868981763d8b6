import { leadsOutside } from '../core/link-target.ts';
import { LINK } from '../core/tree-change.ts';
import type { GitEngine, Operation } from '../git/engine.ts';
import { findUncaptured, type Uncaptured, type WorktreeFacts } from './find-uncaptured.ts';
import {
  collisionsOf,
  type ForbiddenReason,
  forbiddenAnywhere,
  forbiddenOnWindows,
  namedTwice,
} from './forbidden-names.ts';
import type { RestoreTarget } from './plan-target.ts';
import type { Step } from './steps.ts';

/** Why a restore does not begin. */
export type Refusal =
  /** `path`: in a repository inside of the working tree. */
  | { readonly kind: 'operation'; readonly operation: Operation; readonly path?: string }
  | { readonly kind: 'uncaptured'; readonly files: readonly Uncaptured[] }
  | { readonly kind: 'forbidden'; readonly files: readonly { readonly path: string; readonly why: ForbiddenReason }[] }
  | { readonly kind: 'links'; readonly links: readonly { readonly path: string; readonly target: string }[] }
  | { readonly kind: 'collision'; readonly groups: readonly (readonly string[])[] }
  | { readonly kind: 'conflicted-index'; readonly path?: string };

interface RefusalInput {
  /** Made by somebody whom the user does not know. */
  readonly foreign: boolean;
  readonly goal: RestoreTarget;
  readonly known: WorktreeFacts;
  readonly forced: ReadonlySet<string>;
  readonly force: boolean;
}

/** Everything that speaks against a restore. */
export async function findRefusals(engine: GitEngine, trial: RefusalInput): Promise<Refusal[]> {
  const operation = trial.force ? undefined : await engine.operation();
  // A path that leads elsewhere is not even looked at.
  const inside = trial.goal.steps.filter(({ path }) => forbiddenAnywhere(path) === undefined);
  const uncaptured = findUncaptured(inside, trial.known).filter(({ path }) => !trial.forced.has(path));
  const forbidden = forbiddenIn(trial);
  const links = trial.foreign ? await linksOutside(engine, trial) : [];
  const groups = await collisions(engine, trial.goal);
  return [
    ...(operation === undefined ? [] : [{ kind: 'operation' as const, operation }]),
    ...(forbidden.length === 0 ? [] : [{ kind: 'forbidden' as const, files: forbidden }]),
    ...(links.length === 0 ? [] : [{ kind: 'links' as const, links }]),
    ...(groups.length === 0 ? [] : [{ kind: 'collision' as const, groups }]),
    ...(uncaptured.length === 0 ? [] : [{ kind: 'uncaptured' as const, files: uncaptured }]),
  ];
}

function writesOf({ steps }: RestoreTarget): Step[] {
  return steps.filter(({ to }) => to !== undefined);
}

function forbiddenIn({ goal, foreign, forced }: RefusalInput) {
  const writes = writesOf(goal);
  const twice = namedTwice(writes.map(({ path }) => path));
  return writes.flatMap(({ path }) => {
    const always = forbiddenAnywhere(path) ?? (twice.has(path) ? 'twice' : undefined);
    if (always !== undefined) return [{ path, why: always }];
    // What only Windows minds is refused there, and anywhere from strangers: they may mean another machine of the user's.
    const minds = process.platform === 'win32' || (foreign && !forced.has(path));
    const why = minds ? forbiddenOnWindows(path) : undefined;
    return why === undefined ? [] : [{ path, why }];
  });
}

async function linksOutside(engine: GitEngine, { goal, forced }: RefusalInput) {
  const links = writesOf(goal).filter(({ path, to }) => to?.mode === LINK && !forced.has(path));
  const targets = await engine.readObjects(links.map(({ to }) => to?.oid ?? ''));
  return links.flatMap(({ path }, at) => {
    const target = Buffer.from(targets[at]?.bytes ?? new Uint8Array()).toString();
    return leadsOutside(path, target) ? [{ path, target }] : [];
  });
}

/** Only where the file system ignores case, and only what this restore would write. */
async function collisions(engine: GitEngine, goal: RestoreTarget): Promise<string[][]> {
  const entries = await engine.configEntries();
  if (entries.findLast(({ key }) => key === 'core.ignorecase')?.value !== 'true') return [];
  const written = writesOf(goal).map(({ path }) => path);
  if (written.length === 0) return [];
  const groups = collisionsOf((await engine.listTree(goal.tree)).map(({ path }) => path));
  return groups.filter((group) =>
    group.some((path) => written.some((one) => one === path || one.startsWith(`${path}/`))),
  );
}

import { count } from '../../core/count.ts';
import type { World } from '../../core/world.ts';
import type { RestorePlan } from '../../restore/plan.ts';
import { describeRefusal } from '../../restore/refusal-failure.ts';
import { showPath } from './facts.ts';
import { styleFor } from './style.ts';

const words = {
  create: 'create',
  overwrite: 'overwrite',
  delete: 'delete',
  mode: 'change mode',
  type: 'change type',
  rewrite: 'rewrite',
} as const;

const keptWords = {
  submodule: 'a submodule; git checks it out, not a restore',
  'unknown-then': 'the checkpoint could not capture it',
  sparse: 'not in this sparse checkout',
  'ignored-then': "ignored by the checkpoint's rules",
} as const;

const conflictWords = {
  content: 'conflicts are marked in the file',
  binary: 'binary; stays as it is now',
  'deleted-here': 'deleted here, changed in the checkpoint; comes back',
  'deleted-there': 'deleted in the checkpoint, changed here; stays',
  type: 'of another type; stays as it is now',
  folder: 'a file and a folder of the same name; stays as it is now',
} as const;

const MAX_STEPS = 200;

/** The plan, a line a file. */
export function renderPlan(plan: RestorePlan, world: World): string {
  const style = styleFor(world, world.stdout);
  const paint = { create: style.green, delete: style.red, overwrite: style.yellow } as const;
  const steps = plan.steps.slice(0, MAX_STEPS).map(({ action, path }) => {
    const color = action in paint ? paint[action as keyof typeof paint] : style.cyan;
    return `  ${color(words[action].padEnd(11))} ${showPath(path)}\n`;
  });
  const more = plan.steps.length - steps.length;
  return [
    ...steps,
    ...(more > 0 ? [`  … and ${more} more\n`] : []),
    ...plan.kept.map(({ path, why }) => `  ${style.dim('leave'.padEnd(11))} ${showPath(path)} (${keptWords[why]})\n`),
    ...plan.conflicts.map(
      ({ path, why }) => `  ${style.red('conflict'.padEnd(11))} ${showPath(path)} (${conflictWords[why]})\n`,
    ),
    ...(plan.index?.kind === 'write' ? ['  The index is put back too.\n'] : []),
    ...plan.refusals.map((refusal) => `${style.red('refused:')} ${describeRefusal(refusal).message}\n`),
    `${summaryOf(plan)}\n`,
  ].join('');
}

/** `Restoring checkpoint 42 writes 5 files and deletes 1 file.` */
function summaryOf({ kind, subject, steps }: RestorePlan): string {
  const verb = { restore: 'Restoring', undo: 'Undoing the restore of', redo: 'Reapplying the restore of' }[kind];
  const deleted = steps.filter(({ to }) => to === undefined).length;
  if (steps.length === 0) return `${verb} checkpoint ${subject.number} changes no file.`;
  const written = steps.length - deleted;
  const parts = [
    ...(written > 0 ? [`writes ${count(written, 'file')}`] : []),
    ...(deleted > 0 ? [`deletes ${count(deleted, 'file')}`] : []),
  ];
  return `${verb} checkpoint ${subject.number} ${parts.join(' and ')}.`;
}

export function planJson(plan: RestorePlan): unknown {
  const { checkpoint, kind, subject, now, tree, steps, kept, conflicts, index, configuration, refusals } = plan;
  return {
    checkpoint: checkpoint.number,
    kind,
    subject: subject.number,
    from: now.tree,
    to: tree,
    steps: steps.map(({ action, path }) => ({ action, path })),
    kept,
    conflicts,
    index: index ?? null,
    configuration,
    refusals: refusals.map((refusal) => ({ ...refusal, ...describeRefusal(refusal) })),
  };
}

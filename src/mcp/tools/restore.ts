import { defined } from '../../core/defined.ts';
import { Failure } from '../../core/failure.ts';
import { checkpointNumber, documentId } from '../../core/number.ts';
import { stripControls } from '../../core/strip-controls.ts';
import { loadNamed } from '../../open/repository.ts';
import { applyRestore } from '../../repository/restore.ts';
import type { RestoreOutcome } from '../../restore/apply-restore.ts';
import { planRestore, type RestorePlan } from '../../restore/plan.ts';
import { digestOf } from '../../restore/plan-digest.ts';
import { describeRefusal } from '../../restore/refusal-failure.ts';
import { checkpointId, nextOffset, offset, paths } from '../fields.ts';
import { listPage } from '../list-page.ts';
import { pathInside } from '../path-argument.ts';
import { tool, type Z } from '../tool.ts';

const MAX_STEPS = 200;
const MAX_NAMED = 50;

export const restoreTool = tool({
  name: 'restore_checkpoint',
  title: 'Restore a checkpoint',
  description:
    'Puts files of the working tree back to a checkpoint. Without confirm it changes nothing and returns the plan and its digest: show it to the user. With confirm true and that digest it carries exactly this plan out, after saving what is there now as a checkpoint of its own. HEAD, branches, the index and ignored files are not touched.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  makesCheckpoints: true,
  doing: 'Restoring files',
  input: (z) => ({
    id: checkpointId(z),
    paths: paths(z, 'Only these files and folders').optional(),
    merge: z.boolean().default(false).describe('Three-way merge instead of overwriting later edits'),
    confirm: z.boolean().default(false).describe('true only after the user has agreed to the plan'),
    digest: z.string().max(64).optional().describe('Of the plan that the user agreed to'),
    offset: offset(z, 'First step to show'),
  }),
  output,
  async run({ id, paths, merge, confirm, digest, offset }, { repository, signal }) {
    const limited = paths === undefined ? {} : { paths: paths.map((path) => pathInside(repository, path)) };
    const plan = await planRestore(repository, {
      checkpoint: await loadNamed(repository, String(id)),
      merge,
      ...limited,
    });
    if (!confirm) return planPage(plan, { offset, outcome: undefined });
    refuseUnagreed(plan, digest);
    signal.throwIfAborted();
    return planPage(plan, { offset, outcome: await applyRestore(repository, plan) });
  },
});

function output(z: Z) {
  const text = z.string();
  return {
    restored: z.boolean(),
    message: text,
    checkpointId: text,
    number: z.int(),
    digest: text.describe('Give it with confirm to carry out this plan'),
    counts: z.object({ write: z.int(), delete: z.int(), keep: z.int() }),
    steps: z.array(z.object({ action: text, path: text })),
    refusals: z.array(text).optional().describe('Why it cannot be carried out'),
    conflicts: z.array(text).optional().describe('Files in which both sides changed the same lines'),
    configuration: z
      .array(text)
      .optional()
      .describe("Someone else's files that can run code (agent, editor, build or git config)"),
    savedAs: text.optional().describe('The checkpoint that holds what was there before'),
    differences: z.array(text).optional().describe('Files that are not as planned, because they changed meanwhile'),
    nextOffset: nextOffset(z),
  };
}

function refuseUnagreed(plan: RestorePlan, digest: string | undefined): void {
  const { number, author } = plan.checkpoint;
  if (digest !== digestOf(plan)) {
    const what = digest === undefined ? 'confirm needs the digest of a plan' : `the plan is no longer ${digest}`;
    throw new Failure('no', `${what}; nothing was changed`, {
      hint: 'Call restore_checkpoint without confirm, show the plan to the user, and confirm with its digest.',
    });
  }
  if (plan.configuration.length === 0) return;
  const named = plan.configuration.slice(0, MAX_NAMED).join(', ');
  throw new Failure('no', `checkpoint ${number} is by ${author.name} and contains files that can run code: ${named}`, {
    hint: `Only the user can allow this, on a terminal: git checkpoint restore ${number}. Or name other paths.`,
  });
}

interface Told {
  readonly offset: number;
  /** Absent while nothing was done. */
  readonly outcome: RestoreOutcome | undefined;
}

function planPage(plan: RestorePlan, { offset, outcome }: Told) {
  const { number } = plan.checkpoint;
  const written = plan.steps.filter(({ to }) => to !== undefined).length;
  const { safety } = outcome ?? {};
  const head = defined({
    restored: outcome !== undefined,
    message: messageOf(plan, outcome),
    checkpointId: documentId(number),
    number,
    digest: digestOf(plan),
    counts: { write: written, delete: plan.steps.length - written, keep: plan.kept.length },
    ...named(
      'refusals',
      plan.refusals.map((refusal) => stripControls(describeRefusal(refusal).message)),
    ),
    ...named(
      'conflicts',
      plan.conflicts.map(({ path }) => path),
    ),
    ...named('configuration', plan.configuration),
    savedAs: safety === undefined ? undefined : documentId(checkpointNumber(safety.number)),
    ...named('differences', outcome?.differences.map(({ path }) => path) ?? []),
  });
  const items = plan.steps.map(({ action, path }) => ({ action, path }));
  return listPage({ items, offset, limit: MAX_STEPS }, (steps) => ({ ...head, steps }));
}

function messageOf(plan: RestorePlan, outcome: RestoreOutcome | undefined): string {
  const { number } = plan.checkpoint;
  if (outcome === undefined) {
    if (plan.refusals.length > 0) return 'The plan cannot be carried out. Nothing was changed.';
    if (plan.steps.length === 0) return `Already at checkpoint ${number}; nothing to restore.`;
    return 'Nothing was changed. Show this plan to the user; after a yes, call again with confirm and the digest.';
  }
  const { safety } = outcome;
  if (safety === undefined) return `Already at checkpoint ${number}; nothing to restore.`;
  const back = `The previous files are in checkpoint ${safety.number}. Undo with \`git checkpoint undo\`.`;
  return `Restored checkpoint ${number}. ${back}`;
}

function named<K extends string>(key: K, items: readonly string[]): { [name in K]?: string[] } {
  return (items.length === 0 ? {} : { [key]: items.slice(0, MAX_NAMED) }) as { [name in K]?: string[] };
}

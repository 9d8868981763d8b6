import { age } from '../../core/age.ts';
import { count } from '../../core/count.ts';
import { defined } from '../../core/defined.ts';
import { oneLine, stripControls } from '../../core/strip-controls.ts';
import { cutStartToWidth, textWidth } from '../../core/text-width.ts';
import type { World } from '../../core/world.ts';
import type { RestorePlan } from '../../restore/plan.ts';
import { describeRefusal } from '../../restore/refusal-failure.ts';
import type { Step } from '../../restore/steps.ts';
import { showPath } from './facts.ts';
import { type FoldedSteps, foldSteps } from './fold-steps.ts';
import { branchOf } from './list.ts';
import { type Style, styleFor } from './style.ts';
import { type Column, renderTable, screenWidth } from './table.ts';
import { wrap } from './wrap.ts';

/** Why a restore leaves a difference alone. */
export const keptWords = {
  submodule: 'a submodule; its commit is for git to check out',
  'unknown-then': 'the checkpoint could not capture it',
  uncaptured: 'the checkpoint has only what HEAD had of it',
  sparse: 'not in this sparse checkout',
  'ignored-then': "ignored by the checkpoint's rules",
  unreadable: 'cannot be read',
  unstorable: 'git cannot store it',
  'repository-gone': 'a repository that is not there any more',
  'repository-new': 'a repository that was not there',
  'repository-closed': 'a repository that is not entered',
  'not-here': 'a repository whose content is in another clone',
} as const;

const conflictWords = {
  content: 'conflicts are marked in the file',
  binary: 'binary; stays as it is now',
  'deleted-here': 'deleted here, changed in the checkpoint; comes back',
  'deleted-there': 'deleted in the checkpoint, changed here; stays',
  type: 'of another type; stays as it is now',
  folder: 'a file and a folder of the same name; stays as it is now',
} as const;

const MAX_LINES = 20;
const NARROW = 60;

/** The plan: which checkpoint, how far away it is, and a line for each file or, when there are many, folder. */
export function renderPlan(plan: RestorePlan, world: World): string {
  const style = styleFor(world, world.stdout);
  const paragraph = (text: string) => wrap(text, screenWidth(world)).map((line) => `${line}\n`);
  return [
    ...(plan.undoes === undefined ? paragraph(headOf(plan, world)) : []),
    ...(plan.kind === 'restore' ? distanceLines(plan).flatMap(paragraph) : []),
    ...renderSteps(plan.steps, world, style),
    ...plan.kept.map(({ path, why }) => `  ${style.dim('leave')} ${showPath(path)} (${keptWords[why]})\n`),
    ...plan.conflicts.map(({ path, why }) => `  ${style.red('conflict')} ${showPath(path)} (${conflictWords[why]})\n`),
    ...(plan.index?.kind === 'write' ? ['  The index is put back too.\n'] : []),
    ...plan.refusals.map((refusal) => `${style.red('refused:')} ${describeRefusal(refusal).message}\n`),
    ...summaryOf(plan).flatMap(paragraph),
  ].join('');
}

const verbs = { restore: 'Restore', undo: 'Undo the restore of', redo: 'Reapply the restore of' } as const;

/** `Restore checkpoint 4 "Rotate refresh tokens on use" (12 minutes ago, main @ f446dcf)` */
function headOf({ kind, subject, checkpoint }: RestorePlan, world: World): string {
  const name = `${verbs[kind]} checkpoint ${subject.number}`;
  if (kind !== 'restore') return name;
  const { note, base } = checkpoint;
  const where = base === undefined ? branchOf(checkpoint) : `${branchOf(checkpoint)} @ ${base.slice(0, 7)}`;
  return `${name} "${oneLine(note.summary)}" (${age(new Date(note.created), world.now())}, ${where})`;
}

function distanceLines({ checkpoint, now, distance }: RestorePlan): string[] {
  const branch = now.status.branch ?? '';
  const other = branch === checkpoint.note.context.branch ? '' : `on ${stripControls(branch) || 'a detached HEAD'}`;
  const moved = distance === undefined ? '' : distanceText(distance);
  const facts = [other, moved].filter((fact) => fact !== '').join(', ');
  if (facts === '') return [];
  return [`! You are ${facts}.`, '  Commits and branches stay as they are.'];
}

/** `1 commit later (560f8ed wip)` */
function distanceText({ ahead, behind, newest }: NonNullable<RestorePlan['distance']>): string {
  const last = newest === undefined ? '' : ` (${newest.oid.slice(0, 7)} ${oneLine(newest.subject)})`;
  if (behind === 0) return `${count(ahead, 'commit')} later${last}`;
  if (ahead === 0) return `${count(behind, 'commit')} earlier`;
  return `on another line of commits: ${ahead} that the checkpoint has not${last}, and ${behind} that only it has`;
}

function renderSteps(steps: readonly Step[], world: World, style: Style): string[] {
  const rows = foldSteps(steps, MAX_LINES).map((line) => ({ ...line, mark: markOf(line.steps) }));
  const paint = { '+': style.green, '-': style.red, '~': style.yellow } as const;
  const lines = ({ steps: inside }: FoldedSteps) => linesOf(inside);
  const isNarrow = screenWidth(world) < NARROW;
  const widest = (cell: (row: FoldedSteps) => string) => Math.max(0, ...rows.map((row) => textWidth(cell(row))));
  const loss = ({ steps: inside }: FoldedSteps) => lossOf(inside, isNarrow);
  // The mark, and two spaces between columns.
  const room = Math.max(12, screenWidth(world) - widest(lines) - widest(loss) - 9);
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { align: 'left', cell: ({ mark }) => `  ${mark}`, paint: (text, { mark }) => paint[mark](text) },
    { align: 'left', cell: (row) => cutStartToWidth(nameOf(row), room) },
    { align: 'left', most: 14, cell: lines },
    { align: 'left', paint: style.yellow, cell: loss },
  ];
  const shown = rows.slice(0, MAX_LINES);
  const more = rows.length - shown.length;
  return [
    ...(shown.length === 0 ? [] : [renderTable(shown, columns, screenWidth(world))]),
    ...(more > 0 ? [`  … and ${more} more (--dry-run --json lists all)\n`] : []),
  ];
}

type Mark = '+' | '-' | '~';

const marks: Readonly<Record<Step['action'], Mark>> = {
  create: '+',
  delete: '-',
  overwrite: '~',
  mode: '~',
  type: '~',
  rewrite: '~',
};

function markOf(steps: readonly Step[]): Mark {
  const found = new Set(steps.map(({ action }) => marks[action]));
  return found.size === 1 ? ([...found][0] ?? '~') : '~';
}

const changeWords = { mode: ' (mode)', type: ' (type)', rewrite: ' (line ends or encoding)' } as const;

function nameOf({ path, steps }: FoldedSteps): string {
  const [first] = steps;
  if (steps.length > 1) return `${showPath(path)} ${count(steps.length, 'file')}`;
  const word = first !== undefined && first.action in changeWords ? changeWords[first.action as 'mode'] : '';
  return `${showPath(path)}${word}`;
}

function linesOf(steps: readonly Step[]): string {
  const sum = (side: 'added' | 'removed') => steps.reduce((total, step) => total + (step[side] ?? 0), 0);
  const [added, removed] = [sum('added'), sum('removed')];
  return [...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`-${removed}`] : [])].join(' ');
}

/** The word that matters comes whole where there is no room for more. */
function lossOf(steps: readonly Step[], isNarrow: boolean): string {
  const lost = steps.filter(({ loses }) => loses !== undefined);
  if (lost.length === 0) return '';
  if (steps.length > 1) return `${lost.length} uncommitted`;
  if (isNarrow) return lost[0]?.loses === 'untracked' ? 'untracked' : 'uncommitted';
  if (lost[0]?.loses === 'untracked') return lost[0].to === undefined ? 'untracked' : 'untracked, replaced';
  return lost[0]?.to === undefined ? 'uncommitted edits' : 'uncommitted edits are replaced';
}

/** `1 changed, 1 deleted, 1 created.` and that it can be undone. */
function summaryOf({ steps, kind }: RestorePlan): string[] {
  if (steps.length === 0) return ['No file changes.'];
  const of = (wanted: (step: Step) => boolean) => steps.filter(wanted).length;
  const created = of(({ action }) => action === 'create');
  const deleted = of(({ action }) => action === 'delete');
  const changed = steps.length - created - deleted;
  const parts = [
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(deleted > 0 ? [`${deleted} deleted`] : []),
    ...(created > 0 ? [`${created} created`] : []),
  ];
  const back = kind === 'undo' ? 'redoes' : 'undoes';
  return [`${parts.join(', ')}.`, `What you have now is saved first; \`git checkpoint undo\` ${back} this.`];
}

export function planJson(plan: RestorePlan): unknown {
  const { checkpoint, kind, subject, now, tree, steps, kept, conflicts, index, configuration, refusals } = plan;
  const { distance, undoes } = plan;
  return {
    checkpoint: checkpoint.number,
    kind,
    subject: subject.number,
    from: now.tree,
    to: tree,
    undoes: undoes ?? null,
    distance: distance === undefined ? null : { ahead: distance.ahead, behind: distance.behind },
    steps: steps.map(({ action, path, added, removed, loses }) => defined({ action, path, added, removed, loses })),
    kept,
    conflicts,
    index: index ?? null,
    configuration,
    refusals: refusals.map((refusal) => ({ ...refusal, ...describeRefusal(refusal) })),
  };
}

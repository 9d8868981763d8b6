import {
  type AnalysisField,
  analysisFields,
  byRank,
  type ListField,
  type TextField,
} from '../../core/analysis-fields.ts';
import type { Checkpoint } from '../../core/checkpoint.ts';
import { count } from '../../core/count.ts';
import { oneLine } from '../../core/strip-controls.ts';
import { cutToWidth } from '../../core/text-width.ts';
import { lineCounts } from '../../core/tree-change.ts';
import type { World } from '../../core/world.ts';
import { describeDrift, type ResumeOutcome } from '../../repository/resume.ts';
import { shareOfBudget } from './explanation.ts';
import { styleFor } from './style.ts';
import { screenWidth } from './table.ts';
import { wrap } from './wrap.ts';

/** How many items of a field somebody reads who only wants to know where they were. */
const shownItems: Readonly<Record<string, number>> = { current_task: 1, next_actions: 3, decisions: 2, blockers: 2 };
const LABEL = 10;

type Resumed = Extract<ResumeOutcome, { readonly kind: 'resumed' }>;

/** What the next session reads, in about ten lines for a person. */
export function renderDigest(resumed: Resumed, world: World): string {
  const { checkpoint, pack, drift } = resumed;
  const style = styleFor(world, world.stdout);
  const width = screenWidth(world);
  const rows = [
    ...(drift === undefined ? [] : [{ label: 'Now', lines: describeDrift(drift, []) }]),
    ...byRank(analysisFields).map((field) => ({
      label: field.short ?? field.title,
      lines: itemsOf(field, checkpoint),
    })),
    { label: 'Files', lines: filesOf(checkpoint) },
  ];
  const [headline = ''] = pack.text.split('\n', 1);
  const lines = rows.flatMap(({ label, lines: items }) =>
    items.map((line, at) => {
      const head = at === 0 ? style.bold(label) + ' '.repeat(LABEL - label.length) : ' '.repeat(LABEL);
      return head + cutToWidth(oneLine(line), width - LABEL);
    }),
  );
  const foot = `${shareOfBudget(resumed)} · --full prints them all · --explain counts them`;
  return [...wrap(headline, width).map(style.bold), ...lines, ...wrap(foot, width).map(style.dim), ''].join('\n');
}

function itemsOf(field: AnalysisField, { note }: Checkpoint): string[] {
  const most = shownItems[field.name];
  if (most === undefined) return [];
  if (field.kind === 'text') return [note.analysis[field.name as TextField]].filter((text) => text.trim() !== '');
  const items = note.analysis[field.name as ListField];
  const shown = field.newestLast ? items.slice(-most) : items.slice(0, most);
  const hidden = items.length - shown.length;
  const marked = shown.map((text, at) => `${field.pack?.form === 'numbers' ? at + 1 : '·'} ${text}`);
  return hidden === 0 ? marked : [...marked, `… and ${hidden} more`];
}

function filesOf({ note: { totals } }: Checkpoint): string[] {
  return totals.files === 0 ? [] : [`${count(totals.files, 'file')}, ${lineCounts(totals)}`];
}

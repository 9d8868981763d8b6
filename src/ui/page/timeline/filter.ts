import { agentTitle } from '../../../core/agent-title.ts';
import type { RowJson } from '../../api.ts';
import { noBranch, triggerTitles } from '../words.ts';

export interface Filter {
  readonly branch: string;
  readonly agent: string;
  readonly trigger: string;
  readonly kept: boolean;
  readonly path: string;
}

export const noFilter: Filter = { branch: '', agent: '', trigger: '', kept: false, path: '' };

/** What a filter can be set to, with how many rows it would leave. */
export interface Choice {
  readonly value: string;
  readonly title: string;
  readonly count: number;
}

type Field = 'branch' | 'agent' | 'trigger';

const valueIn: Readonly<Record<Field, (row: RowJson) => string>> = {
  branch: (row) => row.branch || noBranch,
  agent: (row) => row.agent ?? 'you',
  trigger: (row) => row.trigger ?? 'damaged',
};

export function isFiltered(filter: Filter): boolean {
  return filter.kept || [filter.branch, filter.agent, filter.trigger, filter.path].some((value) => value !== '');
}

export function filterRows(rows: readonly RowJson[], filter: Filter, left?: Field | 'kept'): readonly RowJson[] {
  if (!isFiltered(filter)) return rows;
  const fields = (['branch', 'agent', 'trigger'] as const).filter((field) => field !== left && filter[field] !== '');
  const kept = filter.kept && left !== 'kept';
  return rows.filter((row) => fields.every((field) => valueIn[field](row) === filter[field]) && (!kept || row.kept));
}

/** The values that there are, the most frequent first; the counts are of what the other filters leave. */
export function choicesOf(rows: readonly RowJson[], filter: Filter, field: Field): Choice[] {
  const counts = new Map<string, number>();
  for (const row of filterRows(rows, filter, field)) {
    const value = valueIn[field](row);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const choices = [...counts].map(([value, count]) => ({ value, count, title: titleOf(field, value) }));
  return choices.sort((one, other) => other.count - one.count);
}

function titleOf(field: Field, value: string): string {
  if (field === 'agent') return agentTitle(value);
  return field === 'trigger' && Object.hasOwn(triggerTitles, value)
    ? triggerTitles[value as keyof typeof triggerTitles]
    : value;
}

import type { Item, Measure, SectionName } from './level.ts';
import { type ListPlan, listLevels } from './list-levels.ts';
import type { PackInput } from './pack-input.ts';

/** A list as the checkpoint has it, with its place in the pack. */
export interface List extends Omit<ListPlan, 'missing'> {
  readonly section: SectionName;
  readonly noun: string;
}

/** The item for a list; none when the list is empty. */
export function listItem(list: List, input: PackInput, measure: Measure): Item[] {
  const items = list.items.filter((item) => item.trim() !== '');
  if (items.length === 0) return [];
  const direction = list.keep === 'first' ? 'more' : 'older';
  const missing = (count: number) => `${count} ${direction}: \`git checkpoint show ${input.checkpoint.number}\``;
  const levels = listLevels({ ...list, items, missing }, measure);
  return [
    {
      section: list.section,
      name: list.noun,
      count: items.length,
      form: list.form,
      levels,
      always: list.always === true,
    },
  ];
}

import { analysisFields, type FieldRow } from '../core/analysis-fields.ts';
import { plainWords } from './plain-words.ts';
import { cutWords } from './sentences.ts';
import type { Item } from './session-view.ts';

type Bounds = { readonly [Row in FieldRow as Row['name']]: Row['bound'] };

/** How many items a list keeps, and how long each may be. A note is read at every session start. */
export const BOUNDS = {
  ...(Object.fromEntries(analysisFields.map(({ name, bound }) => [name, bound])) as Bounds),
  commands: { count: 15, length: 270 },
  packages: 10,
  files: 200,
} as const;

/** Each text once, cut, and no more than fit. `keep` says which end is worth more. */
export function bounded(
  items: readonly Item[],
  bound: { readonly count: number; readonly length: number },
  keep: 'first' | 'last' = 'first',
): Item[] {
  const seen = new Set<string>();
  const distinct = items
    .map((item) => ({ ...item, text: cutWords(item.text, bound.length) }))
    .filter(({ text }) => {
      const key = plainWords(text);
      return key !== '' && !seen.has(key) && seen.add(key);
    });
  return keep === 'first' ? distinct.slice(0, bound.count) : distinct.slice(-bound.count);
}

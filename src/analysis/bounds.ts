import { plainWords } from './plain-words.ts';
import { cutWords } from './sentences.ts';
import type { Item } from './session-view.ts';

/** How many items a section keeps, and how long each may be. A note is read at every session start. */
export const BOUNDS = {
  goal: 500,
  task: 400,
  decisions: { count: 30, length: 320 },
  technical_context: { count: 14, length: 200 },
  play_by_play: { count: 24, length: 420 },
  current_state: { count: 22, length: 320 },
  next_actions: { count: 20, length: 320 },
  blockers: { count: 10, length: 420 },
  user_rules: { count: 24, length: 300 },
  relevant_docs: { count: 15, length: 200 },
  artifacts: { count: 60, length: 150 },
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

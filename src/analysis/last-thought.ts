import { doneAfter } from './about-to-do.ts';
import { cutWords, plainLine } from './sentences.ts';
import type { Item, TurnView } from './session-view.ts';
import { isTelling } from './telling.ts';

const LENGTH = 250;

interface LastThought {
  readonly said: string;
  readonly done: string;
  /** More than its heading. */
  readonly isWhole: boolean;
}

/** What the agent of a running turn thought last, as far as its client showed it, and what it has done since. */
function lastThought(last: TurnView): LastThought | undefined {
  const { thought, steps } = last.turn;
  if (thought === undefined || last.finished) return undefined;
  const lines = thought.text
    .split('\n')
    .map(plainLine)
    .filter((line) => line !== '');
  const isWhole = lines.length > 1;
  const said = cutWords(isWhole ? lines.slice(1).join(' ') : (lines[0] ?? ''), LENGTH);
  const before = steps.findLastIndex(({ time = '' }) => time <= thought.time);
  return isTelling(said) ? { said, done: doneAfter(last, before), isWhole } : undefined;
}

/** As a next step of its own: a heading says too little once something was done after it. */
export function thoughtItem(last: TurnView): Item[] {
  const thought = lastThought(last);
  if (thought === undefined || (!thought.isWhole && thought.done !== '')) return [];
  const { said, done } = thought;
  const since = done === '' ? '' : ` (since then ${done})`;
  return [{ text: `The agent’s last thought: “${said}”${since}`, from: { by: 'agent', turn: last.number } }];
}

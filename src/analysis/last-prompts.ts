import { cutWords } from './sentences.ts';
import type { Item, SessionView } from './session-view.ts';

/** How much of the newest prompt, and of each older one, is kept as it was typed. */
const NEWEST = 1200;
const OLDER = 320;

/** The user's last words as they were said, oldest first; blocks that were pasted are only named. */
export function findLastPrompts(view: SessionView, count: number): Item[] {
  const telling = view.turns.filter(({ turn, kind }) => turn.prompt.trim() !== '' && kind !== 'nothing').slice(-count);
  return telling.map(({ turn, number }, at) => ({
    text: cutWords(withoutBlocks(turn.prompt), at === telling.length - 1 ? NEWEST : OLDER),
    from: { by: 'user', turn: number },
  }));
}

function withoutBlocks(prompt: string): string {
  return prompt.replace(/```[\s\S]*?(?:```|$)/g, (block) => `[pasted block of ${block.split('\n').length} lines]`);
}

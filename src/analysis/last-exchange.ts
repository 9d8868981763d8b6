import { cutLines, flatProse } from './flat-prose.ts';
import { isOwnCommand } from './prompt-kind.ts';
import { cutWords } from './sentences.ts';
import type { Item, SessionView, TurnView } from './session-view.ts';

/** How much is kept of the newest text of each side, of each older one, and of all together. */
const NEWEST = { user: 1200, agent: 2500 } as const;
const OLDER = { user: 320, agent: 700 } as const;
const ALL = 6500;
/** The user's last prompts stay, however much the agent said between them. */
const LAST_PROMPTS = 6;
/** `Now update the tests:` says nothing afterwards. */
const MIN_COMMENTARY = 60;

/** What the user and the agent said to each other last, as it was said: the newest whole, older words cut, newest last. */
export function findLastExchange(view: SessionView, { count }: { readonly count: number }): Item[] {
  const turns = view.turns.filter((turn) => !isOnlyOurs(turn));
  const newestFirst = turns.flatMap((turn) => wordsOf(turn, turn === turns.at(-1))).reverse();
  const cut = newestFirst.map((said) => shortened(said, said === newestFirst.find(({ by }) => by === said.by)));
  const prompts = cut.filter(({ by }) => by === 'user').slice(0, Math.min(LAST_PROMPTS, count));
  const kept = new Set(prompts);
  let room = ALL - prompts.reduce((total, { text }) => total + text.length, 0);
  for (const said of cut.filter(({ by }) => by === 'agent')) {
    room -= said.text.length;
    if (room < 0 || kept.size === count) break;
    kept.add(said);
  }
  return cut
    .filter((said) => kept.has(said))
    .reverse()
    .map(({ text, by, turn }) => ({ text, from: { by, turn } }));
}

interface Said {
  readonly by: 'user' | 'agent';
  readonly turn: number;
  readonly text: string;
}

function wordsOf({ turn, number, finished }: TurnView, isLast: boolean): Said[] {
  const texts = turn.steps.flatMap((step) => (step.kind === 'text' ? [flatProse(step.text)] : []));
  const last = texts.length - 1;
  const isTold = (text: string, at: number) =>
    text !== '' && (text.length >= MIN_COMMENTARY || (at === last && (finished || isLast)));
  const prompt = withoutBlocks(turn.prompt).trim();
  return [
    ...(prompt === '' || isOwnCommand(prompt) ? [] : [{ by: 'user' as const, turn: number, text: prompt }]),
    ...texts.filter(isTold).map((text) => ({ by: 'agent' as const, turn: number, text })),
  ];
}

function shortened(said: Said, isNewest: boolean): Said {
  const limit = (isNewest ? NEWEST : OLDER)[said.by];
  return { ...said, text: said.by === 'user' ? cutWords(said.text, limit) : cutLines(said.text, limit) };
}

/** What the agent says about a save is no part of the work. */
function isOnlyOurs({ turn, calls }: TurnView): boolean {
  return isOwnCommand(turn.prompt) && calls.length === 0;
}

function withoutBlocks(prompt: string): string {
  return prompt.replace(/```[\s\S]*?(?:```|$)/g, (block) => `[pasted block of ${block.split('\n').length} lines]`);
}

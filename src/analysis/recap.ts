import { cutWords, splitSentences } from './sentences.ts';
import type { Item, SessionView, TurnView } from './session-view.ts';

/** So many turns later a recap still says what the session is about. */
const RECENT_TURNS = 3;

/** What the client itself wrote about the session lately, in a model's words: it was there, and knew the whole of it. */
function recentRecap({ turns }: SessionView): TurnView | undefined {
  return turns.slice(-RECENT_TURNS).findLast(({ turn }) => turn.recap !== undefined);
}

/** `We're rewriting the intro of the game. Next: …` → `Rewriting the intro of the game`; empty when it does not begin so. */
export function recapTitle(view: SessionView): string {
  const [first = ''] = splitSentences(recentRecap(view)?.turn.recap ?? '');
  const doing =
    /^(?:we|you|i)(?:['’](?:re|m)| are| am) (\w+ing .+?)(?:[,;—–]| and just\b|\. |$)/i.exec(first)?.[1] ?? '';
  return doing.slice(0, 1).toUpperCase() + doing.slice(1).replace(/\.$/, '');
}

const NEXT = /(?:^|(?<=[.!?] ))next(?: step| action)?s?: *(.+)$/is;

/** The recap of the last turn; what was asked or done after it, it does not know. */
function freshRecap({ turns }: SessionView): TurnView | undefined {
  const last = turns.at(-1);
  return last?.finished && last.turn.recap !== undefined ? last : undefined;
}

/** What the recap says that is next, as long as nothing was asked after it. */
export function nextOfRecap(view: SessionView): Item[] {
  const turn = freshRecap(view);
  const next = NEXT.exec(turn?.turn.recap ?? '')?.[1];
  if (turn === undefined || next === undefined) return [];
  return [{ text: next.slice(0, 1).toUpperCase() + next.slice(1), from: { by: 'summary', turn: turn.number } }];
}

const MAX_RECAP = 500;

/** The recap as a line of the state, without what is next. */
export function recapLine(view: SessionView): Item[] {
  const turn = freshRecap(view);
  const told = cutWords((turn?.turn.recap ?? '').replace(NEXT, ''), MAX_RECAP);
  return turn === undefined || told === ''
    ? []
    : [{ text: `Recap: ${told}`, from: { by: 'summary', turn: turn.number } }];
}

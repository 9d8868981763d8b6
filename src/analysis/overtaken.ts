import { commonWords } from './answered-question.ts';
import type { Item, SessionView } from './session-view.ts';
import { ASKED_FOR } from './user-choices.ts';

/** `I'm okay with doing it by tags` gives way to what the user finds better. */
const CONCEDES = /^(?:ok(?:ay)?[,.]? )?i(?:['’]m| am) (?:fine|ok|okay|good) (?:with|doing)\b/i;
const SOON = 6;
/** `Let's worry about 21 later` puts off what was found good before. */
const PUTS_OFF = /^let['’]?s (?:worry about|leave|handle|do) (?:the )?(.{2,40}?) later\b/i;

/** Whether a later word of the user on the same thing took the place of a decision, though neither names it a change. */
export function isOvertaken({ turns }: SessionView, { text, from }: Item, later: readonly Item[]): boolean {
  const said = later.filter((one) => one.from?.by === 'user');
  if (from?.by === 'question') {
    const answer = text.split(' → ').at(-1) ?? '';
    return said.some((one) => ASKED_FOR.test(one.text) && commonWords(answer, one.text) > 0);
  }
  if (said.some((one) => isPutOff(text, PUTS_OFF.exec(one.text)?.[1]))) return true;
  if (from?.by === 'user' && said.some((one) => isRenumbered(text, one.text))) return true;
  if (from?.turn === undefined || !CONCEDES.test(text)) return false;
  const at = from.turn;
  const whole = turns[at - 1]?.words ?? '';
  return said.some(
    ({ text: other, from: { turn = 0 } = {} }) => turn > at && turn <= at + SOON && commonWords(whole, other) >= 2,
  );
}

const NUMBERED =
  /\b(?!(?:phase|step|task|part|item|option|finding|issue|pr|point|question|slice|line|turn|section|chapter|stage|top|only|all|the|for|and|than|about|least|most)\b)([a-z]{3,}) (\d+(?:\.\d+)*)\b/gi;
const MAX_PLAIN = 120;

/** `Node 20 seems sensible`, and then `we should use node 18`: the same thing with another number. */
function isRenumbered(text: string, later: string): boolean {
  if (Math.max(text.length, later.length) > MAX_PLAIN) return false;
  const numbers = new Map(
    [...text.matchAll(NUMBERED)].map(([, name = '', number = '']) => [name.toLowerCase(), number]),
  );
  return [...later.matchAll(NUMBERED)].some(([, name = '', number]) => {
    const known = numbers.get(name.toLowerCase());
    return known !== undefined && known !== number;
  });
}

function isPutOff(text: string, what: string | undefined): boolean {
  const known = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  return what !== undefined && (what.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => known.has(word));
}

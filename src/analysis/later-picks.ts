import { BOUNDS } from './bounds.ts';
import { findChoice } from './options.ts';
import type { Settled } from './reply-decisions.ts';
import { cutWords, subjectWords } from './sentences.ts';
import type { SessionView, TurnView } from './session-view.ts';

const WISHES =
  /\b(?:i want|i['’]d (?:rather|like|prefer)|let['’]?s|instead|actually|prefer|go with|switch to)\b|したい|にして|にする|のほうが|がいい|想(?:要|用)|改(?:成|用)|하고 싶|로 하자|로 해/i;
const MAX_WISH = 80;

/** `I want it by mail, once a day`: wishes for another option of a question than the one that was taken before. */
export function laterPick(view: SessionView, turn: TurnView, earlier: readonly Settled[]): Settled | undefined {
  const { words, number } = turn;
  if (words.length > MAX_WISH || !WISHES.test(words) || /[?？]/.test(words)) return undefined;
  for (const before of view.turns.slice(Math.max(0, number - 5), number - 2).reverse()) {
    const choice = findChoice(before.closing);
    const taken = earlier.findLast(({ topic }) => choice !== undefined && topic === choice.topic);
    if (choice === undefined || taken === undefined) continue;
    const wished = [...subjectWords(words)];
    const [option, other] = choice.options.filter(({ title }) => wished.some((word) => subjectWords(title).has(word)));
    if (option !== undefined && other === undefined && !taken.text.includes(option.title))
      return { text: cutWords(words, BOUNDS.decisions.length), topic: choice.topic };
  }
  return undefined;
}

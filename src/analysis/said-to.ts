import { questionAnswered } from './answered-question.ts';
import { entryTaken, menuOf } from './menus.ts';
import { partNamed } from './named-parts.ts';
import { findChoice } from './options.ts';
import { agreesFirst } from './prompt-kind.ts';
import { closingOffer, closingQuestion, recommended } from './proposals.ts';
import { chosenOptions } from './reply.ts';
import { cutWords, splitSentences, withoutPastes } from './sentences.ts';
import type { TurnView } from './session-view.ts';
import { isTelling } from './telling.ts';

/** What an agreement or an answer is said to. */
export function saidTo(before: TurnView, turn: TurnView): string {
  if (turn.kind !== 'agreement' && turn.kind !== 'answer' && !agreesFirst(turn.words)) return '';
  const isYes = turn.kind === 'agreement';
  const question = isYes ? closingQuestion(before.closing) : questionAnswered(before.closing, turn.words);
  if (question !== '') {
    const isClear = isTelling(question) || turn.kind === 'answer';
    return ` (to: ${cutWords(isClear ? question : wordsBefore(before.closing, question), 200)})`;
  }
  // Words that answer another thing than what was asked are said to nothing.
  if (!isYes && closingQuestion(before.closing) !== '') return '';
  const offer = closingOffer(before.closing) || recommended(before.closing);
  if (offer !== '') return ` (to: ${cutWords(offer, 200)})`;
  if (!isYes) return '';
  return ` (to the agent's proposal for: ${cutWords(before.words || before.turn.prompt, 160)})`;
}

const OFFERED_SENTENCES = 2;

/** `Ready to implement on your go` offers what stands before it. */
function wordsBefore(closing: string, question: string): string {
  const sentences = splitSentences(withoutPastes(closing));
  const at = sentences.findLastIndex((sentence) => question.endsWith(sentence));
  return [...sentences.slice(Math.max(0, at - OFFERED_SENTENCES), at), question].join(' ');
}

const MAX_CHOOSING_WORDS = 6;

/** Which options a few words such as `1` or `the second` take. */
export function chosenText(closing: string, words: string): string {
  const entry = entryTaken(words, menuOf(closing));
  if (entry !== undefined) return entry.title;
  const part = partNamed(closing, words);
  if (part !== '') return part;
  const choice = words.trim().split(/\s+/).length > MAX_CHOOSING_WORDS ? undefined : findChoice(closing);
  if (choice === undefined) return '';
  const titles = chosenOptions(words, choice).map(({ title }) => title);
  return titles.length === 0 ? '' : `${choice.topic === '' ? '' : `${choice.topic}: `}${titles.join(' and ')}`;
}

import { asksBack, commonWords, questionAnswered } from './answered-question.ts';
import { PICKS } from './answers.ts';
import { asImperative } from './imperative.ts';
import { closingQuestion, isEmptyQuestion, isOffer } from './proposals.ts';
import { isRemark } from './remarks.ts';
import { isReversal } from './reply.ts';
import type { Settled } from './reply-decisions.ts';
import { cutWords, splitSentences, subjectWords, withoutPastes } from './sentences.ts';
import type { TurnView } from './session-view.ts';
import { settlesNothing } from './settles-nothing.ts';

const MAX_REPLY = 220;
/** So many words can be read without the question. */
const TELLING_WORDS = 8;

/** A letter that names no option says how to go on; a link or what there is to do is no choice either. */
const NO_CHOICE = /^\W*\w\W*$|^(?:https?:\/\/|[~.]?\/)\S+$|^there (?:is|are)\b/i;

/** A short answer to a question that says what it asks; undefined when it is none, empty when it settles nothing. */
export function shortAnswer(before: TurnView, turn: TurnView): Settled[] | undefined {
  const { words } = turn;
  const [first = ''] = splitSentences(words);
  if (!isReply(before, turn)) return undefined;
  if (NO_CHOICE.test(words.trim()) || settlesNothing(first) || settlesNothing(words)) return [];
  const isPick = PICKS.test(first) || LETS.test(first);
  if (isWork(words) || (!isPick && isOrder(turn))) return undefined;
  const question = questionAnswered(before.closing, words);
  if (question === '' || isEmptyQuestion(question)) return isPick ? picked(before.closing, words) : undefined;
  if (isOffer(question) && !isQuoted(question, words)) return undefined;
  const topic = cutWords(question, 160);
  if (words.split(/\s+/).length >= TELLING_WORDS) return [{ text: `${topic} → ${cutWords(words, MAX_REPLY)}`, topic }];
  const understood = acknowledgement(turn);
  return [{ text: `${topic} → ${words}${understood === '' ? '' : ` (${understood})`}`, topic }];
}

/** `Let's do the island`: picks by its name. */
export const LETS = /^let['’]?s (?:do|go with|take|make it|try) (?!(?:it|this|that|them|so|both)\b)/i;

/** `**Where to put the guard:**` is what `put it in the writer` speaks of. */
const SUBJECT = /^(?:where|which|how|what|when|whether)\b[^?]{4,100}:$/i;

function picked(closing: string, words: string): Settled[] | undefined {
  if (commonWords(closing, words) === 0) return undefined;
  const subject = /\b(?:it|them|that|this)\b/i.test(words)
    ? splitSentences(withoutPastes(closing)).findLast((sentence) => SUBJECT.test(sentence))
    : undefined;
  return [{ text: subject === undefined ? words : `${subject.slice(0, -1)} → ${words}`, topic: subject ?? words }];
}

/** Answers a question, and neither asks back nor takes back. */
function isReply({ closing }: TurnView, { kind, words }: TurnView): boolean {
  return (
    closingQuestion(closing) !== '' &&
    (kind === 'goal' || kind === 'answer') &&
    words.length <= MAX_REPLY &&
    !asksBack(words) &&
    !isReversal(words)
  );
}

/** An agreement with an order behind it is work to do; a remark on how something looks leads to another try. */
function isWork(words: string): boolean {
  return (
    /^(?:ok(?:ay)?|yes|yeah|yep|cool|great|sure|perfect|good)\b/i.test(words) ||
    /\b(?:commit|push)\b/i.test(words) ||
    isRemark(words)
  );
}

function isOrder({ kind, words }: TurnView): boolean {
  return kind === 'goal' && asImperative(splitSentences(words)[0] ?? '') !== '';
}

/** The reply says again what the agent put into its offer: `Rebuild the bridge` to `Shall I write “Rebuild the bridge”?` */
function isQuoted(question: string, words: string): boolean {
  const size = subjectWords(words).size;
  return size >= 3 && commonWords(question, words) === size;
}

/** `General-purpose it is`: how the agent understood a short answer. */
function acknowledgement({ turn }: TurnView): string {
  const first = turn.steps.find((step) => step.kind === 'text');
  const [sentence = ''] = first?.kind === 'text' ? splitSentences(first.text) : [];
  const isPlain =
    sentence.length >= 12 && sentence.length <= 160 && !/^(?:let me|now|i['’]ll|i will|i['’]m)\b|[:?]$/i.test(sentence);
  return isPlain ? `agent: ${sentence.replace(/\.$/, '')}` : '';
}

import { answeredPoints } from './answered-points.ts';
import { PICKS } from './answers.ts';
import { asImperative } from './imperative.ts';
import { entryTaken, menuOf } from './menus.ts';
import { type Choice, findChoice } from './options.ts';
import { closingQuestion, isEmptyQuestion, isOffer } from './proposals.ts';
import { chosenOptions, isReversal } from './reply.ts';
import { cutWords, splitSentences } from './sentences.ts';
import type { TurnView } from './session-view.ts';

/** What a reply settled: in words that can be read alone, and about what, so that a later reply can settle it anew. */
export interface Settled {
  readonly text: string;
  readonly topic: string;
}

const MAX_REPLY = 220;

/**
 * What the user settled by a reply to the agent's last words. Undefined when the prompt is no reply; empty when it is one that
 * settles nothing, such as `yes` to `Looks good?`.
 */
export function settledByReply(before: TurnView, turn: TurnView): Settled[] | undefined {
  // A menu says how to go on, not what was decided.
  if (entryTaken(turn.words, menuOf(before.closing)) !== undefined) return [];
  const choice = findChoice(before.closing);
  if (choice !== undefined && isEmptyQuestion(`${choice.topic}?`) && isBare(turn.words)) return [];
  const points = answeredPoints(before.closing, turn.words);
  if (points.length > 1) return points.map(({ point, answer }) => ({ text: `${point} → ${answer}`, topic: point }));
  const chosen = choice === undefined || namesSeveral(turn.words, choice) ? [] : chosenOptions(turn.words, choice);
  if (choice !== undefined && chosen.length > 0) {
    const titles = chosen.map(({ key, title }) => `${title} (${key})`).join(' and ');
    return [{ text: `${choice.topic}: ${titles}${furtherWords(turn.words)}`, topic: choice.topic }];
  }
  const named = choice === undefined ? [] : namedOptions(turn.words, choice);
  if (choice !== undefined && named.length > 0) {
    const legend = named.map(({ key, title }) => `${key.toUpperCase()}: ${title}`).join('; ');
    return [{ text: `${cutWords(turn.words, MAX_REPLY)} (${legend})`, topic: choice.topic }];
  }
  if (turn.kind === 'agreement') return agreedPoints(before.closing);
  return answered(before, turn);
}

/** `A for these calls, the others should do B` takes neither of them alone. */
function namesSeveral(words: string, choice: Choice): boolean {
  return !isBare(words) && namedOptions(words, choice).length > 1;
}

function isBare(words: string): boolean {
  return words.trim().split(/\s+/).length <= 6;
}

/** `A for all calls via go-git. Direct requests should do B` says more than the letter. */
function furtherWords(words: string): string {
  return isBare(words) ? '' : ` — “${cutWords(words, MAX_REPLY)}”`;
}

/** Options that a longer reply speaks of by their capital letter or number. */
function namedOptions(words: string, { options }: Choice) {
  if (words.length > 400) return [];
  const keys = new Set(
    [...words.matchAll(/(?<![\w'’.-])(?:option )?([A-H])(?![\w'’.-])/g)].map(([, key = '']) => key.toLowerCase()),
  );
  // `I` and `A` alone are words of the language, too.
  return keys.size < 2 ? [] : options.filter(({ key }) => keys.has(key));
}

/** Points that the agent put up one by one (`1. Override knob: I'm not adding it. OK?`), agreed to with one word. */
function agreedPoints(closing: string): Settled[] {
  const choice = findChoice(closing);
  const points = choice?.options.filter(({ text }) => /\?["')*_\s]*$/.test(text)) ?? [];
  return points.map(({ title, text }) => {
    const [first = ''] = splitSentences(text);
    return { text: first.length > title.length ? first : title, topic: title };
  });
}

/** A short answer to a question that says what it asks. */
function answered(before: TurnView, turn: TurnView): Settled[] | undefined {
  const question = closingQuestion(before.closing);
  const isReply =
    question !== '' &&
    (turn.kind === 'goal' || turn.kind === 'answer') &&
    turn.words.length <= MAX_REPLY &&
    !/\?\s*$/.test(turn.words);
  if (
    !isReply ||
    /^(?:how|what|why|where|when|can|could|is|are|do|does|i want to (?:see|know)|i['’]m curious|yeah i['’]m curious)\b/i.test(
      turn.words,
    )
  )
    return undefined;
  // A letter that names no option says how to go on; a link or what there is to do is no choice either.
  if (/^\W*\w\W*$|^(?:https?:\/\/|[~.]?\/)\S+$|^there (?:is|are)\b/i.test(turn.words.trim())) return [];
  if (isEmptyQuestion(question) || isOffer(question) || isReversal(turn.words)) return undefined;
  const [first = ''] = splitSentences(turn.words);
  if (turn.kind === 'goal' && !PICKS.test(first) && asImperative(first) !== '') return undefined;
  const topic = cutWords(question, 160);
  // An agreement with an order behind it is work to do, not a choice.
  if (
    /^(?:ok(?:ay)?|yes|yeah|yep|cool|great|sure|perfect|good)\b/i.test(turn.words) ||
    /\b(?:commit|push)\b/i.test(turn.words)
  )
    return undefined;
  if (turn.words.split(/\s+/).length >= 8) return [{ text: cutWords(turn.words, MAX_REPLY), topic }];
  const understood = acknowledgement(turn);
  return [{ text: `${topic} → ${turn.words}${understood === '' ? '' : ` (${understood})`}`, topic }];
}

/** `General-purpose it is`: how the agent understood a short answer. */
function acknowledgement({ turn }: TurnView): string {
  const first = turn.steps.find((step) => step.kind === 'text');
  const [sentence = ''] = first?.kind === 'text' ? splitSentences(first.text) : [];
  const isPlain =
    sentence.length >= 12 && sentence.length <= 160 && !/^(?:let me|now|i['’]ll|i will|i['’]m)\b|[:?]$/i.test(sentence);
  return isPlain ? `agent: ${sentence.replace(/\.$/, '')}` : '';
}

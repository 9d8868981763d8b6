import { acknowledged } from './acknowledged.ts';
import { asksBack, commonWords } from './answered-question.ts';
import { PICKS } from './answers.ts';
import { isEmptyQuestion, isOffer } from './proposals.ts';
import { isRemark } from './remarks.ts';
import { isReversal } from './reply.ts';
import type { Settled } from './reply-decisions.ts';
import { cutWords, splitSentences, subjectWords, withoutPastes } from './sentences.ts';
import type { TurnView } from './session-view.ts';
import { settlesNothing } from './settles-nothing.ts';
import { LETS } from './short-answers.ts';

/** `Question 4:` begins what is asked now, whatever was said before. */
const NUMBERED = /\bquestion \d{1,2}\b[^?\n]{0,20}$/gim;
/** Asks what is or was: the answer tells, and settles nothing. */
const OF_FACTS =
  /\b(?:see|seeing|errors?|happen\w*|worked|working|tried|paste|still|currently|interests? you)\b|\b(?:did|does|is|are|was|were|have|has|can|could) (?:it|this|that|you|they)\b/i;
/** Asks for more than yes or no. */
const OPEN =
  /\b(?:or|which|what|where|how|who|when|any|prefer\w*|ou|quels?|quelles?|laquelle|lequel|comment|préfères?|oder|welche[rns]?|was|wie|wo|qué|cuál|cómo|dónde|qual|quais|como|onde)\b|[呢吗か까]/i;
const YES_OR_NO = /^(?:yes|yea|yeah|yep|yup|no|nope|nah|sure|oui|non|ja|nein|sí|sim|não)\b/i;
/** A letter, a number or a code of a menu. */
const KEY = /^\W*(?:\w|[A-Z]{1,3})\W*$/;
const IS_QUESTION = /[?？]["')*_`\s]*$/;
/** The agent does not wait for the answer. */
const GOES_ON = /^(?:i (?!\w*(?:recommend|suggest|would|lean|prefer))|i['’](?:ll|m)\b|let me\b|now\b)/i;
/** A second question may belong to the first. */
const MAX_QUESTIONS = 2;
const LAST_SENTENCES = 4;
const MAX_TOPIC = 130;
const MAX_REPLY = 900;
const MAX_ANSWER = 220;
/** So few words need not name what they are about. */
const MAX_OWN = 25;
const WENT_WRONG =
  /\b(?:doesn|isn|wasn|didn|aren|can)['’]?t\b|\b(?:not work\w*|still|errors?|fail\w*|broken|crash\w*|getting|seeing|it works?)\b/i;
/** `Which one?` says nothing alone. */
const MIN_SUBJECT = 2;

/** What the user answered, in words of their own, to the one question that the agent ended on; undefined when it is none. */
export function answeredInWords({ closing }: TurnView, turn: TurnView): Settled | undefined {
  const [question = '', ...others] = onlyQuestion(closing);
  if (question === '' || !isReply(turn)) return undefined;
  const asked = [question, ...others].join(' ');
  const said = acknowledged(turn);
  const isOpen = OPEN.test(asked) || YES_OR_NO.test(turn.words) || said !== '';
  if (!isOpen || !isAnswerTo(asked, turn, said)) return undefined;
  const answer = answerIn(turn.words, said);
  const topic = topicOf(question);
  return answer === '' ? undefined : { text: `${topic} → ${answer}`, topic };
}

/** Speaks of what was asked, was understood as an answer, or can be nothing else. */
function isAnswerTo(asked: string, { kind, words }: TurnView, said: string): boolean {
  const count = words.split(/\s+/).length;
  if (said !== '' || commonWords(asked, words) >= (count > MAX_OWN ? 2 : 1)) return true;
  const isPlain = LETS.test(words) || (kind === 'answer' && !PICKS.test(words));
  return isPlain && count <= MAX_OWN && !WENT_WRONG.test(words);
}

/** The question at the end, with what asks on about it; empty when there are more, or when it offers or asks for facts. */
function onlyQuestion(closing: string): string[] {
  const prose = withoutPastes(closing);
  const [head] = [...prose.matchAll(NUMBERED)].slice(-1);
  const sentences = splitSentences(head === undefined ? prose : prose.slice(head.index + head[0].length));
  const questions = sentences.filter((sentence) => IS_QUESTION.test(sentence));
  const first = sentences.findIndex((sentence) => IS_QUESTION.test(sentence));
  if (subjectWords(questions[0] ?? '').size < MIN_SUBJECT) return [];
  const isAtEnd = head !== undefined || first >= sentences.length - LAST_SENTENCES;
  if (GOES_ON.test(sentences.at(-1) ?? '')) return [];
  if (questions.length === 0 || questions.length > MAX_QUESTIONS || !isAtEnd) return [];
  const offered = sentences.slice(Math.max(0, first - LAST_SENTENCES));
  return offered.some(isOffer) || questions.some((one) => isEmptyQuestion(one) || OF_FACTS.test(one)) ? [] : questions;
}

function isReply({ kind, words }: TurnView): boolean {
  const [first = ''] = splitSentences(words);
  return (
    (kind === 'goal' || kind === 'answer') &&
    words.length <= MAX_REPLY &&
    !KEY.test(words) &&
    !asksBack(first) &&
    !IS_QUESTION.test(words) &&
    !isReversal(words) &&
    !isRemark(words.replace(/^h?m+\W+/i, '')) &&
    !settlesNothing(first) &&
    !(words.length <= MAX_ANSWER && settlesNothing(words))
  );
}

/** `Stderr: should it be a port of its own (connectable), or …?` without what it gives as examples. */
function topicOf(question: string): string {
  const plain = question.replace(/ \((?:e\.g\.|for example|such as|like)[^()]*\)/gi, '');
  return cutWords(plain, MAX_TOPIC);
}

/** Thinks aloud before it answers. */
const FILLS = /^(?:h?m+|thanks|thank you|good question|oh|ah|i was going to ask you|i guess it depends\b.*)[.,!…]*$/i;

/** The reply as far as it is short, else what the agent made of it. */
function answerIn(words: string, said: string): string {
  const told = splitSentences(words).filter((sentence) => !FILLS.test(sentence));
  const open = told.findIndex(settlesNothing);
  const sentences = open === -1 ? told : told.slice(0, open);
  const whole = sentences.join(' ');
  if (whole.length <= MAX_ANSWER || said === '') return cutWords(whole, MAX_ANSWER);
  return `${cutWords(sentences[0] ?? '', MAX_ANSWER / 2)} (agent: ${said})`;
}

import type { Answer } from '../core/session.ts';
import { askedAt, settledInWords, wasActedOn } from './given-answers.ts';
import { cutWords, splitSentences, subjectWords } from './sentences.ts';
import type { SessionView } from './session-view.ts';
import { settlesNothing } from './settles-nothing.ts';

interface Answered {
  readonly text: string;
  readonly topic: string;
  /** What the answer is called, where it is in the user's own words: the agent's reading of it may take its place. */
  readonly named?: string;
}

/** What the user settled by answering questions that a tool had put. */
export function decidedByAnswers(view: SessionView): Answered[] {
  return view.session.answers.flatMap((one): Answered[] => {
    const { question, header = '', answer = '', meaning = '' } = one;
    if (meaning === '' && ASKS_BACK.test(answer)) return settledAfter(view, one);
    const words = [question, header, answer].join(' ');
    if (isNoAnswer(answer) || isUsedUp(question, answer) || wasActedOn(view, words, askedAt(view, one))) return [];
    return [{ text: tell(one), topic: question, ...(meaning === '' && header !== '' ? { named: header } : {}) }];
  });
}

/** Somewhere in it, not only at its end. */
const ASKS_BACK = /[?？](?:["')\s]|$)/;
const MAX_SETTLED = 220;

/** A question settles nothing; what the agent says to it does. */
function settledAfter(view: SessionView, one: Answer): Answered[] {
  const at = askedAt(view, one);
  const said = at === undefined ? '' : settledInWords(view.turns[at.turn - 1], at.step);
  if (said === '' || said.length > MAX_SETTLED) return [];
  const question = cutWords(questionIn(one.question), MAX_QUESTION);
  return [{ text: `${question} → agent: ${said}`, topic: one.question }];
}

/** The header names what the question may call `it`; of a picked option, its description says what the label means. */
function tell({ question, header = '', answer = '', meaning = '' }: Answer): string {
  const picked = cutWords(answer.replace(/\s*\((?:recommended|default)\)$/i, ''), MAX_ANSWER);
  const means = firstClause(meaning);
  if (header !== '' && means !== '') return `${header} → ${picked} — ${means}`;
  const asked = questionIn(question);
  const isNamed = [...subjectWords(header)].every((word) => asked.toLowerCase().includes(word));
  return `${isNamed ? '' : `${header}: `}${cutWords(asked, MAX_QUESTION)} → ${picked}${means === '' ? '' : ` — ${means}`}`;
}

const MAX_QUESTION = 130;
/** The answer is what counts: it is cut last. */
const MAX_ANSWER = 280;
const MAX_MEANING = 200;

function firstClause(description: string): string {
  const [sentence = ''] = splitSentences(description);
  const clause = sentence.split(/\s+[—–]\s+|;\s/)[0] ?? '';
  return cutWords(clause.replace(/[.\s]+$/, ''), MAX_MEANING);
}

/** The question itself, without what leads to it and follows it. */
function questionIn(text: string): string {
  return splitSentences(text).find((sentence) => /[?？]$/.test(sentence)) ?? text;
}

/** The user took nothing, asked back, said something else, or what they had believed. */
function isNoAnswer(answer: string): boolean {
  if (settlesNothing(answer)) return true;
  return answer.trim() === '' || /\?["')\s]*$|^(?:hmm|not sure|i don['’]t know|i thought)\b/i.test(answer.trim());
}

const MAX_OPTION_WORDS = 6;

/** How to run or hand over something once: used up when it was done. */
function isUsedUp(question: string, answer: string): boolean {
  // Words of the user's own order more than the option did.
  if (answer.split(/\s+/).length > MAX_OPTION_WORDS) return false;
  return /\b(?:how should i (?:run|proceed|deliver|hand|continue)|(?:should|shall) i (?:run|push|commit|proceed|continue)|push|open a (?:stacked )?pr)\b/i.test(
    question.slice(0, 120),
  );
}

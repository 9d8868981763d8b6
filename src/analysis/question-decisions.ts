import type { Answer } from '../core/session.ts';
import { cutWords, splitSentences, subjectWords } from './sentences.ts';

interface Answered {
  readonly text: string;
  readonly topic: string;
}

/** What the user settled by answering questions that a tool had put. */
export function decidedByAnswers(answers: readonly Answer[]): Answered[] {
  return answers.flatMap((one) => {
    const { question, answer = '' } = one;
    return isNoAnswer(answer) || isUsedUp(question, answer) ? [] : [{ text: tell(one), topic: question }];
  });
}

/** The header names what the question may call `it`; of a picked option, its description says what the label means. */
function tell({ question, header = '', answer = '', meaning = '' }: Answer): string {
  const picked = cutWords(answer.replace(/\s*\((?:recommended|default)\)$/i, ''), 180);
  const means = firstClause(meaning);
  if (header !== '' && means !== '') return `${header} → ${picked} — ${means}`;
  const asked = questionIn(question);
  const isNamed = [...subjectWords(header)].every((word) => asked.toLowerCase().includes(word));
  return `${isNamed ? '' : `${header}: `}${cutWords(asked, 130)} → ${picked}${means === '' ? '' : ` — ${means}`}`;
}

const MAX_MEANING = 130;

function firstClause(description: string): string {
  const [sentence = ''] = splitSentences(description);
  const clause = sentence.split(/\s+[—–]\s+|;\s/)[0] ?? '';
  return cutWords(clause.replace(/[.\s]+$/, ''), MAX_MEANING);
}

/** The question itself, without what leads to it and follows it. */
function questionIn(text: string): string {
  return splitSentences(text).find((sentence) => /[?？]$/.test(sentence)) ?? text;
}

/** The user asked back, said something else, or what they had believed. */
function isNoAnswer(answer: string): boolean {
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

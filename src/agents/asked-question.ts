import type { Answer, AnswerOption } from '../core/session.ts';
import { type JsonObject, objectsAt, textAt } from './json-value.ts';
import { keptText, LIMITS } from './kept-text.ts';

/** A question that is open or answered, with what is needed to understand its answer. */
export interface AskedQuestion extends Answer {
  /** By which its answer calls it, where it has one. */
  readonly name?: string;
}

const MAX_OPTIONS = 8;

/** A question as the tools of Claude Code and Codex are given it. */
export function readQuestion(input: JsonObject): AskedQuestion {
  const [header, name] = [textAt(input, 'header'), textAt(input, 'id')];
  const options = objectsAt(input, 'options')
    .slice(0, MAX_OPTIONS)
    .map((option) => ({
      label: keptText(textAt(option, 'label'), LIMITS.optionLabel),
      description: keptText(textAt(option, 'description'), LIMITS.optionDescription),
    }));
  return {
    question: keptText(textAt(input, 'question'), LIMITS.question),
    ...(header === '' ? {} : { header: keptText(header, LIMITS.optionLabel) }),
    ...(name === '' ? {} : { name }),
    ...(options.length === 0 ? {} : { options }),
  };
}

/** What the option that an answer picks was said to mean; empty for words of the user's own, and for several options. */
export function meaningOf(answer: string, options: readonly AnswerOption[] = []): string {
  return options.find(({ label }) => label === answer.trim())?.description ?? '';
}

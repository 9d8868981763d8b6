import { countTokens } from '../core/count-tokens.ts';

// Claude Code cuts a result above 25,000 tokens or 50,000 characters to a preview. The count is an estimate: some room is left.
const MAX_CHARACTERS = 49_000;
const MAX_TOKENS = 22_000;

/** Whether a client takes the result whole. */
export function fits(result: unknown): boolean {
  const text = asText(result);
  return text.length <= MAX_CHARACTERS && countTokens(text) <= MAX_TOKENS;
}

/** Builds the result with as much in it as fits; `build` is asked with amounts from 0 to `most`. */
export function largestThatFits<Result>(most: number, build: (amount: number) => Result): Result {
  const whole = build(most);
  if (most === 0 || fits(whole)) return whole;
  let least = 0;
  let above = most;
  while (above - least > 1) {
    const middle = Math.floor((least + above) / 2);
    if (fits(build(middle))) least = middle;
    else above = middle;
  }
  return build(least);
}

// Characters that JSON leaves as they are and that a terminal obeys or nobody sees.
const UNSEEN = /[\u007f-\u009f]|[\p{Cf}\u2028\u2029]/gu;

/** The text block of a result: the same JSON as its structured content. */
export function asText(result: unknown): string {
  return JSON.stringify(result).replace(UNSEEN, escaped);
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}

import type { Said } from './said-words.ts';

/** A long order that was given again, or in pieces, is told once: as whole as it was given, where it was given last. */
export function onceSaid(words: readonly Said[], most: number): Said[] {
  const isLong = (said: Said) => said.by === 'user' && said.text.length >= MIN_REPEATED;
  const prompts = words.filter(isLong);
  const wholeOf = (said: Said) =>
    prompts.find((other) => other.text.length > said.text.length && contains(other.text, said.text)) ??
    prompts.find((other) => other.text === said.text) ??
    said;
  return words.flatMap((said) => {
    if (!isLong(said)) return [said];
    const whole = wholeOf(said);
    const copies = prompts.filter((other) => wholeOf(other) === whole);
    if (copies.at(-1) !== said) return [];
    return copies.length === 1 ? [said] : [{ ...said, text: whole.text, most }];
  });
}

const MIN_REPEATED = 400;

function contains(text: string, part: string): boolean {
  const letters = (words: string) => words.replace(/\s+/g, ' ').trim();
  return letters(text).includes(letters(part));
}

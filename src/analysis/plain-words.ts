/** A text as its words alone, in lower case with one space between: what two spellings of one thing share. */
export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Both lists without what says the same again. */
export function unionByWords(first: readonly string[], second: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...first, ...second].filter((text) => !seen.has(plainWords(text)) && seen.add(plainWords(text)));
}

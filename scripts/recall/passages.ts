import { normalise } from './score.ts';

/** Sentences of a text, without the signs of lists, headings and tables; never cut inside a path such as `./...`. */
export function sentencesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => line.split(/(?<=[.!?])\s+(?=[\p{Lu}`"'“‘(*[])/u))
    .map((sentence) =>
      sentence
        .replace(/^\s*(?:[-*+•>]|#+|\d+[.)])\s+/, '')
        .replace(/\s*\|\s*/g, ' ')
        .replace(/\[([^\]]+)\]\([^)\s]+\)/g, '$1')
        .trim(),
    )
    .filter((sentence) => sentence !== '');
}

/** Two sentences that stand together, normalised: as far as the words of one statement may lie apart. */
export function passagesOf(text: string): string[] {
  const sentences = sentencesOf(text).map(normalise);
  return sentences.map((sentence, at) => `${sentence} ${sentences[at + 1] ?? ''}`);
}

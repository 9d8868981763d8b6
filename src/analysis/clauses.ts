import { splitSentences } from './sentences.ts';

/** Two dots or more between words end a sentence, too; those of a path or a range of commits do not. */
const DOTS = /(?<=[^\s./])\.{2,}(?=[^\s./)])|(?<=[^\s./])\.{2,}\s+(?=\S)/;
const AND_ALSO = /\s+and also\s+/i;

/** Sentences, cut also where somebody types `..` or `and also` instead of a full stop. */
export function clausesOf(text: string): string[] {
  return splitSentences(text)
    .flatMap((sentence) => (/\bgit\b|`/.test(sentence) ? [sentence] : sentence.split(DOTS)))
    .flatMap((sentence) => sentence.split(AND_ALSO))
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
}

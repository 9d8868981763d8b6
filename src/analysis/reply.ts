import type { Choice, Option } from './options.ts';
import { subjectWords } from './sentences.ts';

const LEAD = String.raw`(?:(?:ok(?:ay)?|yes|yeah|no|sure|hmm|or no|actually|wait|please|lets|let['’]s|i['’]d|i would|i['’]ll|i|we|would|go|going|with|for|do|use|take|pick|choose|prefer|like|want|the|option|number|answer|think|say|just|then|and|it['’]s|so)[\s,.:]+)*`;
const KEY = String.raw`\(?([a-h]|[1-9])\)?`;
const ALONE = new RegExp(`^${LEAD}${KEY}(?:\\s*(?:and|&|\\+|,|then|plus)\\s*${KEY})?(?=[\\s.,!;:)—-]|$)`, 'i');

/** The options that a reply names: by letter or number, or by words that only one of them has. */
export function chosenOptions(reply: string, { options }: Choice): Option[] {
  const text = reply.trim();
  const [, first, second] = ALONE.exec(text) ?? [];
  const keys = [first, second].filter((key) => key !== undefined).map((key) => key.toLowerCase());
  // `a new test would be good` begins with the letter and means none.
  const isArticle =
    keys[0] === 'a' && /^(?:\W*)a\s+[a-z]/.test(text) && !/^a\s+(?:and|for|then|but|with|please|\+)\b/i.test(text);
  const byKey = isArticle ? [] : options.filter(({ key }) => keys.includes(key));
  const chosen = byKey.length > 0 ? byKey : byWords(text, options);
  return chosen.some(isAll) ? options.filter((option) => !isAll(option)) : chosen;
}

/** An option that takes the others. */
function isAll({ title }: Option): boolean {
  return /^(?:both|all(?: of (?:them|these|the above))?)[.!]?$/i.test(title.trim());
}

function byWords(reply: string, options: readonly Option[]): Option[] {
  const words = [...subjectWords(reply)];
  if (words.length === 0 || words.length > 4 || reply.length > 60) return [];
  const matching = options.filter(({ title }) => words.every((word) => subjectWords(title).has(word)));
  return matching.length === 1 ? matching : [];
}

/** What the user takes back with the first words of a prompt. */
export function isReversal(words: string): boolean {
  return /^(?:or no\b|no,? (?:wait|actually|do|use|go|let)|actually\b|wait,? (?:no|actually)|on second thou?ghts?|hmm,? (?:no|actually)|scratch that|never ?mind|instead\b)/i.test(
    words.trim(),
  );
}

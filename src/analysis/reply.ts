import type { Choice, Option } from './options.ts';
import { plainWords } from './plain-words.ts';
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

/** A label in the user's words, or a clear beginning of one: words that an option merely has, too, take nothing. */
function byWords(reply: string, options: readonly Option[]): Option[] {
  const said = plainWords(reply.replace(LEADING, ''));
  if (subjectWords(said).size === 0 || said.length > 60) return [];
  const matching = options.filter(({ title }) => isBeginning(said, plainWords(title)));
  return matching.length === 1 ? matching : [];
}

/** Whether the words are a label, or as much of its beginning as nobody says by chance. */
export function isBeginning(words: string, label: string): boolean {
  return words === label || (label.startsWith(`${words} `) && (words.includes(' ') || words.length >= MIN_BEGINNING));
}

const MIN_BEGINNING = 5;
/** `let's go with`, `ok, the`: what stands before a pick. */
export const LEADING = new RegExp(`^${LEAD}`, 'i');

/** What the user takes back with the first words of a prompt. */
export function isReversal(words: string): boolean {
  return /^(?:or no\b|no,? (?:wait|actually|do|use|go|let)|actually\b|wait,? (?:no|actually)|on second thou?ghts?|hmm,? (?:no|actually)|scratch that|never ?mind|instead\b)/i.test(
    words.trim(),
  );
}

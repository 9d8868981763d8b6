import { subjectWords } from '../../core/subject-words.ts';
import { enclosingLine } from './outline.ts';
import type { Sought } from './sought.ts';

/** Lines of a text, counted from 0; `last` is one of them. */
export interface Part {
  readonly first: number;
  readonly last: number;
  readonly score: number;
}

/** So many lines belong together. */
const WINDOW = 12;
/** After the last line with a word of it: what it says of that. */
const AFTER = 6;
/** How far above the part begins what it stands in. */
const ABOVE = 12;
const MIN_TERMS = 3;
/** What terms that stand in few lines are worth together. */
const MIN_SCORE = 1.7;
const OF_NAME = 2;
/** In what the session itself edited, one word is enough when it is said again and again. */
const OF_EDITED = { lines: 3, score: 0.8 } as const;
/** What is said in one line of so many is rare. */
const RARE = 50;
const OF_LINE = 0.04;

/** The part of a text that the open work speaks of: where most of its words stand together, the rare ones and names first. */
export function partAbout(
  text: string,
  language: string,
  { names, words, isEdited = false }: Sought & { readonly isEdited?: boolean },
): Part | undefined {
  const lines = text.split('\n');
  const found = lines.map((line) => termsOf(line, names, words));
  const weights = weightsOf(found, new Set(names));
  let best: Part | undefined;
  for (const [first, terms] of found.entries()) {
    if (terms.size === 0) continue;
    const some = found.slice(first, endOfSection(lines, first, language));
    const all = new Set(some.flatMap((one) => [...one]));
    const hits = some.filter(({ size }) => size > 0).length;
    const worth = [...all].reduce((total, term) => total + (weights.get(term) ?? 0), 0);
    const isEnough =
      (all.size >= MIN_TERMS && worth >= MIN_SCORE) ||
      (isEdited && hits >= OF_EDITED.lines && worth >= OF_EDITED.score);
    const score = worth + OF_LINE * hits;
    if (!isEnough || score <= (best?.score ?? 0)) continue;
    best = { first, last: first + some.findLastIndex(({ size }) => size > 0), score };
  }
  return best && { ...best, ...around(lines, language, grown(found, best)) };
}

/** What goes on speaking of it above and below. */
function grown(found: readonly ReadonlySet<string>[], part: Part): Part {
  const speaks = (from: number, to: number) => found.slice(Math.max(0, from), to).some(({ size }) => size > 0);
  let { first, last } = part;
  while (last - first < MOST && speaks(first - NEAR, first)) first -= 1;
  while (last - first < MOST && speaks(last + 1, last + 1 + NEAR)) last += 1;
  return { ...part, first, last };
}

const NEAR = 8;
const MOST = 30;

function termsOf(line: string, names: readonly string[], words: ReadonlySet<string>): ReadonlySet<string> {
  const said = subjectWords(line.replace(/([a-z\d])(?=[A-Z])|_/g, '$1 '));
  const named = names.filter((name) => line.includes(name));
  return new Set([...named, ...[...said].filter((word) => words.has(word))]);
}

/** A term that stands in every line tells nothing of where to look. */
function weightsOf(found: readonly ReadonlySet<string>[], names: ReadonlySet<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of found.flatMap((one) => [...one])) counts.set(term, (counts.get(term) ?? 0) + 1);
  const rarity = (count: number) => Math.min(1, Math.log(found.length / count) / Math.log(RARE));
  return new Map([...counts].map(([term, count]) => [term, rarity(count) * (names.has(term) ? OF_NAME : 1)]));
}

function endOfSection(lines: readonly string[], first: number, language: string): number {
  const end = first + WINDOW;
  if (language !== 'markdown') return end;
  const next = lines.findIndex((line, at) => at > first && line.startsWith('#'));
  return next < 0 ? end : Math.min(end, next);
}

function around(lines: readonly string[], language: string, { first, last }: Part): Pick<Part, 'first' | 'last'> {
  const above = enclosingLine(lines, first, language);
  const end = language === 'markdown' ? endOfSection(lines, last, language) - 1 : last + AFTER;
  return {
    first: above !== undefined && first - above <= ABOVE ? above : first,
    last: Math.min(lines.length - 1, end, last + AFTER),
  };
}

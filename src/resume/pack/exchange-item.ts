import type { Analysis } from '../../core/note.ts';
import { clip } from './clip.ts';
import { type Item, type Level, type Measure, sum } from './level.ts';
import type { PackLimits } from './pack-input.ts';
import { indentedLines } from './quote.ts';

/** Of the room of a pack; what goes beyond a third only fills up what nothing else needs. */
const SHARES = [0.03, 0.06, 0.1, 0.15, 0.2, 0.27, 1 / 3, 0.45, 0.6, 0.8];
const THIRD = 1 / 3;
/** What a third of a pack is worth against the entries of the lists, and the rest of the pack besides. */
const VALUE = 700;
const FILLING = 60;
/** Fewer characters of somebody's words say nothing. */
const MIN_SHOWN = 60;
/** Enough of a prompt to know what was asked. */
const FEW_WORDS = 120;
const CHARS_PER_TOKEN = 3;

/** What the user and the agent said to each other last: the newest words whole, older ones as far as there is room. */
export function exchangeItem(analysis: Analysis, limits: PackLimits, measure: Measure): Item[] {
  const entries = spokenEntries(analysis);
  if (entries.length === 0) return [];
  const room = roomOf(limits);
  const all = entries.reduce((total, { text }) => total + text.length, 0);
  const shares = SHARES.filter((_, at) => (SHARES[at - 1] ?? 0) * room < all);
  const levels = shares.map((share) => levelOf(entries, { share, room }, measure));
  return [{ section: 'last_exchange', name: 'last exchange', count: entries.length, form: 'dashes', levels }];
}

/** The words that a pack shows of the last exchange when it gives it a third of its room. */
export function wordsOfExchange(analysis: Analysis, limits: PackLimits): string {
  return cutEntries(spokenEntries(analysis), roomOf(limits) * THIRD).join('\n');
}

function roomOf({ chars, tokens }: PackLimits): number {
  return Math.min(chars, tokens * CHARS_PER_TOKEN);
}

interface Entry {
  readonly text: string;
  readonly isUser: boolean;
}

/** Newest last; the evidence says whose words they are. */
function spokenEntries({ last_exchange, evidence = {} }: Analysis): Entry[] {
  return last_exchange.map((text, at) => {
    const from = evidence[`last_exchange.${at}`];
    const isUser = from?.by === 'user';
    const when = from?.earlier ? ' (earlier session)' : '';
    return { text: indentedLines(`${isUser ? 'User' : 'Agent'}${when}: ${text}`), isUser };
  });
}

function levelOf(entries: readonly Entry[], { share, room }: { share: number; room: number }, measure: Measure): Level {
  const shown = cutEntries(entries, room * share);
  const absent = entries.length - shown.length;
  const whole = new Set(entries.map(({ text }) => text));
  const clipped = shown.filter((text) => !whole.has(text)).length;
  const filled = shown.reduce((total, { length }) => total + length, 0) / room;
  return {
    name: absent + clipped === 0 ? 'all' : `${shown.length} of ${entries.length}, ${clipped} cut`,
    entries: shown,
    missing: '',
    cost: sum(shown.map((text) => measure(text, 'dashes'))),
    value: VALUE * Math.min(1, filled / THIRD) ** 0.6 + FILLING * Math.max(0, filled - THIRD),
    cut: [absent > 0 ? `${absent} not shown` : '', clipped > 0 ? `${clipped} cut short` : '']
      .filter((words) => words !== '')
      .join(', '),
  };
}

/**
 * The newest entries within a room, in their order. The newest takes what is left when the user's prompts have had a few words
 * each; then the older ones are lengthened, the newest of them first.
 */
function cutEntries(entries: readonly Entry[], room: number): string[] {
  const newest = entries.toReversed();
  const lengths = new Map<Entry, number>();
  let left = Math.floor(room);
  const lengthen = (entry: Entry, most: number) => {
    const known = lengths.get(entry) ?? 0;
    const more = Math.min(entry.text.length - known, most - known, left);
    if (more <= 0 || known + more < Math.min(entry.text.length, MIN_SHOWN)) return;
    lengths.set(entry, known + more);
    left -= more;
  };
  const [last] = newest;
  if (last !== undefined) lengthen(last, Math.max(MIN_SHOWN, left / 2));
  for (const entry of newest.filter(({ isUser }) => isUser)) lengthen(entry, FEW_WORDS);
  for (const entry of newest) lengthen(entry, Number.POSITIVE_INFINITY);
  return entries.flatMap((entry) => (lengths.has(entry) ? [clip(entry.text, lengths.get(entry) ?? 0)] : []));
}

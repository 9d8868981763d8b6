import { cutLines } from '../../core/cut-lines.ts';
import type { Analysis } from '../../core/note.ts';
import { clip } from './clip.ts';
import { type Item, type Level, type Measure, sum } from './level.ts';
import type { PackLimits } from './pack-input.ts';
import { indentedLines } from './quote.ts';
import { soughtBy } from './sought.ts';

/** Of the room of a pack. */
const SHARES = [0.03, 0.06, 0.1, 0.15, 0.2, 0.27, 1 / 3, 0.4, 0.45, 0.5, 0.6, 0.8];
/** What goes beyond this much only fills up what nothing else needs, unless it is the last answer. */
const PART = 0.6;
const SURE = 0.36;
/** What so much of a pack is worth against the entries of the lists, and the rest of the pack besides. */
const VALUE = 1700;
const FILLING = 60;
/** What the last words, and what they answer, are worth besides, for each part of the room of a pack. */
const NEWEST = 1500;
/** Fewer characters of somebody's words say nothing. */
const MIN_SHOWN = 60;
/** Of what is worth its room when it was said in the last two turns, by the turns that came after. */
const WORTH_BY_AGE = [1, 1, 0.8, 0.5, 0.35];
const WORTH_OF_OLD = 0.2;
/** Enough of a prompt to know what was asked. */
const FEW_WORDS = 120;
/** What the user said last is the least to be found elsewhere. */
const LAST_PROMPTS = 3;
const MANY_WORDS = 2200;
/** Of what the newest words leave. */
const ORDER = 0.8;
/** Shorter than this, a beginning says more than a beginning and an end. */
const MIN_BOTH_ENDS = 200;
/** Who said so much has reported; what came before on the way there is missed least. */
const REPORT = 300;
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

/** The words that a pack shows of the last exchange even when much else is in it. */
export function wordsOfExchange(analysis: Analysis, limits: PackLimits): string {
  return cutEntries(spokenEntries(analysis), roomOf(limits) * SURE)
    .map(({ text }) => text)
    .join('\n');
}

function roomOf({ chars, tokens }: PackLimits): number {
  return Math.min(chars, tokens * CHARS_PER_TOKEN);
}

interface Entry {
  readonly text: string;
  /** As it was said, without what a pack sets before its lines. */
  readonly said: string;
  /** Names that the open work speaks of. */
  readonly wanted: readonly string[];
  readonly isUser: boolean;
  readonly worth: number;
  /** Said on the way to the report of the same turn. */
  readonly isOnTheWay: boolean;
}

/** Newest last; the evidence says whose words they are. */
function spokenEntries(analysis: Analysis): Entry[] {
  const { last_exchange, evidence = {} } = analysis;
  const wanted = soughtBy(analysis).names;
  const isRunning = evidence['current_task']?.answered !== true;
  const newest = evidence[`last_exchange.${last_exchange.length - 1}`]?.turn;
  return last_exchange.map((text, at) => {
    const from = evidence[`last_exchange.${at}`];
    const isUser = from?.by === 'user';
    const when = from?.earlier ? ' (earlier session)' : '';
    const isOnTheWay =
      !isUser &&
      !(isRunning && from?.turn === newest) &&
      last_exchange.some((later, index) => {
        const other = evidence[`last_exchange.${index}`];
        return index > at && later.length >= REPORT && other?.by === 'agent' && other.turn === from?.turn;
      });
    const said = `${isUser ? 'User' : 'Agent'}${when}: ${text}`;
    const age = (newest ?? 0) - (from?.turn ?? 0);
    const worth = from?.earlier ? WORTH_OF_OLD : (WORTH_BY_AGE[age] ?? WORTH_OF_OLD);
    return { text: indentedLines(said), said, wanted, isUser, isOnTheWay, worth };
  });
}

function levelOf(entries: readonly Entry[], { share, room }: { share: number; room: number }, measure: Measure): Level {
  const shown = cutEntries(entries, room * share);
  const absent = entries.length - shown.length;
  const clipped = shown.filter(({ entry, text }) => text !== entry.text).length;
  const filled = lengthOf(shown) / room;
  // What was asked last may be a plan or a long order that stands nowhere else.
  const newest = [entries.findLast(({ isUser }) => isUser), entries.findLast(({ isUser }) => !isUser)];
  const ofNewest = lengthOf(shown.filter(({ entry }) => newest.includes(entry))) / room;
  return {
    name: absent + clipped === 0 ? 'all' : `${shown.length} of ${entries.length}, ${clipped} cut`,
    entries: shown.map(({ text }) => text),
    missing: '',
    cost: sum(shown.map(({ text }) => measure(text, 'dashes'))),
    value: worthOf(shown, room) + NEWEST * ofNewest + FILLING * Math.max(0, filled - PART),
    cut: [absent > 0 ? `${absent} not shown` : '', clipped > 0 ? `${clipped} cut short` : '']
      .filter((words) => words !== '')
      .join(', '),
  };
}

/** The first words bring the most; what is older adds less to them. */
function worthOf(shown: readonly Shown[], room: number): number {
  const upTo = (length: number) => VALUE * Math.min(1, length / room / PART) ** 0.6;
  let [length, value] = [0, 0];
  for (const { entry, text } of shown.toReversed()) {
    value += entry.worth * (upTo(length + text.length) - upTo(length));
    length += text.length;
  }
  return value;
}

interface Shown {
  readonly entry: Entry;
  readonly text: string;
}

function lengthOf(shown: readonly Shown[]): number {
  return shown.reduce((total, { text }) => total + text.length, 0);
}

/**
 * The newest entries within a room, in their order. The newest takes what is left when the user's prompts have had a few words
 * each; then the older ones are lengthened, the newest of them first, and at the end what was said on the way to a report.
 */
function cutEntries(entries: readonly Entry[], room: number): Shown[] {
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
  const asked = newest.findIndex(({ isUser }) => isUser);
  if (last !== undefined) lengthen(last, Math.max(MIN_SHOWN, left / 2));
  // What the newest prompt says, and what it answers.
  const talk = [newest[asked], newest.slice(asked + 1).find(({ isUser, isOnTheWay }) => !isUser && !isOnTheWay)];
  // A plan or a long order says how the work goes on; what it answers only why.
  const [order, answered] = asked < 0 ? [] : talk;
  if (order !== undefined) lengthen(order, Math.max(MIN_SHOWN, left * ORDER));
  // What the agent has found out since counts more than what it said before the order.
  const since = newest.slice(1, Math.max(1, asked)).filter(({ isUser }) => !isUser);
  const [longest] = since.toSorted((one, other) => other.text.length - one.text.length);
  if (longest !== undefined && longest.text.length >= REPORT) lengthen(longest, Math.max(MIN_SHOWN, left / 2));
  if (answered !== undefined) lengthen(answered, Math.max(MIN_SHOWN, left / 2));
  for (const entry of newest.filter(({ isUser }) => isUser)) lengthen(entry, FEW_WORDS);
  for (const entry of newest.filter(({ isUser }) => isUser).slice(0, LAST_PROMPTS)) lengthen(entry, MANY_WORDS);
  const later = newest.filter(({ isOnTheWay }) => isOnTheWay);
  for (const entry of [...newest.filter(({ isOnTheWay }) => !isOnTheWay), ...later])
    lengthen(entry, Number.POSITIVE_INFINITY);
  return entries
    .filter((entry) => lengths.has(entry))
    .map((entry) => ({ entry, text: cutSaid(entry, lengths.get(entry) ?? 0) }));
}

/** Both ends of what somebody said, where there is room for them. */
function cutSaid({ text, said, wanted }: Entry, length: number): string {
  if (text.length <= length) return text;
  const indents = (text.length - said.length) / Math.max(1, text.length);
  return length < MIN_BOTH_ENDS ? clip(text, length) : indentedLines(cutLines(said, length * (1 - indents), wanted));
}

import { clip } from './clip.ts';
import { type Cost, type Form, type Level, type Measure, nothing, sum } from './level.ts';
import { indentedLines, oneLine } from './quote.ts';

/** A list without empty items, and what it is worth. */
export interface ListPlan {
  readonly items: readonly string[];
  readonly form: Form;
  /** Which end matters: the first of a plan, the last of a history. */
  readonly keep: 'first' | 'last';
  /** Of one item shown whole. */
  readonly value: number;
  /** How much of its worth an item loses per place from the end that matters. */
  readonly fading: number;
  /** Must-keep lists pay this many times more for their first few words. */
  readonly urgency: number;
  /** Names what is missing: `9 older decisions: git checkpoint show 42`. */
  readonly missing: (count: number) => string;
  readonly always?: boolean;
  /** No entry is cut. */
  readonly whole?: boolean;
}

const COUNTS = [1, 2, 3, 5, 8, 12, 18, 27, 40, 60, 90, 130, 200];
const LENGTHS = [90, 180, 420, 1500];
/** What is in every pack may be cut to these few words before it is left out. */
const FEW_WORDS = [24, 40];
/** Enough of an item to know what it says. */
const GIST = 240;

/** The ways to show a list: all or only the nearest items, whole or cut. */
export function listLevels(plan: ListPlan, measure: Measure): Level[] {
  const texts = nearest(plan).map(plan.form === 'lines' ? oneLine : indentedLines);
  const longest = Math.max(...texts.map((text) => text.length));
  // Cutting what is shorter anyway would make the same level twice.
  const allowed = plan.always ? [...FEW_WORDS, ...LENGTHS] : LENGTHS;
  const lengths = plan.whole ? [Math.max(1, longest)] : allowed.filter((_, at) => (allowed[at - 1] ?? 0) < longest);
  const variants = lengths.map((length) => {
    const entries = texts.map((text) => clipEntry(text, length));
    return { entries, costs: entries.map((entry) => measure(entry, plan.form)) };
  });
  const counts = [...COUNTS.filter((count) => count < texts.length), texts.length];
  return counts.flatMap((count) => {
    const missing = count < plan.items.length ? clip(plan.missing(plan.items.length - count), 300) : '';
    const note = missing === '' ? nothing : measure(missing, 'dashes');
    return variants.map((variant, at) => {
      // The few words that always stay leave it to the end of the pack to say where the others are.
      const isShortest = plan.always === true && count === 1 && at === 0;
      return level(plan, texts, { ...variant, count, ...(isShortest ? SILENT : { missing, note }) });
    });
  });
}

/** Of `question → answer` the answer is what counts. */
function clipEntry(text: string, length: number): string {
  const at = text.indexOf(' → ');
  const answer = at === -1 ? '' : text.slice(at);
  const room = length - answer.length;
  return text.length <= length || room < MIN_QUESTION || answer === ''
    ? clip(text, length)
    : clip(text.slice(0, at), room) + answer;
}

const MIN_QUESTION = 30;

const SILENT = { missing: '', note: nothing } as const;

/** Nearest first, and no more than a pack could ever show. */
function nearest(plan: ListPlan): string[] {
  const most = COUNTS.at(-1) ?? 0;
  const ordered = plan.keep === 'first' ? plan.items.slice(0, most) : plan.items.slice(-most).reverse();
  return ordered.map((item) => item.slice(0, 8000));
}

interface Shape {
  readonly count: number;
  readonly entries: readonly string[];
  readonly costs: readonly Cost[];
  readonly missing: string;
  /** What saying so costs. */
  readonly note: Cost;
}

function level(plan: ListPlan, texts: readonly string[], shape: Shape): Level {
  const { count, missing } = shape;
  const shown = shape.entries.slice(0, count);
  const absent = plan.items.length - count;
  const clipped = shown.filter((entry, index) => entry !== texts[index]).length;
  return {
    name: `${absent > 0 ? `${count} of ${plan.items.length}` : 'all'}${clipped > 0 ? ', cut' : ''}`,
    entries: plan.keep === 'first' ? shown : shown.toReversed(),
    missing,
    cost: sum([...shape.costs.slice(0, count), shape.note]),
    value: shown.reduce(
      (total, entry, index) => total + worth(plan, { entry, text: texts[index] ?? '', place: index }),
      0,
    ),
    cut: [absent > 0 ? `${absent} not shown` : '', clipped > 0 ? `${clipped} cut short` : '']
      .filter((words) => words !== '')
      .join(', '),
  };
}

function worth(
  plan: ListPlan,
  shown: { readonly entry: string; readonly text: string; readonly place: number },
): number {
  const gist = Math.sqrt(Math.min(shown.entry.length, GIST) / Math.max(1, Math.min(shown.text.length, GIST)));
  const whole = shown.entry.length / Math.max(1, shown.text.length);
  return plan.value * (1 - plan.fading) ** shown.place * (plan.urgency * Math.min(1, gist) + Math.min(1, whole));
}

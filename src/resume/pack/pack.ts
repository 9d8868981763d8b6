import { type Choice, chooseLevels } from './choose-levels.ts';
import { clip } from './clip.ts';
import { headline, leftOut, more } from './frame.ts';
import { type Cost, costOf, type Extent, fits, type Item, minus, nothing, sum } from './level.ts';
import type { PackInput, PackLimits } from './pack-input.ts';
import { packItems } from './pack-items.ts';
import { FILES_WITH_CONTENT } from './rank-files.ts';
import { isIn } from './said-already.ts';
import { splitParts } from './split-parts.ts';
import { type Drawn, measureIn, type Piece, sectionCost, writePack } from './write-pack.ts';

/** What became of one item, for `--explain`. */
interface SectionReport {
  readonly section: string;
  readonly name: string;
  readonly level: string;
  readonly tokens: number;
  readonly chars: number;
  readonly leftOut: string;
}

/** The text that the next session reads. */
export interface Pack {
  readonly text: string;
  readonly tokens: number;
  readonly chars: number;
  readonly sections: readonly SectionReport[];
  /** The parts after this one; empty texts where everything had room before. */
  readonly further: readonly string[];
}

const ATTEMPTS = 12;
/** More than a text of any use has; one that has more is only chosen for more slowly. */
const MAX_CHARS_PER_TOKEN = 8;

/** Makes the text for the next session from a checkpoint, within both limits, always. */
export function buildPack(input: PackInput, limits: PackLimits): Pack {
  const number = input.part?.number ?? 1;
  const best = withoutRepeats(input, limits);
  return finish(best.texts?.slice(number - 1) ?? [number === 1 ? smallest(input, limits) : ''], best.choices);
}

function makeBest(input: PackInput, limits: PackLimits): Fitted {
  return allOf(input, limits) ?? bestOf(input, limits);
}

/** How much of the last exchange has room is only known at the end; what it repeats then leaves its room to the rest. */
function withoutRepeats(input: PackInput, limits: PackLimits): Fitted {
  const first = makeBest(input, limits);
  const entriesOf = (section: string) =>
    first.choices.flatMap(({ item, level }) => (item.section === section ? (level?.entries ?? []) : []));
  const shown = entriesOf('last_exchange').join('\n');
  const isRepeated = entriesOf('findings').some((entry) => isIn(shown, entry));
  return isRepeated ? makeBest({ ...input, shown }, limits) : first;
}

interface Fitted {
  /** One for each part; none when not even the frame has room. */
  readonly texts?: readonly string[];
  readonly choices: readonly Choice[];
}

/** The pack that shows everything, where there is room: all that goes into making a choice is spared. */
function allOf(input: PackInput, limits: PackLimits): Fitted | undefined {
  const length = input.files.reduce((sum, { after = '' }) => sum + after.length, 0);
  if (input.files.length > FILES_WITH_CONTENT) return undefined;
  if (length > Math.min(limits.chars * (input.part?.of ?? 1), limits.tokens * MAX_CHARS_PER_TOKEN)) return undefined;
  const all = fitted(input, limits, choicesFor(input, limits, 'complete'));
  return all?.choices.every(({ level }) => level !== undefined && level.cut === '') ? all : undefined;
}

function bestOf(input: PackInput, limits: PackLimits): Fitted {
  const nothingShown = choicesFor(input, limits, 'every');
  const cautious = fitted(input, limits, nothingShown);
  if (cautious === undefined) return { choices: nothingShown };
  // The first round kept room to name everything as left out; the second knows what really is. It pays where room is short.
  const bold = isShort(limits) ? fitted(input, limits, cautious.choices) : undefined;
  return bold !== undefined && worth(bold) > worth(cautious) ? bold : cautious;
}

/** All that may be shown, nothing of it yet. */
function choicesFor(input: PackInput, limits: PackLimits, extent: Extent): Choice[] {
  const items = withTitles(packItems(input, { measure: measureIn(input.format), extent, limits }), input);
  return items.map((item) => ({ item: fittingOnePart(item, limits) }));
}

/** Chooses and writes until all parts hold the limits; `expected` says what the last lines will have to name. */
function fitted(input: PackInput, limits: PackLimits, expected: readonly Choice[]): Fitted | undefined {
  const count = input.part?.of ?? 1;
  const whole: Cost = { tokens: limits.tokens, chars: limits.chars * count };
  const items = expected.map(({ item }) => item);
  let room = minus(whole, frameCost(draw(input, expected, whole), input));
  for (let attempt = 0; attempt < ATTEMPTS && room.tokens > 0 && room.chars > 0; attempt++) {
    const choices = chooseLevels(items, room);
    const drawn = draw(input, choices, whole);
    const texts = splitParts(drawn, { format: input.format, parts: count, chars: limits.chars });
    // Joined, pieces never cost more than by themselves; but each further part has a headline of its own.
    const pieces = [frameCost(drawn, input), ...choices.map(({ level }) => level?.cost ?? nothing)];
    const costs = count === 1 ? pieces : (texts ?? []).map(costOf);
    if (texts !== undefined && sum(costs).tokens <= limits.tokens) return { texts, choices };
    room = { tokens: Math.floor(room.tokens * 0.93) - 4, chars: Math.floor(room.chars * 0.93) - 16 };
  }
  return undefined;
}

function frameCost(drawn: Drawn, { format }: PackInput): Cost {
  return costOf(writePack(format, { ...drawn, pieces: [] }));
}

function isShort({ tokens, chars }: PackLimits): boolean {
  return tokens < 2000 || chars < 5000;
}

function worth({ choices }: Fitted): number {
  return choices.reduce((total, { level }) => total + (level?.value ?? 0), 0);
}

/** A level that no single text could hold is no choice. */
function fittingOnePart(item: Item, limits: PackLimits): Item {
  const room = { tokens: limits.tokens, chars: limits.chars };
  return { ...item, levels: item.levels.filter((level) => fits(level.cost, room)) };
}

/** The first item of a section pays for its title. */
function withTitles(items: readonly Item[], { format }: PackInput): Item[] {
  return items.map((item, index) => {
    if (items[index - 1]?.section === item.section) return item;
    const title = sectionCost(format, item.section);
    return { ...item, levels: item.levels.map((level) => ({ ...level, cost: sum([level.cost, title]) })) };
  });
}

function draw(input: PackInput, choices: readonly Choice[], limits: Cost): Drawn {
  const { note, number, base } = input.checkpoint;
  const pieces = choices.flatMap(({ item, level }): Piece[] =>
    level === undefined
      ? []
      : [{ section: item.section, form: item.form, entries: level.entries, missing: level.missing }],
  );
  const facts = {
    checkpoint: number,
    uid: note.uid,
    saved: note.created,
    branch: note.context.branch,
    commit: base ?? '',
    pending: note.pending,
  };
  return {
    headline: headline(input, limits.tokens),
    facts,
    pieces,
    leftOut: leftOut(choices, number, limits),
    more: more(number, limits),
  };
}

/** For limits in which not even the frame has room: the headline, or as much of it as fits. */
function smallest(input: PackInput, limits: PackLimits): string {
  const line = headline(input);
  const room: Cost = limits;
  const candidates = [`${line}\n${more(input.checkpoint.number, { tokens: 0, chars: 0 })}\n`, `${line}\n`];
  for (let length = line.length; length > 0; length = Math.floor(length * 0.8)) candidates.push(clip(line, length));
  const written =
    input.format === 'json' ? candidates.map((text) => `${JSON.stringify({ headline: text.trim() })}\n`) : candidates;
  return written.find((text) => fits(costOf(text), room)) ?? '';
}

function finish(texts: readonly string[], choices: readonly Choice[]): Pack {
  const sections = choices.map(({ item, level }) => ({
    section: item.section,
    name: item.name,
    level: level?.name ?? 'left out',
    ...(level?.cost ?? nothing),
    leftOut: level === undefined ? `all ${item.count}` : level.cut,
  }));
  return packOf(texts, sections);
}

function packOf([text = '', ...further]: readonly string[], sections: readonly SectionReport[]): Pack {
  return {
    text,
    // Counting takes long, and few ask.
    get tokens() {
      return costOf(text).tokens;
    },
    chars: text.length,
    sections,
    further,
  };
}

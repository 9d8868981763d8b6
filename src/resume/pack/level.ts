import { analysisFields, type FieldRow } from '../../core/analysis-fields.ts';
import { countTokens } from '../../core/count-tokens.ts';

/** What text takes of the two limits. */
export interface Cost {
  readonly tokens: number;
  /** UTF-16 units, as the hosts count. */
  readonly chars: number;
}

/** The parts of a pack: those of its own, and fields of the analysis. */
export type SectionName = keyof typeof ownTitles | FieldRow['name'];

const ownTitles = {
  about: '',
  drift: 'Since then',
  task: 'Current task',
  working_files: 'Working files',
  recent_commands: 'Recent commands',
  session_context: 'Session context',
} as const;

const titles: ReadonlyMap<string, string> = new Map([
  ...analysisFields.map(({ name, title }): [string, string] => [name, title]),
  ...Object.entries(ownTitles),
]);

export function titleOf(section: SectionName): string {
  return titles.get(section) ?? '';
}

/** One way to show something; the choices of an item go from short to complete. */
export interface Level {
  readonly name: string;
  readonly entries: readonly string[];
  /** Names what a list does not show, with the command that shows it; empty when all is there. */
  readonly missing: string;
  readonly cost: Cost;
  /** What it is worth to the next session; only comparisons matter. */
  readonly value: number;
  /** What this level does not show, in a few words, for those who ask why; empty when nothing is missing. */
  readonly cut: string;
}

/** How entries are written: as plain lines, with dashes, with numbers, or as blocks that stand by themselves. */
export type Form = 'lines' | 'dashes' | 'numbers' | 'block';

/** Something that a pack may show at one of several levels, or not at all. */
export interface Item {
  readonly section: SectionName;
  readonly name: string;
  /** How many things there are, for the words when it is left out. */
  readonly count: number;
  readonly form: Form;
  readonly levels: readonly Level[];
  /** Its shortest level goes in before anything else gets room. */
  readonly always?: boolean;
}

/** Whether files come with every level or, which is less work, with the one that shows all of them. */
export type Extent = 'complete' | 'every';

/** Measures an entry as the chosen format will write it. */
export type Measure = (entry: string, form: Form) => Cost;

export const nothing: Cost = { tokens: 0, chars: 0 };

export function sum(costs: readonly Cost[]): Cost {
  let [tokens, chars] = [0, 0];
  for (const cost of costs) {
    tokens += cost.tokens;
    chars += cost.chars;
  }
  return { tokens, chars };
}

export function minus(from: Cost, cost: Cost): Cost {
  return { tokens: from.tokens - cost.tokens, chars: from.chars - cost.chars };
}

export function fits(cost: Cost, room: Cost): boolean {
  return cost.tokens <= room.tokens && cost.chars <= room.chars;
}

export function costOf(text: string): Cost {
  return { tokens: countTokens(text), chars: text.length };
}

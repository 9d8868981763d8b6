import { headline } from './frame.ts';
import { costOf, sum } from './level.ts';
import { type Pack, packOf, type SectionReport } from './pack.ts';
import type { PackInput, PackLimits } from './pack-input.ts';

/** A pack as text, without its headline: that one tells an age. */
export interface PackBody {
  readonly text: string;
  readonly further: readonly string[];
  /** Of all texts together. */
  readonly tokens: number;
  readonly sections: readonly SectionReport[];
}

/** Undefined where there was no room for the whole headline. */
export function bodyOf(pack: Pack, input: Pick<PackInput, 'checkpoint' | 'now'>): PackBody | undefined {
  const first = `${headline(input)}\n`;
  if (!pack.text.startsWith(first)) return undefined;
  const text = pack.text.slice(first.length);
  const { further, sections } = pack;
  return { text, further, tokens: sum([text, ...further].map(costOf)).tokens, sections };
}

/** The pack again, as old as it is now; undefined when the words for that are too long for the limits. */
export function packAgain(
  body: PackBody,
  input: Pick<PackInput, 'checkpoint' | 'now'>,
  limits: PackLimits,
): Pack | undefined {
  const first = `${headline(input)}\n`;
  const text = `${first}${body.text}`;
  const room = limits.tokens - body.tokens;
  // Counting is worth its time only where it could matter.
  const fits =
    text.length <= limits.chars && (first.length * MOST_TOKENS_OF_A_CHAR <= room || costOf(first).tokens <= room);
  return fits ? packOf([text, ...body.further], body.sections) : undefined;
}

const MOST_TOKENS_OF_A_CHAR = 3;

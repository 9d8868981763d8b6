import type { FormatName } from './pack-input.ts';
import { type Drawn, type Piece, writePack } from './write-pack.ts';

interface Wanted {
  readonly format: FormatName;
  readonly parts: number;
  /** For each text. */
  readonly chars: number;
}

/** Spreads a pack over several texts, in order and never within a piece; undefined when it needs more of them. */
export function splitParts(drawn: Drawn, wanted: Wanted): string[] | undefined {
  const texts: string[] = [];
  let rest = drawn.pieces;
  while (texts.length < wanted.parts) {
    const taken = firstThatFit(drawn, rest, { ...wanted, number: texts.length + 1 });
    if (taken === undefined) return undefined;
    texts.push(taken.text);
    rest = rest.slice(taken.count);
  }
  return rest.length === 0 ? texts : undefined;
}

function firstThatFit(
  drawn: Drawn,
  pieces: readonly Piece[],
  wanted: Wanted & { readonly number: number },
): { readonly text: string; readonly count: number } | undefined {
  if (wanted.number > 1 && pieces.length === 0) return { text: '', count: 0 };
  for (let count = pieces.length; count >= 0; count--) {
    const text = writePack(wanted.format, partOf(drawn, pieces.slice(0, count), wanted));
    if (text.length <= wanted.chars) return { text, count };
  }
  return undefined;
}

/** The first part has the headline, every further one says what it continues. */
function partOf(drawn: Drawn, pieces: readonly Piece[], wanted: Wanted & { readonly number: number }): Drawn {
  if (wanted.parts === 1) return { ...drawn, pieces };
  const part = { part: wanted.number, parts: wanted.parts };
  const facts = { ...drawn.facts, ...part };
  if (wanted.number === 1) return { ...drawn, pieces, facts };
  const headline = `Resumed from checkpoint ${drawn.facts['checkpoint']}, part ${wanted.number} of ${wanted.parts}`;
  return { ...drawn, headline, facts, pieces, leftOut: '' };
}

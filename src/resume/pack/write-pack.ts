import { type Cost, costOf, type Form, type Measure, type SectionName, titleOf } from './level.ts';
import type { FormatName } from './pack-input.ts';

/** What was chosen for one item, ready to be written. */
export interface Piece {
  readonly section: SectionName;
  readonly form: Form;
  readonly entries: readonly string[];
  readonly missing: string;
}

/** A pack before it becomes text. */
export interface Drawn {
  readonly headline: string;
  /** For programs; people read it in the headline and the sections. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly pieces: readonly Piece[];
  readonly leftOut: string;
  readonly more: string;
}

/** Measures an entry with the signs that the format puts around it. */
export function measureIn(format: FormatName): Measure {
  return (entry, form) => costOf(format === 'json' ? `${JSON.stringify(entry)},` : `${prefix(form, 99)}${entry}\n`);
}

/** The most that opening a section takes. */
export function sectionCost(format: FormatName, section: SectionName): Cost {
  const empty: Piece = { section, form: 'dashes', entries: [], missing: '' };
  return costOf(
    format === 'json' ? `${JSON.stringify(sectionObject([empty]))},` : `${openSection(format, section)}\n\n`,
  );
}

export function writePack(format: FormatName, drawn: Drawn): string {
  return format === 'json' ? writeJson(drawn) : writeLines(format, drawn);
}

function writeLines(format: 'text' | 'md', drawn: Drawn): string {
  const headline = format === 'md' ? `# ${drawn.headline}` : drawn.headline;
  const sections = bySection(drawn.pieces).map((pieces) => {
    const section = pieces[0]?.section ?? 'about';
    return `${openSection(format, section)}${pieces.map(writePiece).join('')}`;
  });
  const tail = [drawn.leftOut, drawn.more].filter((line) => line !== '');
  return `${headline}\n${sections.join('')}${tail.length === 0 ? '' : `\n${tail.join('\n')}\n`}`;
}

function openSection(format: FormatName, section: SectionName): string {
  if (section === 'about') return '';
  return format === 'md' ? `\n## ${titleOf(section)}\n\n` : `\n${titleOf(section)}:\n`;
}

function writePiece(piece: Piece): string {
  const lines = piece.entries.map((entry, index) => `${prefix(piece.form, index + 1)}${entry}\n`);
  const note = piece.missing === '' ? '' : `- (${piece.missing})\n`;
  return `${lines.join('')}${note}`;
}

function prefix(form: Form, number: number): string {
  if (form === 'numbers') return `${number}. `;
  if (form === 'block') return '\n';
  return form === 'dashes' ? '- ' : '';
}

function writeJson(drawn: Drawn): string {
  const sections = bySection(drawn.pieces).map(sectionObject);
  return `${JSON.stringify({ headline: drawn.headline, ...drawn.facts, sections, left_out: drawn.leftOut, more: drawn.more })}\n`;
}

function sectionObject(pieces: readonly Piece[]): object {
  return {
    name: pieces[0]?.section,
    entries: pieces.flatMap((piece) => piece.entries),
    missing: pieces.map((piece) => piece.missing).filter((missing) => missing !== ''),
  };
}

function bySection(pieces: readonly Piece[]): Piece[][] {
  const groups = new Map<SectionName, Piece[]>();
  for (const piece of pieces) groups.set(piece.section, [...(groups.get(piece.section) ?? []), piece]);
  return [...groups.values()];
}

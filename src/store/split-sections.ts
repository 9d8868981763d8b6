import type { OtherSection } from '../core/note.ts';

interface SplitDocument {
  /** The lines below each heading that is known, by its title. */
  readonly known: ReadonlyMap<string, readonly string[]>;
  /** Sections that the format does not know, under their own headings. */
  readonly others: readonly OtherSection[];
  /** What stands before the first heading. */
  readonly opening: string;
  /** A known title that came twice. */
  readonly twice?: string;
}

/** A heading that only holds others. */
export const CONTAINER = 'Essential Information';

interface Part {
  /** Empty before the first heading. */
  readonly heading: string;
  readonly title: string;
  readonly lines: string[];
}

/** Splits a document at its headings of the second and third level. */
export function splitSections(text: string, titles: ReadonlySet<string>): SplitDocument {
  const isKnown = ({ title }: Pick<Part, 'title'>) => titles.has(title) || title === CONTAINER;
  const parts = joinInner(partsOf(text, isKnown), isKnown);
  const known = new Map<string, string[]>();
  let twice: string | undefined;
  for (const { title, lines } of parts.filter(({ title }) => titles.has(title))) {
    if (known.has(title)) twice ??= title;
    known.set(title, lines);
  }
  const others = parts.filter((part) => part.heading !== '' && !isKnown(part));
  return {
    known,
    others: others.map(({ heading, lines }) => ({ heading, text: joined(lines) })),
    opening: joined(parts[0]?.lines ?? []),
    ...(twice === undefined ? {} : { twice }),
  };
}

/**
 * At each heading a new part begins; the first has none. A code block may hold what looks like a heading; but one that nobody closed must
 * not swallow the sections after it.
 */
function partsOf(text: string, isKnown: (part: Pick<Part, 'title'>) => boolean): Part[] {
  const parts: Part[] = [{ heading: '', title: '', lines: [] }];
  let fence: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    const [, level, title = ''] = /^(#{2,3}) (.+?)\s*$/.exec(line) ?? [];
    if (level === undefined || (fence !== undefined && !isKnown({ title }))) parts.at(-1)?.lines.push(line);
    else parts.push({ heading: `${level} ${title}`, title, lines: [] });
  }
  return parts;
}

/** What stands below a section of the second level that nobody knows belongs to it, unless it is known itself. */
function joinInner(parts: readonly Part[], isKnown: (part: Part) => boolean): Part[] {
  const result: Part[] = [];
  for (const part of parts) {
    const above = result.at(-1);
    const belongs = part.heading.startsWith('### ') && !isKnown(part) && above?.heading.startsWith('## ');
    if (belongs && above !== undefined && !isKnown(above)) above.lines.push(part.heading, ...part.lines);
    else result.push(part);
  }
  return result;
}

function joined(lines: readonly string[]): string {
  return lines.join('\n').trim();
}

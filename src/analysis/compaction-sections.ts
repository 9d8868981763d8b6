import { plainLine } from './sentences.ts';

/** A point of a list, with what is listed below it. */
export interface Point {
  readonly text: string;
  readonly below: readonly string[];
}

const TITLE =
  /^ {0,3}\*{0,2}(#{1,4}\s+)?(?:\d{1,2}[.)]\s+)?\*{0,2}([A-Z][A-Za-z ,/&-]{3,60})\*{0,2}(?:(:)\*{0,2}\s*(.*))?$/;
const NUMBERED = /^ {0,3}\*{0,2}\d{1,2}[.)]\s/;
/** What agents' own templates call their sections. */
const KNOWN =
  /\b(?:request|intent|overview|concepts?|files|errors?|solving|messages|pending|remaining|current (?:work|state)|next steps?|decisions?|feedback|constraints?)\b/i;

/** The sections of the summary that an agent writes when it compacts its context: their lines without code, by their titles. */
export function sectionsOf(summary: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let lines: string[] | undefined;
  let deepest = Number.POSITIVE_INFINITY;
  for (const line of linesWithoutCode(bodyOf(summary))) {
    const [, hashes, title = '', colon, rest = ''] = TITLE.exec(line) ?? [];
    // `1. Repair the parser` is a point of a list, and so is what stands further in than the first title.
    const isNumbered = NUMBERED.test(line) && depthOf(line) <= deepest && (KNOWN.test(title) || (colon && !rest));
    if (title !== '' && (hashes !== undefined || isNumbered)) {
      deepest = Math.min(deepest, depthOf(line));
      lines = rest === '' ? [] : [rest];
      found.set(title.toLowerCase().trim(), lines);
    } else if (line.trim() !== '') lines?.push(line);
  }
  return found;
}

/** What stands before it is how the agent came to its summary. */
function bodyOf(summary: string): string {
  const start = summary.search(/^[ \t]{0,8}(?:<summary>|Summary:)/m);
  return summary
    .slice(Math.max(0, start))
    .replace(/<\/summary>[\s\S]*$|^If you need specific details from before compaction\b[\s\S]*$/m, '');
}

function linesWithoutCode(text: string): string[] {
  let isCode = false;
  return text.split(/\r?\n/).filter((line) => {
    const isFence = /^\s*```/.test(line);
    if (isFence) isCode = !isCode;
    return !isFence && !isCode;
  });
}

/** The lines of the first section with such a title. */
export function sectionCalled(summary: string, title: RegExp): string[] {
  for (const [name, lines] of sectionsOf(summary)) if (title.test(name)) return lines;
  return [];
}

/** The points of a section that stand furthest out, each with those below it. */
export function pointsIn(lines: readonly string[]): Point[] {
  const depth = Math.min(...lines.filter(isListed).map(depthOf));
  const points: { text: string; below: string[] }[] = [];
  for (const line of lines) {
    const text = plainLine(line).replace(/^\d{1,2}[.)]\s+/, '');
    if (isListed(line) && depthOf(line) <= depth) points.push({ text, below: [] });
    else points.at(-1)?.below.push(text);
  }
  return points;
}

function isListed(line: string): boolean {
  return /^\s*(?:[-*+•]|\d{1,2}[.)])\s/.test(line);
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}

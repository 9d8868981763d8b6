import { proseLines } from './agent-words.ts';
import { plainLine } from './sentences.ts';

const MIN_POINT = 8;

/** The points of the lists below headings of one kind, in one line each. */
export function pointsBelow(text: string, heading: RegExp): string[] {
  const found: string[] = [];
  let inside = false;
  for (const line of proseLines(text)) {
    if (heading.test(line.trim())) inside = true;
    else if (inside && /^(?:[-*+•]|\d{1,2}[.)])\s/.test(line.trimStart()))
      found.push(plainLine(line).replace(/^\d{1,2}[.)]\s*/, ''));
    else if (inside && /^\s{2,}\S/.test(line)) found.push(`${found.pop() ?? ''} ${plainLine(line)}`.trim());
    else if (inside && line.trim() !== '') inside = false;
  }
  return found.filter((point) => point.length >= MIN_POINT && !/^(?:none|nothing)\b/i.test(point));
}

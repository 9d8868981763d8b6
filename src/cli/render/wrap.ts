import { textWidth } from '../../core/text-width.ts';
import type { World } from '../../core/world.ts';
import { screenWidth } from './table.ts';

/** A sentence or more, broken at blanks where the terminal ends. */
export function paragraph(text: string, world: World): string {
  return `${wrap(text, screenWidth(world)).join('\n')}\n`;
}

/** Breaks a text at its blanks so that no line is wider than asked; a longer word stays whole. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, width));
}

function wrapLine(line: string, width: number): string[] {
  if (textWidth(line) <= width) return [line];
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && textWidth(longer) > width) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current];
}

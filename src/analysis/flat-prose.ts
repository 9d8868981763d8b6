import { proseLines } from './agent-words.ts';
import { plainLine } from './sentences.ts';

/** Prose as it stands, each item of a list and each row of a table in a line of its own; of code only a few short lines. */
export function flatProse(text: string): string {
  return proseLines(withShortCode(text))
    .map((line) => (/^\s*(?:[-*+•]|\d{1,2}[.)])\s/.test(line) ? `- ${plainLine(line)}` : plainLine(line)))
    .filter((line) => line !== '' && !/^[-*_=\s]{3,}$/.test(line))
    .join('\n');
}

const MAX_CODE_LINES = 3;
const MAX_CODE = 200;

/** A command that the reader shall run is part of what was said; a listing is not. */
function withShortCode(text: string): string {
  return text.replace(/```\w*\n([\s\S]*?)```/g, (block, code: string) => {
    const lines = code.split('\n').filter((line) => line.trim() !== '');
    if (lines.length > MAX_CODE_LINES || code.length > MAX_CODE || code.includes('`')) return block;
    return lines.map((line) => `\`${line.trim()}\``).join('\n');
  });
}

/** Whole lines from the start; the end, where agents ask and offer, goes with them. */
export function cutLines(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const lines = text.split('\n');
  const tail = (lines.at(-1) ?? '').slice(-Math.min(300, Math.floor(limit / 3)));
  const room = limit - tail.length - 2;
  let head = '';
  for (const line of lines.slice(0, -1)) {
    if (head.length + line.length + 1 > room) break;
    head += `${line}\n`;
  }
  return `${head === '' ? text.slice(0, room) : head}…\n${tail}`;
}

import { proseLines } from './agent-words.ts';
import { plainLine } from './sentences.ts';

/** Prose as it stands, each item of a list and each row of a table in a line of its own; of code only a few short lines. */
export function flatProse(text: string): string {
  return proseLines(withShortCode(text))
    .map((line) => (/^\s*(?:[-*+•]|\d{1,2}[.)])\s/.test(line) ? `- ${plainLine(line)}` : plainLine(line)))
    .filter((line) => line !== '' && !/^[-*_=\s]{3,}$/.test(line))
    .join('\n');
}

const MAX_CODE_LINES = 8;
const MAX_CODE = 480;

/** A command that the reader shall run is part of what was said; a listing is not. */
function withShortCode(text: string): string {
  return text.replace(/```\w*\n([\s\S]*?)```/g, (block, code: string) => {
    const lines = code.split('\n').filter((line) => line.trim() !== '');
    if (lines.length > MAX_CODE_LINES || code.length > MAX_CODE || code.includes('`')) return block;
    return lines.map((line) => `\`${line.trim()}\``).join('\n');
  });
}

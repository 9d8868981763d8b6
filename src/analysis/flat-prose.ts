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
/** Lists, trees and what was printed, in a block for its looks. */
const MAX_TEXT_LINES = 16;
const MAX_TEXT = 900;

/** A command that the reader shall run, or a list in a block, is part of what was said; of a listing its length is told. */
function withShortCode(text: string): string {
  return text.replace(/```(\w*)\n([\s\S]*?)```/g, (_, language: string, code: string) => {
    const lines = code.split('\n').filter((line) => line.trim() !== '');
    const isShort = lines.length <= MAX_CODE_LINES && code.length <= MAX_CODE;
    if (isShort && !code.includes('`')) return lines.map((line) => `\`${line.trim()}\``).join('\n');
    const isText = /^(?:|te?xt|plain(?:text)?)$/.test(language);
    if (isText && lines.length <= MAX_TEXT_LINES && code.length <= MAX_TEXT) return lines.join('\n');
    return `[code, ${lines.length} lines]`;
  });
}

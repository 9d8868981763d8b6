import { proseLines } from './agent-words.ts';
import { plainLine } from './sentences.ts';

/** Prose as it stands, each item of a list and each row of a table in a line of its own; of code only a few short lines, or what the reader shall run. */
export function flatProse(text: string, code: 'short' | 'whole' = 'short'): string {
  return partsOf(text)
    .flatMap(({ words, block }) => (block === undefined ? proseOf(words) : codeOf(block, code)))
    .join('\n');
}

interface Part {
  readonly words: string;
  readonly block?: { readonly language: string; readonly lines: readonly string[] };
}

/** The words of a text and the blocks between them. */
function partsOf(text: string): Part[] {
  const pieces = text.split(/```(\w*)\n([\s\S]*?)```/g);
  return pieces.flatMap((words, at): Part[] => {
    if (at % 3 === 0) return [{ words }];
    if (at % 3 === 1) return [];
    const lines = words.split('\n').filter((line) => line.trim() !== '');
    return [{ words, block: { language: pieces[at - 1] ?? '', lines } }];
  });
}

function proseOf(words: string): string[] {
  return proseLines(words)
    .map((line) => (/^\s*(?:[-*+•]|\d{1,2}[.)])\s/.test(line) ? `- ${plainLine(line)}` : plainLine(line)))
    .filter((line) => line !== '' && !/^[-*_=\s]{3,}$/.test(line));
}

const MAX_CODE_LINES = 8;
const MAX_CODE = 480;
/** Lists, trees and what was printed, in a block for its looks. */
const MAX_TEXT_LINES = 16;
const MAX_TEXT = 900;
/** Of the newest message: what the user was given to run, or to agree to, is nowhere else. */
const MAX_WHOLE_LINES = 40;
const MAX_WHOLE = 2400;
/** Shows where the words go on. */
const INDENT = '  ';

/** A command that the reader shall run, or a list in a block, is part of what was said; of a listing its length is told. */
function codeOf({ language, lines }: NonNullable<Part['block']>, code: 'short' | 'whole'): readonly string[] {
  const length = lines.join('\n').length;
  const isShort = lines.length <= MAX_CODE_LINES && length <= MAX_CODE;
  const hasMarks = lines.some((line) => line.includes('`'));
  if (isShort && !hasMarks) return lines.map((line) => `\`${line.trim().replace(/\s+/g, ' ')}\``);
  const isText = /^(?:|te?xt|plain(?:text)?)$/.test(language);
  if (isText && lines.length <= MAX_TEXT_LINES && length <= MAX_TEXT) return proseOf(lines.join('\n'));
  if (code === 'whole' && lines.length <= MAX_WHOLE_LINES && length <= MAX_WHOLE)
    return lines.map((line) => `${INDENT}${line.trimEnd()}`);
  return [`[code, ${lines.length} lines]`];
}

import { oddity } from './oddity.ts';

/** A value as it stands in a text. */
export interface ReadValue {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

const MAX_QUOTED_LENGTH = 2048;
const MAX_BARE_LENGTH = 512;
const AFTER_QUOTE = /[\s,;)\]}>&|+\\.:"'`/]/;
const OPENING = /(?:[bfurBFUR@$]{1,2}(?=["']))?(?<slashes>\\{0,7})(?<quote>["'`])/y;
/** Behind these something else begins, though no blank is there: the next pair, the end of a string in code. */
const NEXT =
  /&[A-Za-z_][\w.-]{0,24}=|,[A-Za-z_][\w.-]{2,40}=|;[A-Za-z_][A-Za-z_ .-]{2,24}=|\\*["'`](?=[,:;}\])](?:$|[\s"'`{[\\}\])]))|&(?:quot|lt|gt);/;
const BLANK = /\s/y;

/** Reads the quoted string or the run without blanks that begins here. */
export function readValue(text: string, at: number): ReadValue | undefined {
  return readQuoted(text, at) ?? readBare(text, at);
}

/** Reads a quoted string, also one that is escaped inside another. */
export function readQuoted(text: string, at: number): ReadValue | undefined {
  OPENING.lastIndex = at;
  const opening = OPENING.exec(text);
  if (opening === null) return undefined;
  const { slashes = '', quote = '' } = opening.groups ?? {};
  const start = at + opening[0].length;
  const closing = findClosing(text, start, { quote, slashes: slashes.length });
  return closing === undefined ? undefined : { start, end: closing - slashes.length, quoted: true };
}

function findClosing(
  text: string,
  start: number,
  { quote, slashes }: { readonly quote: string; readonly slashes: number },
): number | undefined {
  const last = Math.min(text.length, start + MAX_QUOTED_LENGTH);
  let before = 0;
  for (let at = start; at < last && text[at] !== '\n'; at += 1) {
    const letter = text[at];
    if (letter === quote && (slashes === 0 ? before % 2 === 0 : before === slashes))
      return goesOn(text, at) ? undefined : at;
    before = letter === '\\' ? before + 1 : 0;
  }
  return undefined;
}

/** A password may begin with a quote: then the text goes on behind the second one. In a shell, `'it'\''s'` is one string. */
function goesOn(text: string, quote: number): boolean {
  const next = text[quote + 1];
  return (next !== undefined && !AFTER_QUOTE.test(next)) || text.startsWith("'\\''", quote);
}

/** Reads up to the next blank, without the punctuation of the sentence or the code around. */
export function readBare(text: string, at: number, longest = MAX_BARE_LENGTH): ReadValue | undefined {
  const last = Math.min(text.length, at + longest);
  let end = at;
  while (end < last && !isBlank(text, end)) end += 1;
  const run = text.slice(at, end);
  const next = escapedEnd(run) ?? NEXT.exec(run)?.index ?? 0;
  if (next > 0) end = at + next;
  while (end > at && ',;)]}"\'`\\.'.includes(text[end - 1] ?? '')) end -= 1;
  return end - at < 4 ? undefined : { start: at, end, quoted: false };
}

/** Where an escaped line end cuts the run off. Generated values have backslashes too, and go on behind them as they began. */
function escapedEnd(run: string): number | undefined {
  const first = run.search(/\\+[nrt]/);
  const rest = first === -1 ? [] : run.slice(first).split(/\\+[nrt]/);
  return first !== -1 && (rest.length > 2 || oddity(rest.join('')) < 2) ? first : undefined;
}

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code > 32 && code < 128) return false;
  BLANK.lastIndex = at;
  return BLANK.test(text);
}

/** Reads the text of an element up to the next tag. */
export function readElement(text: string, at: number): ReadValue | undefined {
  const end = text.slice(at, at + MAX_BARE_LENGTH).search(/[<\n]/);
  return end < 4 || text[at + end] === '\n' ? undefined : { start: at, end: at + end, quoted: true };
}

/** The value without the escapes of the string that it stands in. */
export function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\+(["'`/\\])/g, '$1') : text;
}

/**
 * Estimates tokens without a tokenizer, which would cost 150 ms or more to load: one pass that counts what makes tokens.
 * The weights were fitted to the dearest tokenizer known and then raised, because an estimate that is too low breaks a
 * promise and one that is too high only wastes a little. `npm run tokens:check` measures both.
 *
 * Text joined at line ends never costs more than its parts, so a pack may add up the costs of its pieces.
 */
export function countTokens(text: string): number {
  let cost = 0;
  for (let at = 0; at < text.length; ) {
    const kind = kindOf(text.charCodeAt(at));
    let end = at + 1;
    if (kind <= LAST_RUN) while (end < text.length && kindOf(text.charCodeAt(end)) === kind) end++;
    if (kind > LAST_RUN) cost += PER_CHARACTER[kind] ?? 0;
    else if (kind === WORD) cost += wordCost(text, at, end);
    // A single space belongs to the word after it.
    else if (end - at > 1 || text.charCodeAt(at) !== SPACE) cost += costOfRun(kind, end - at);
    at = end;
  }
  return Math.ceil(cost * SAFETY);
}

const SAFETY = 1.2;
const SPACE = 32;

// Kinds of characters as numbers, because this loop runs over every candidate text of a pack.
const WORD = 0;
const MARK = 1;
const BLANK = 2;
const NEWLINE = 3;
const LAST_RUN = NEWLINE;
const ACCENTED = 4;
const CJK = 5;
const TWO_BYTES = 6;
const THREE_BYTES = 7;
const SYMBOL = 8;
/** Half of a character beyond the basic plane. */
const HALF = 9;

const PER_CHARACTER: Readonly<Record<number, number>> = {
  [ACCENTED]: 1.6,
  [CJK]: 1.15,
  [TWO_BYTES]: 0.7,
  [THREE_BYTES]: 2,
  [SYMBOL]: 2.2,
  [HALF]: 2,
};

function costOfRun(kind: number, length: number): number {
  if (kind === MARK) return 1.5 + 0.2 * length;
  if (kind === NEWLINE) return 0.3 + 0.05 * (length - 1);
  // An indent is one token, however deep.
  return 0.45 + 0.01 * length;
}

/** Letters and digits: subwords as camel case splits them, digits by three, hashes nearly a token per character. */
function wordCost(text: string, start: number, end: number): number {
  let cost = 0;
  let parts = 0;
  for (let at = start; at < end; parts++) {
    const partEnd = endOfPart(text, at, end);
    cost += partCost(text, at, partEnd);
    at = partEnd;
  }
  const length = end - start;
  // Random text changes between cases and digits every few characters, names do not.
  const isHash = length >= 8 && parts >= 3 && length / parts < 3.5;
  return isHash ? Math.max(cost, 0.84 * length) : cost;
}

function partCost(text: string, start: number, end: number): number {
  const length = end - start;
  if (isDigit(text.charCodeAt(start))) return 1.31 * Math.ceil(length / 3);
  const beyondFour = Math.max(0, length - 4);
  const beyondEight = Math.max(0, length - 8);
  const capitals = length > 1 && isUpper(text.charCodeAt(start)) && isUpper(text.charCodeAt(start + 1)) ? length : 0;
  return 1.2 + 0.05 * beyondFour + 0.5 * beyondEight + 0.12 * capitals;
}

/** Ends where digits begin or end and where a capital follows a small letter. */
function endOfPart(text: string, start: number, end: number): number {
  const digits = isDigit(text.charCodeAt(start));
  let before = text.charCodeAt(start);
  for (let at = start + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (isDigit(code) !== digits) return at;
    if (isUpper(code) && !isUpper(before) && !digits) return at;
    before = code;
  }
  return end;
}

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code === 10 || code === 13) return NEWLINE;
  if (code === 32 || code === 9) return BLANK;
  if (isDigit(code) || isUpper(code) || isUpper(code - 32)) return WORD;
  return code < 32 || code === 127 ? SYMBOL : MARK;
});

function kindOf(code: number): number {
  if (code < 128) return ASCII[code] ?? MARK;
  return code < 0x800 ? kindOfShort(code) : kindOfLong(code);
}

/** Of characters that take two bytes. */
function kindOfShort(code: number): number {
  if (code >= 0x250) return TWO_BYTES;
  return code < 0xc0 ? SYMBOL : ACCENTED;
}

/** Of characters that take three bytes, and of halves. */
function kindOfLong(code: number): number {
  if (code >= 0x3000 && code <= 0x9fff) return CJK;
  if (code >= 0xd800 && code <= 0xdfff) return HALF;
  if (code >= 0xac00) return code < 0xd800 || code >= 0xf900 ? CJK : SYMBOL;
  if (code >= 0x1e00 && code <= 0x1eff) return ACCENTED;
  return code >= 0x2000 && code <= 0x2fff ? SYMBOL : THREE_BYTES;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

/**
 * Estimates tokens without a tokenizer, which would cost 150 ms or more to load: one pass that counts what makes tokens.
 * The weights were fitted to the dearest tokenizer known and then raised, because an estimate that is too low breaks a
 * promise and one that is too high only wastes a little. `npm run tokens:check` measures both.
 *
 * Text joined at line ends never costs more than its parts, so a pack may add up the costs of its pieces.
 */
export function countTokens(text: string): number {
  let cost = 0;
  // Letters and digits in a row.
  let [word, parts, length] = [0, 0, 0];
  const runs = text.match(RUNS) ?? [];
  // By index: `of` makes an object for each run until V8 has compiled the loop.
  for (let at = 0; at < runs.length; at += 1) {
    const run = runs[at] ?? '';
    const first = run.charCodeAt(0);
    const part = costOfPart(run, first);
    if (part > 0) {
      word += part;
      parts += 1;
      length += run.length;
      continue;
    }
    if (parts > 0) cost += costOfWord(word, parts, length);
    word = parts = length = 0;
    cost += costOfRun(run.length, first);
  }
  return Math.ceil(((cost + costOfWord(word, parts, length)) * SAFETY) / 10_000);
}

// Costs are in hundredths of a token: whole numbers, so that no order of adding them up changes the sum.
const SAFETY = 108;

/** Subwords as camel case splits them, digits, marks, blanks and line ends; every other character by itself. */
const RUNS = /[A-Z]*[a-z]+|[A-Z]+|\d+|[!-/:-@[-`{-~]+|[ \t]+|[\n\r]+|[^!-~ \t\n\r]/g;

function costOfWord(cost: number, parts: number, length: number): number {
  // Random text changes between cases and digits every few characters, names do not; it takes nearly a token per character.
  const isHash = length >= 8 && parts >= 3 && length / parts < 3.5;
  return isHash ? Math.max(cost, 84 * length) : cost;
}

/** Of a part of a word; nothing for what is no word. */
function costOfPart(part: string, first: number): number {
  const { length } = part;
  if (isDigit(first)) return 131 * Math.ceil(length / 3);
  if (!isUpper(first) && !isLower(first)) return 0;
  const capitals = isUpper(first) && isUpper(part.charCodeAt(1)) ? length : 0;
  return 120 + 5 * Math.max(0, length - 4) + 50 * Math.max(0, length - 8) + 12 * capitals;
}

function costOfRun(length: number, first: number): number {
  // A single space belongs to the word after it. An indent is one token, however deep.
  if (first === 32 && length === 1) return 0;
  if (first === 32 || first === 9) return 45 + length;
  if (first === 10 || first === 13) return 25 + 5 * length;
  if (first > 32 && first < 127) return 150 + 20 * length;
  return first < 0x800 ? costOfShort(first) : costOfLong(first);
}

const ACCENTED = 160;
const CJK = 115;
const TWO_BYTES = 70;
const THREE_BYTES = 200;
const SYMBOL = 220;
/** Half of a character beyond the basic plane. */
const HALF = 200;

/** Of a character of at most two bytes that is no word, mark or blank. */
function costOfShort(code: number): number {
  if (code >= 0x250) return TWO_BYTES;
  return code < 0xc0 ? SYMBOL : ACCENTED;
}

/** Of a character of three bytes, or a half. */
function costOfLong(code: number): number {
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

function isLower(code: number): boolean {
  return code >= 97 && code <= 122;
}

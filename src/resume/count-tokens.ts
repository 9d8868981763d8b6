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
    const kind = kindAt(text, at);
    const end = RUNS.has(kind) ? endOfRun(text, at, kind) : at + (kind === 'astral' ? 2 : 1);
    cost += costOf(kind, text, [at, end]);
    at = end;
  }
  return Math.ceil(cost * SAFETY);
}

type Kind =
  | 'word'
  | 'mark'
  | 'blank'
  | 'newline'
  | 'accented'
  | 'cjk'
  | 'two-byte'
  | 'three-byte'
  | 'symbol'
  | 'astral';
type Range = readonly [start: number, end: number];

const SAFETY = 1.2;
const RUNS: ReadonlySet<Kind> = new Set(['word', 'mark', 'blank', 'newline']);

const PER_CHARACTER = {
  accented: 1.6,
  cjk: 1.15,
  'two-byte': 0.7,
  'three-byte': 2,
  symbol: 2.2,
  astral: 4,
} as const;

function costOf(kind: Kind, text: string, range: Range): number {
  const length = range[1] - range[0];
  switch (kind) {
    case 'word':
      return wordCost(text, range);
    case 'mark':
      return 1.5 + 0.2 * length;
    case 'newline':
      return 0.3 + 0.05 * (length - 1);
    case 'blank':
      return blankCost(text, range);
    case 'accented':
    case 'cjk':
    case 'two-byte':
    case 'three-byte':
    case 'symbol':
    case 'astral':
      return PER_CHARACTER[kind];
  }
}

/** A single space belongs to the word after it; an indent is one token, however deep. */
function blankCost(text: string, [start, end]: Range): number {
  const length = end - start;
  if (length === 1 && text.charCodeAt(start) === 32) return 0;
  return 0.45 + 0.01 * length;
}

/** Letters and digits: subwords as camel case splits them, digits by three, hashes nearly a token per character. */
function wordCost(text: string, [start, end]: Range): number {
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
  const capitals = isUpper(text.charCodeAt(start)) && length > 1 && isUpper(text.charCodeAt(start + 1)) ? length : 0;
  return 1.2 + 0.05 * beyondFour + 0.5 * beyondEight + 0.12 * capitals;
}

/** Ends where digits begin or end and where a capital follows a small letter. */
function endOfPart(text: string, start: number, end: number): number {
  const digits = isDigit(text.charCodeAt(start));
  let at = start + 1;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (isDigit(code) !== digits) break;
    if (isUpper(code) && !isUpper(text.charCodeAt(at - 1)) && !digits) break;
  }
  return at;
}

function endOfRun(text: string, start: number, kind: Kind): number {
  let at = start + 1;
  while (at < text.length && kindAt(text, at) === kind) at++;
  return at;
}

const ASCII: readonly Kind[] = Array.from({ length: 128 }, (_, code) => {
  if (code === 10 || code === 13) return 'newline';
  if (code === 32 || code === 9) return 'blank';
  if (/[A-Za-z0-9]/.test(String.fromCharCode(code))) return 'word';
  return code < 32 || code === 127 ? 'symbol' : 'mark';
});

function kindAt(text: string, at: number): Kind {
  const code = text.charCodeAt(at);
  if (code < 128) return ASCII[code] ?? 'mark';
  if (code < 0x800) return shortKind(code);
  if (code >= 0xd800 && code <= 0xdfff) return surrogateKind(text, at);
  return longKind(code);
}

/** Of characters that take two bytes. */
function shortKind(code: number): Kind {
  if (code >= 0x250) return 'two-byte';
  return code < 0xc0 ? 'symbol' : 'accented';
}

/** Of characters that take three bytes. */
function longKind(code: number): Kind {
  if (code >= 0x3000 && code <= 0x9fff) return 'cjk';
  if (code >= 0xac00) return code < 0xd800 || code >= 0xf900 ? 'cjk' : 'symbol';
  if (code >= 0x1e00 && code <= 0x1eff) return 'accented';
  return code >= 0x2000 && code <= 0x2fff ? 'symbol' : 'three-byte';
}

function surrogateKind(text: string, at: number): Kind {
  const high = text.charCodeAt(at);
  const low = text.charCodeAt(at + 1);
  return high < 0xdc00 && low >= 0xdc00 && low <= 0xdfff ? 'astral' : 'symbol';
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

export interface WildmatchOptions {
  /** `*` and `?` stop at a slash, `**` does not. */
  readonly pathname?: boolean;
  readonly foldCase?: boolean;
}

const compiled = new Map<string, RegExp>();

/** Whether git's glob matches the whole text. */
export function wildmatch(pattern: string, text: string, options: WildmatchOptions = {}): boolean {
  const { pathname = false, foldCase = false } = options;
  const [glob, subject] = foldCase ? [lowerCase(pattern), lowerCase(text)] : [pattern, text];
  const key = `${pathname ? 'p' : '-'}${glob}`;
  let matcher = compiled.get(key);
  if (matcher === undefined) compiled.set(key, (matcher = compile(glob, pathname)));
  return matcher.test(subject);
}

/** Only ASCII letters have a case here: the text may be bytes. */
export function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const never = /(?!)/;

function compile(pattern: string, pathname: boolean): RegExp {
  let source = '';
  for (let at = 0; at < pattern.length; ) {
    const piece = pieceAt(pattern, at, pathname);
    // git, too, matches nothing with a pattern whose bracket or escape is open.
    if (piece === undefined) return never;
    source += piece.source;
    at += piece.length;
  }
  try {
    return new RegExp(`^${source}$`, 's');
  } catch {
    // A range such as [z-a] is no regular expression and matches nothing in git.
    return never;
  }
}

interface Piece {
  readonly source: string;
  readonly length: number;
}

function pieceAt(pattern: string, at: number, pathname: boolean): Piece | undefined {
  const character = pattern[at] ?? '';
  if (character === '*') return stars(pattern, at, pathname);
  if (character === '?') return { source: pathname ? '[^/]' : '.', length: 1 };
  if (character === '[') return bracket(pattern, at, pathname);
  if (character !== '\\') return { source: literal(character), length: 1 };
  const escaped = pattern[at + 1];
  return escaped === undefined ? undefined : { source: literal(escaped), length: 2 };
}

/** `**` crosses slashes only as a whole component; `a**b` is `a*b`. */
function stars(pattern: string, at: number, pathname: boolean): Piece {
  const length = /^\*+/.exec(pattern.slice(at))?.[0].length ?? 1;
  if (!pathname) return { source: '.*', length };
  const before = at === 0 || pattern[at - 1] === '/';
  const after = pattern[at + length];
  if (length < 2 || !before || (after !== undefined && after !== '/')) return { source: '[^/]*', length };
  // `**/` also matches no folder at all.
  return after === '/' ? { source: '(?:.*/)?', length: length + 1 } : { source: '.*', length };
}

const classes: Readonly<Record<string, string>> = {
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\s',
  upper: 'A-Z',
  xdigit: '0-9a-fA-F',
};

function bracket(pattern: string, start: number, pathname: boolean): Piece | undefined {
  let at = start + 1;
  const negated = pattern[at] === '!' || pattern[at] === '^';
  if (negated) at += 1;
  let body = '';
  for (let first = true; first || pattern[at] !== ']'; first = false) {
    const member = bracketMember(pattern, at, first);
    if (member === undefined) return undefined;
    body += member.source;
    at += member.length;
  }
  const set = `[${negated ? '^' : ''}${body}]`;
  return { source: pathname ? `(?!/)${set}` : set, length: at - start + 1 };
}

function bracketMember(pattern: string, at: number, first: boolean): Piece | undefined {
  const named = /^\[:([a-z]+):\]/.exec(pattern.slice(at));
  if (named) {
    const inside = classes[named[1] ?? ''];
    return inside === undefined ? undefined : { source: inside, length: named[0].length };
  }
  const escaped = pattern[at] === '\\';
  const character = pattern[escaped ? at + 1 : at];
  if (character === undefined) return undefined;
  const isRange = character === '-' && !escaped && !first && pattern[at + 1] !== ']';
  return { source: isRange ? '-' : character.replace(/[\\\]^[-]/, '\\$&'), length: escaped ? 2 : 1 };
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
}

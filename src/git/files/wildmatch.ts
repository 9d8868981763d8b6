interface WildmatchOptions {
  /** `*` and `?` stop at a slash, `**` does not. */
  readonly pathname?: boolean;
  readonly foldCase?: boolean;
}

const compiled = new Map<string, RegExp>();

/** Whether git's glob matches the whole text. */
export function wildmatch(pattern: string, text: string, options: WildmatchOptions = {}): boolean {
  const { pathname = false, foldCase = false } = options;
  const key = `${pathname ? 'p' : '-'}${foldCase ? 'f' : '-'}${pattern}`;
  let matcher = compiled.get(key);
  if (matcher === undefined) compiled.set(key, (matcher = compile(pattern, { pathname, foldCase })));
  return matcher.test(foldCase ? lowerCase(text) : text);
}

/** Only ASCII letters have a case here: the text may be bytes. */
export function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const never = /(?!)/;

function compile(pattern: string, options: Required<WildmatchOptions>): RegExp {
  // What stands before the first star that crosses slashes, and then each of them with what follows it.
  const sections: [Run, ...Run[]][] = [[{ star: '', rest: '' }]];
  for (let at = 0; at < pattern.length; ) {
    const piece = pieceAt(pattern, at, options);
    // git, too, matches nothing with a pattern whose bracket or escape is open.
    if (piece === undefined) return never;
    const runs = sections.at(-1);
    const last = runs?.at(-1);
    if (piece.star === 'across') sections.push([{ star: piece.source, rest: '' }]);
    else if (piece.star === 'within') runs?.push({ star: piece.source, rest: '' });
    else if (last !== undefined) last.rest += piece.source;
    at += piece.length;
  }
  return new RegExp(`^${joined(sections)}$`, 's');
}

/** A star and what has to follow it. */
interface Run {
  readonly star: string;
  rest: string;
}

/**
 * A star is decided at the first place where what follows it fits, because the next star takes up the difference; only the last one is
 * tried at every place. Otherwise a dozen of them would try for years, and git does not.
 */
function joined(sections: readonly [Run, ...Run[]][]): string {
  let groups = 0;
  const decided = (source: string) => {
    groups += 1;
    return `(?=(?<g${groups}>${source}))\\k<g${groups}>`;
  };
  const inOrder = (runs: readonly Run[]) =>
    runs.map(({ star, rest }, at) => {
      const isLast = at === runs.length - 1;
      return isLast || star === '' ? star + rest : decided(lazy(star) + rest);
    });
  const whole = sections.map(([{ star, rest }, ...runs]) => ({ star, rest: rest + inOrder(runs).join('') }));
  return inOrder(whole).join('');
}

/** Takes as little as it can. */
function lazy(star: string): string {
  return star.replaceAll(/[*?]$|\*(?=\/)/g, '$&?');
}

interface Piece {
  readonly source: string;
  readonly length: number;
  /** Of stars, whether they cross slashes that others do not. */
  readonly star?: 'within' | 'across';
}

function pieceAt(pattern: string, at: number, options: Required<WildmatchOptions>): Piece | undefined {
  const { pathname, foldCase } = options;
  const character = pattern[at] ?? '';
  if (character === '*') return stars(pattern, at, pathname);
  if (character === '?') return { source: pathname ? '[^/]' : '.', length: 1 };
  if (character === '[') return bracket(pattern, at, options);
  if (character !== '\\') return { source: literal(foldCase ? lowerCase(character) : character), length: 1 };
  // git folds the case of neither what is escaped nor what stands in brackets.
  const escaped = pattern[at + 1];
  return escaped === undefined ? undefined : { source: literal(escaped), length: 2 };
}

/** `**` crosses slashes only as a whole component; `a**b` is `a*b`. */
function stars(pattern: string, at: number, pathname: boolean): Piece {
  const length = /^\*+/.exec(pattern.slice(at))?.[0].length ?? 1;
  if (!pathname) return { source: '.*', length, star: 'within' };
  const before = at === 0 || pattern[at - 1] === '/';
  const after = pattern[at + length];
  const whole = /^(?:$|\\?\/)/.test(pattern.slice(at + length));
  if (length < 2 || !before || !whole) return { source: '[^/]*', length, star: 'within' };
  // `**/` also matches no folder at all.
  const [source, taken] = after === '/' ? ['(?:.*/)?', length + 1] : ['.*', length];
  return { source, length: taken, star: 'across' };
}

// In ASCII alone: other bytes are in no class.
const classes: ReadonlyMap<string, string> = new Map([
  ['alnum', 'a-zA-Z0-9'],
  ['alpha', 'a-zA-Z'],
  ['blank', ' \\t'],
  ['cntrl', '\\x00-\\x1f\\x7f'],
  ['digit', '0-9'],
  ['graph', '!-~'],
  ['lower', 'a-z'],
  ['print', ' -~'],
  ['punct', '!-\\/:-@\\[-`{-~'],
  ['space', ' \\t\\n\\r'],
  ['upper', 'A-Z'],
  ['xdigit', '0-9a-fA-F'],
]);

/** `last` may begin a range; empty after what cannot. */
interface Member extends Piece {
  readonly last: string;
}

function bracket(pattern: string, start: number, options: Required<WildmatchOptions>): Piece | undefined {
  let at = start + 1;
  const negated = pattern[at] === '!' || pattern[at] === '^';
  if (negated) at += 1;
  let body = '';
  let last = '';
  do {
    const member = rangeAt(pattern, at, { last, ...options }) ?? memberAt(pattern, at, options);
    if (member === undefined) return undefined;
    body += member.source;
    at += member.length;
    last = member.last;
  } while (pattern[at] !== ']');
  const set = `[${negated ? '^' : ''}${body}]`;
  return { source: options.pathname ? `(?!/)${set}` : set, length: at - start + 1 };
}

function memberAt(pattern: string, at: number, { foldCase }: Required<WildmatchOptions>): Member | undefined {
  const character = pattern[at];
  if (character === '\\') {
    const escaped = pattern[at + 1];
    return escaped === undefined ? undefined : { source: code(escaped), length: 2, last: escaped };
  }
  if (character !== '[' || pattern[at + 1] !== ':')
    return character === undefined ? undefined : { source: code(character), length: 1, last: character };
  const end = pattern.indexOf(']', at + 2);
  if (end < 0) return undefined;
  const name = pattern.slice(at + 2, end);
  if (!name.endsWith(':')) return { source: code('['), length: 1, last: '[' };
  const inside = foldCase && name === 'upper:' ? 'a-z' : classes.get(name.slice(0, -1));
  return inside === undefined ? undefined : { source: inside, length: end + 1 - at, last: '' };
}

/** `-` and the end of a range; undefined where it means itself. A range that runs backwards is empty. */
function rangeAt(
  pattern: string,
  at: number,
  { last, foldCase }: { readonly last: string; readonly foldCase: boolean },
): Member | undefined {
  const isEscaped = pattern[at + 1] === '\\';
  const end = pattern[at + (isEscaped ? 2 : 1)];
  if (pattern[at] !== '-' || last === '' || end === undefined || pattern[at + 1] === ']') return undefined;
  const length = isEscaped ? 3 : 2;
  const range = (from: string, to: string) => (from > to ? '' : `${code(from)}-${code(to)}`);
  const [from, to] = [last > 'A' ? last : 'A', end < 'Z' ? end : 'Z'];
  // The text has small letters only; a range of capital ones means them too.
  const folded = foldCase && from <= to ? range(lowerCase(from), lowerCase(to)) : '';
  return { source: range(last, end) + folded, length, last: '' };
}

function code(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
}

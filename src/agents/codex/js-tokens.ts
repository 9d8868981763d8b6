/** A piece of a JavaScript program, and whether a line begins with it. */
export type Token = ({ readonly kind: 'name' | 'number' | 'mark' | 'text'; readonly text: string } | Template) & {
  readonly first?: boolean;
};

/** The texts around its expressions, with and without escapes understood. */
interface Template {
  readonly kind: 'template';
  readonly texts: readonly string[];
  readonly raws: readonly string[];
  readonly holes: readonly Token[][];
}

const SPACE = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))+/y;
const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy;
const NUMBER = /\d[\w.]*/y;
const EXPRESSION = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;
const MARK = /=>|\.{3}|[\s\S]/y;
/** After these a slash divides; elsewhere it opens a regular expression. */
const OPERAND_ENDS = new Set([')', ']', '}']);
const BEFORE_OPERAND = new Set(['return', 'typeof', 'case', 'in', 'of', 'await', 'else', 'do', 'void', 'throw']);
const MAX_DEPTH = 20;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' };

/** The tokens of a program, without comments. Never fails: what is no JavaScript becomes marks. */
export function tokensOf(source: string): readonly Token[] {
  return new Scanner(source).scan('');
}

class Scanner {
  readonly #source: string;
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Up to the closing mark of a template's expression, or to the end. */
  scan(closing: string): Token[] {
    const tokens: Token[] = [];
    let depth = 0;
    while (this.#at < this.#source.length) {
      const first = this.#take(SPACE).includes('\n');
      const next = this.#source[this.#at];
      if (next === undefined || (next === closing && depth === 0)) break;
      if (next === '{') depth += 1;
      if (next === '}') depth -= 1;
      tokens.push({ ...this.#token(next, tokens.at(-1)), first });
    }
    return tokens;
  }

  #token(next: string, before: Token | undefined): Token {
    if (next === '`' && this.#depth < MAX_DEPTH) return this.#template();
    if (next === '/' && opensExpression(before)) {
      const expression = this.#take(EXPRESSION);
      if (expression !== '') return { kind: 'mark', text: expression };
    }
    if (next === '"' || next === "'") {
      const quoted = this.#upTo((at) => this.#source[at] === next || this.#source[at] === '\n');
      return { kind: 'text', text: cooked(quoted) };
    }
    const name = this.#take(NAME);
    if (name !== '') return { kind: 'name', text: name };
    const number = this.#take(NUMBER);
    return number === '' ? { kind: 'mark', text: this.#take(MARK) } : { kind: 'number', text: number };
  }

  #template(): Token {
    const isEnd = (at: number) => this.#source[at] === '`' || this.#source.startsWith('${', at);
    const raws = [this.#upTo(isEnd)];
    const holes: Token[][] = [];
    this.#depth += 1;
    while (this.#source[this.#at - 1] === '$') {
      this.#at += 1;
      holes.push(this.scan('}'));
      raws.push(this.#upTo(isEnd));
    }
    this.#depth -= 1;
    return { kind: 'template', texts: raws.map(cooked), raws, holes };
  }

  /** The text between the mark here and one that ends it; goes on behind that one. */
  #upTo(isEnd: (at: number) => boolean): string {
    const from = this.#at + 1;
    let at = from;
    while (at < this.#source.length && !isEnd(at)) at += this.#source[at] === '\\' ? 2 : 1;
    this.#at = at + 1;
    return this.#source.slice(from, at);
  }

  #take(form: RegExp): string {
    form.lastIndex = this.#at;
    const found = form.exec(this.#source)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }
}

function opensExpression(before: Token | undefined): boolean {
  if (before === undefined) return true;
  if (before.kind === 'mark') return !OPERAND_ENDS.has(before.text);
  return before.kind === 'name' && BEFORE_OPERAND.has(before.text);
}

function cooked(raw: string): string {
  return raw.replace(/\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|[\s\S])/gi, (escaped) => {
    const code = /^\\[ux]\{?([\da-f]+)/i.exec(escaped)?.[1];
    if (code !== undefined) return characterOf(Number.parseInt(code, 16));
    const mark = escaped.slice(1);
    return mark === '\n' ? '' : (ESCAPES[mark] ?? mark);
  });
}

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}

import { Failure } from '../../core/failure.ts';

/** A JSON value with the places where it begins and ends in its text. */
export interface JsonNode {
  readonly start: number;
  readonly end: number;
  readonly kind: 'object' | 'array' | 'other';
  /** The value itself. */
  readonly value: unknown;
  /** Members of an object with their keys, items of an array without. */
  readonly children: readonly JsonChild[];
}

export interface JsonChild {
  /** Where the key begins, or the item. */
  readonly start: number;
  readonly key?: string;
  readonly node: JsonNode;
}

/** Reads JSON with comments and trailing commas, as editors and agents take it. The failure names line and column. */
export function parseJsonText(text: string): JsonNode {
  const scanner = new Scanner(text);
  scanner.skipBlank();
  const node = scanner.readValue();
  scanner.skipBlank();
  if (!scanner.atEnd()) scanner.fail('nothing more');
  return node;
}

/** Where blanks and comments that begin here end. */
export function endOfBlank(text: string, from: number): number {
  return from + (matchAt(BLANK, text, from)?.length ?? 0);
}

const BLANK = /(?:\s|\ufeff|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const LITERAL = /(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\.)*"/y;
const COLON = /:/y;
const COMMA = /,/y;

/** A sticky form against one place: an agent's file may hold megabytes, which are not to be copied forevery sign. */
function matchAt(form: RegExp, text: string, at: number): string | undefined {
  form.lastIndex = at;
  return form.exec(text)?.[0];
}

class Scanner {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  skipBlank(): void {
    this.at = endOfBlank(this.text, this.at);
  }

  atEnd(): boolean {
    return this.at >= this.text.length;
  }

  readValue(): JsonNode {
    const sign = this.text[this.at];
    if (sign === '{') return this.readObject();
    if (sign === '[') return this.readArray();
    const start = this.at;
    const value: unknown = JSON.parse(this.take(sign === '"' ? STRING : LITERAL, 'a value'));
    return { start, end: this.at, kind: 'other', value, children: [] };
  }

  private readObject(): JsonNode {
    const start = this.at;
    const children = this.readChildren('}', () => {
      const at = this.at;
      const key: string = JSON.parse(this.take(STRING, 'a key in double quotes'));
      this.skipBlank();
      this.take(COLON, "':'");
      this.skipBlank();
      return { start: at, key, node: this.readValue() };
    });
    const value = Object.fromEntries(children.map(({ key = '', node }) => [key, node.value]));
    return { start, end: this.at, kind: 'object', value, children };
  }

  private readArray(): JsonNode {
    const start = this.at;
    const children = this.readChildren(']', () => ({ start: this.at, node: this.readValue() }));
    return { start, end: this.at, kind: 'array', value: children.map(({ node }) => node.value), children };
  }

  private readChildren(closing: string, readChild: () => JsonChild): JsonChild[] {
    this.at += 1;
    const children: JsonChild[] = [];
    for (;;) {
      this.skipBlank();
      if (this.text[this.at] === closing) break;
      children.push(readChild());
      this.skipBlank();
      if (this.text[this.at] === closing) break;
      this.take(COMMA, `',' or '${closing}'`);
    }
    this.at += 1;
    return children;
  }

  private take(form: RegExp, wanted: string): string {
    const found = matchAt(form, this.text, this.at);
    if (found === undefined) this.fail(wanted);
    this.at += found.length;
    return found;
  }

  fail(wanted: string): never {
    const before = this.text.slice(0, this.at).split('\n');
    const column = (before.at(-1)?.length ?? 0) + 1;
    throw new Failure('fatal', `line ${before.length}, column ${column}: expected ${wanted}`);
  }
}

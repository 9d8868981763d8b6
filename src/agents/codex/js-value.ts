import type { Token } from './js-tokens.ts';

/** What an expression stands for, as far as that can be told without running it; undefined where it cannot. */
export type JsValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly JsValue[]
  | { readonly [key: string]: JsValue };

/** Values of names, one by one for the variable of a loop. */
export interface Names {
  readonly values: ReadonlyMap<string, JsValue>;
  readonly rounds: ReadonlyMap<string, readonly JsValue[]>;
  /** How many tokens may still be looked at: a program of a million brackets is not worth more. */
  readonly patience: { tokens: number };
}

const WORDS: Readonly<Record<string, JsValue>> = { true: true, false: false, null: null };
const MAX_DEPTH = 50;
const OPENING = new Set(['(', '[', '{']);
const CLOSING = new Set([')', ']', '}']);

/** Reads one expression out of a program's tokens. */
export class ValueReader {
  readonly #tokens: readonly Token[];
  readonly #names: Names;
  readonly #round: number;
  #at: number;
  #depth = 0;
  /** How many rounds the loops have whose variables were used. */
  rounds = 1;

  constructor(tokens: readonly Token[], from: number, { names, round = 0 }: { names: Names; round?: number }) {
    this.#tokens = tokens;
    this.#at = from;
    this.#names = names;
    this.#round = round;
  }

  read(): JsValue {
    this.#depth += 1;
    let value = this.#depth > MAX_DEPTH || this.#names.patience.tokens < 0 ? undefined : this.#operand();
    while (this.#is('+')) {
      this.#at += 1;
      value = joined(value, this.#operand());
    }
    this.#depth -= 1;
    // Whatever else is done to it, nobody knows what comes out.
    return this.#skipRest() ? undefined : value;
  }

  #operand(): JsValue {
    while (this.#is('await')) this.#at += 1;
    let value = this.readPrimary();
    while (this.#is('.') && this.#is('(', 2)) {
      const method = this.#textAt(1);
      this.#at += 3;
      const [first] = this.#list(')');
      if (method === 'join' && Array.isArray(value))
        value = value.map(String).join(typeof first === 'string' ? first : ',');
      else if (method !== 'trim') value = undefined;
    }
    return value;
  }

  /** A literal or a name, without what is done to it. */
  readPrimary(): JsValue {
    const token = this.#tokens[this.#at];
    if (token === undefined) return undefined;
    if (token.kind === 'mark') return this.#bracketed(token.text);
    this.#at += 1;
    if (token.kind === 'text') return token.text;
    if (token.kind === 'number') return Number(token.text.replaceAll('_', ''));
    if (token.kind === 'template') return this.#filled(token.texts, token.holes);
    return this.#named(token.text);
  }

  #named(name: string): JsValue {
    const raw = this.#tokens[this.#at + 2];
    if (name === 'String' && this.#textAt(1) === 'raw' && raw?.kind === 'template') {
      this.#at += 3;
      return this.#filled(raw.raws, raw.holes);
    }
    if (name === 'JSON' && this.#textAt(1) === 'stringify') {
      this.#at += 3;
      const [value] = this.#list(')');
      return value === undefined ? undefined : JSON.stringify(value);
    }
    const rounds = this.#names.rounds.get(name);
    if (rounds === undefined) return name in WORDS ? WORDS[name] : this.#names.values.get(name);
    this.rounds = Math.max(this.rounds, rounds.length);
    return rounds[this.#round];
  }

  #bracketed(mark: string): JsValue {
    if (mark !== '[' && mark !== '{' && mark !== '(' && mark !== '-') return undefined;
    this.#at += 1;
    if (mark === '[') return this.#list(']');
    if (mark === '{') return this.#object();
    if (mark === '(') return this.#list(')').at(-1);
    const number = this.#tokens[this.#at];
    this.#at += 1;
    return number?.kind === 'number' ? -Number(number.text) : undefined;
  }

  /** Behind the opening mark; values between commas, up to and with the closing mark. */
  #list(closing: string): readonly JsValue[] {
    const values: JsValue[] = [];
    for (let from = -1; from < this.#at && this.#at < this.#tokens.length && !this.#is(closing); ) {
      from = this.#at;
      const spread = this.#is('...');
      if (spread) this.#at += 1;
      const value = this.read();
      if (spread && Array.isArray(value)) values.push(...value);
      else values.push(value);
      this.#at += this.#is(',') ? 1 : 0;
    }
    this.#at += 1;
    return values;
  }

  #object(): JsValue {
    const fields: Record<string, JsValue> = {};
    while (this.#at < this.#tokens.length && !this.#is('}') && !this.#is(';')) {
      const key = this.#tokens[this.#at];
      this.#at += 1;
      if (key?.kind === 'name' || key?.kind === 'text') fields[key.text] = this.#field(key.text);
      else Object.assign(fields, asFields(this.read()));
      this.#at += this.#is(',') ? 1 : 0;
    }
    this.#at += 1;
    return fields;
  }

  /** Behind its name: a value, or nothing where the name stands for its own. */
  #field(name: string): JsValue {
    if (!this.#is(':')) return this.#skipRest() ? undefined : this.#named(name);
    this.#at += 1;
    return this.read();
  }

  #filled(texts: readonly string[], holes: readonly Token[][]): string {
    return texts.reduce((whole, text, at) => {
      const tokens = holes[at - 1] ?? [];
      const reader = new ValueReader(tokens, 0, { names: this.#names, round: this.#round });
      const value = reader.read();
      this.rounds = Math.max(this.rounds, reader.rounds);
      const [first] = tokens;
      const name = tokens.length === 1 && first?.kind === 'name' ? first.text : '…';
      return `${whole}${value === undefined ? `\${${name}}` : String(value)}${text}`;
    });
  }

  /** Goes to the end of the expression. Whether there was more of it. */
  #skipRest(): boolean {
    const from = this.#at;
    if (this.#names.patience.tokens < 0) this.#at = this.#tokens.length;
    for (let depth = 0; this.#at < this.#tokens.length; this.#at += 1) {
      const text = this.#textAt(0);
      if (depth === 0 && (text === ',' || text === ';' || CLOSING.has(text) || this.#opensStatement())) break;
      if (OPENING.has(text)) depth += 1;
      if (CLOSING.has(text)) depth -= 1;
    }
    this.#names.patience.tokens -= this.#at - from + 1;
    return this.#at > from;
  }

  /** A name that begins a line, where no semicolon stands before it. */
  #opensStatement(): boolean {
    const token = this.#tokens[this.#at];
    return token?.kind === 'name' && token.first === true;
  }

  #is(text: string, ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead];
    return token !== undefined && token.kind !== 'text' && token.kind !== 'template' && token.text === text;
  }

  #textAt(ahead: number): string {
    const token = this.#tokens[this.#at + ahead];
    return token === undefined || token.kind === 'text' || token.kind === 'template' ? '' : token.text;
  }
}

function asFields(value: JsValue): { readonly [key: string]: JsValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, JsValue>) : {};
}

function joined(left: JsValue, right: JsValue): JsValue {
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  const plain = (value: JsValue) => typeof value === 'string' || typeof value === 'number';
  return plain(left) && plain(right) ? `${String(left)}${String(right)}` : undefined;
}

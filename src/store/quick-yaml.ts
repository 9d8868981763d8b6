/**
 * The few forms of YAML that our notes are written in, read and written without loading a YAML library: parsing a note is on the
 * path of every session start. Whatever is not in this form is left to the library (note-text.ts); a property test holds both
 * to the same answer.
 */
export type Plain = string | number | boolean | readonly Plain[] | { readonly [key: string]: Plain | undefined };

const PLAIN_TEXT =
  /^[A-Za-z_/.(][^\n\t"'#:{}[\],&*!|>%@`\\\u007f-\u009f\u2028\u2029\ufeff\ud800-\udfff\u0000-\u001f]*$/;
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n|~|\.inf|\.nan|\.+|\.\d.*)$/i;
/** Of those that do not begin with a point. */
const MAX_RESERVED_LENGTH = 5;
const BLOCK_TEXT =
  /^[^\s\u0000-\u001f][^\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ud800-\udfff]*[^\s\u0000-\u001f\u007f-\u009f\ud800-\udfff]$/;

/** Writes a document. */
export function renderQuickYaml(value: { readonly [key: string]: Plain | undefined }): string {
  return renderMap(value, 0);
}

function renderMap(map: { readonly [key: string]: Plain | undefined }, depth: number): string {
  return Object.entries(map)
    .filter((pair): pair is [string, Plain] => pair[1] !== undefined)
    .map(([key, value]) => `${'  '.repeat(depth)}${renderText(key)}:${renderValue(value, depth)}`)
    .join('');
}

function renderValue(value: Plain, depth: number): string {
  if (Array.isArray(value)) return value.length === 0 ? ' []\n' : `\n${renderList(value, depth + 1)}`;
  if (typeof value === 'object') {
    const map = renderMap(value as { readonly [key: string]: Plain }, depth + 1);
    return map === '' ? ' {}\n' : `\n${map}`;
  }
  if (typeof value === 'string' && isBlockText(value)) {
    const indent = '  '.repeat(depth + 1);
    return ` |-\n${value
      .split('\n')
      .map((line) => (line === '' ? '\n' : `${indent}${line}\n`))
      .join('')}`;
  }
  return ` ${typeof value === 'string' ? renderText(value) : String(value)}\n`;
}

function renderList(items: readonly Plain[], depth: number): string {
  const indent = '  '.repeat(depth);
  return items
    .map((item) => {
      if (typeof item !== 'object') return `${indent}-${renderValue(item, depth)}`;
      return `${indent}- ${renderMap(item as { readonly [key: string]: Plain }, depth + 1).trimStart()}`;
    })
    .join('');
}

function renderText(text: string): string {
  if (isPlainText(text)) return text;
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Reads a document; undefined when it uses more of YAML than we write. What stands below the keys of `without` is passed over. */
export function parseQuickYaml(text: string, without: ReadonlySet<string> = new Set()): Plain | undefined {
  if (!text.endsWith('\n')) return undefined;
  const reader = new LineReader(text, without);
  try {
    const value = reader.map(0);
    return reader.atEnd ? value : undefined;
  } catch (error) {
    if (error === notQuick) return undefined;
    throw error;
  }
}

const notQuick = new Error('more YAML than we write');

class LineReader {
  readonly #text: string;
  readonly #without: ReadonlySet<string>;
  #start = 0;
  /** Undefined at the end. */
  #line: string | undefined;

  constructor(text: string, without: ReadonlySet<string>) {
    this.#text = text;
    this.#without = without;
    this.#line = this.#read();
  }

  get atEnd(): boolean {
    return this.#line === undefined;
  }

  #read(): string | undefined {
    const end = this.#text.indexOf('\n', this.#start);
    return end < 0 ? undefined : this.#text.slice(this.#start, end);
  }

  #next(): void {
    this.#start += (this.#line?.length ?? 0) + 1;
    this.#line = this.#read();
  }

  map(depth: number): { [key: string]: Plain } {
    const map: { [key: string]: Plain } = {};
    const indent = '  '.repeat(depth);
    let some = false;
    for (let line = this.#line; line?.startsWith(indent); line = this.#line) {
      if (line[indent.length] === ' ' || line[indent.length] === '-') break;
      this.#pair(map, line.slice(indent.length), depth);
      some = true;
    }
    if (!some) throw notQuick;
    return map;
  }

  #pair(map: { [key: string]: Plain }, line: string, depth: number): void {
    const colon = endOfName(line);
    const found = colon > 0 ? undefined : /^("(?:[^"\\]|\\.)*"|[^\s":#][^":#]*):(?: (.*))?$/.exec(line);
    if (found === null) throw notQuick;
    const key = found === undefined ? line.slice(0, colon) : parseScalar(found[1] ?? '');
    if (typeof key !== 'string' || Object.hasOwn(map, key) || key === '__proto__') throw notQuick;
    const inline = found === undefined ? line.slice(colon + 2) || undefined : found[2];
    this.#next();
    if (inline === undefined && this.#without.has(key)) this.#passOver(depth + 1);
    else map[key] = this.#value(inline, depth);
  }

  #value(inline: string | undefined, depth: number): Plain {
    if (inline === '[]') return [];
    if (inline === '{}') return {};
    if (inline === '|-') return this.#block(depth + 1);
    if (inline !== undefined) return parseScalar(inline);
    return this.#line?.startsWith(`${'  '.repeat(depth + 1)}- `) ? this.#list(depth + 1) : this.map(depth + 1);
  }

  /** Goes to the next line that stands less deep, without looking at those before it. */
  #passOver(depth: number): void {
    const indent = '  '.repeat(depth);
    while (this.#text.startsWith(indent, this.#start) || this.#text[this.#start] === '\n')
      this.#start = this.#text.indexOf('\n', this.#start) + 1;
    this.#line = this.#read();
  }

  #list(depth: number): Plain[] {
    const mark = `${'  '.repeat(depth)}- `;
    const items: Plain[] = [];
    for (let line = this.#line; line?.startsWith(mark); line = this.#line) {
      const rest = line.slice(mark.length);
      if (/^(?:"(?:[^"\\]|\\.)*"|[A-Za-z_][^":#]*):(?: |$)/.test(rest)) items.push(this.#mapInList(rest, depth));
      else {
        this.#next();
        items.push(rest === '|-' ? this.#block(depth + 1) : parseScalar(rest));
      }
    }
    return items;
  }

  /** `- key: value` and the further keys below it. */
  #mapInList(first: string, depth: number): Plain {
    const map: { [key: string]: Plain } = {};
    this.#pair(map, first, depth + 1);
    const indent = '  '.repeat(depth + 1);
    const more = this.#line;
    if (more?.startsWith(indent) && more[indent.length] !== ' ' && more[indent.length] !== '-') {
      for (const [key, value] of Object.entries(this.map(depth + 1))) {
        if (Object.hasOwn(map, key)) throw notQuick;
        map[key] = value;
      }
    }
    return map;
  }

  #block(depth: number): string {
    const indent = '  '.repeat(depth);
    const lines: string[] = [];
    for (let line = this.#line; line === '' || line?.startsWith(indent); line = this.#line) {
      lines.push(line.slice(indent.length));
      this.#next();
    }
    const text = lines.join('\n');
    if (!isBlockText(text)) throw notQuick;
    return text;
  }
}

/** Where the colon is behind a key that is a name as ours are; 0 for any other key or form. Quicker than an expression. */
function endOfName(line: string): number {
  let at = 0;
  for (let code = line.charCodeAt(0); (code >= 97 && code <= 122) || code === 95; code = line.charCodeAt(at)) at += 1;
  const isName = line.charCodeAt(at) === 58 && (at > MAX_RESERVED_LENGTH || !RESERVED.test(line.slice(0, at)));
  return isName && (line.length === at + 1 || (line.charCodeAt(at + 1) === 32 && line.length > at + 2)) ? at : 0;
}

function parseScalar(text: string): string | number | boolean {
  if (text.startsWith('"')) return parseQuoted(text);
  if (isPlainText(text)) return text;
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^(?:0|-?[1-9]\d{0,14})$/.test(text)) return Number(text);
  throw notQuick;
}

/** Whether a text has several lines that may stand as they are. */
function isBlockText(text: string): boolean {
  return text.includes('\n') && BLOCK_TEXT.test(text);
}

/** Whether a text may stand without quotes. */
function isPlainText(text: string): boolean {
  if (!PLAIN_TEXT.test(text) || text.endsWith(' ')) return false;
  return !(text.length <= MAX_RESERVED_LENGTH || text.startsWith('.')) || !RESERVED.test(text);
}

function parseQuoted(text: string): string {
  if (/^"[^"\\\u0000-\u001f]*"$/.test(text)) return text.slice(1, -1);
  // JSON strings are YAML strings; YAML has escapes that JSON has not, and those are left to the library.
  if (!/^"(?:[^"\\\u0000-\u001f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"$/.test(text)) throw notQuick;
  return JSON.parse(text) as string;
}

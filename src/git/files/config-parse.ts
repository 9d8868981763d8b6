import { Failure } from '../../core/failure.ts';

export interface Setting {
  /** Section and name in lower case, subsection as it is. */
  readonly key: string;
  readonly value: string;
}

interface Cursor {
  readonly text: string;
  readonly path: string;
  at: number;
}

/** Reads git's configuration syntax. */
export function parseConfig(source: string, path: string): Setting[] {
  const cursor: Cursor = { text: source.replace(/^\ufeff/, ''), path, at: 0 };
  const settings: Setting[] = [];
  let section = '';
  for (skipBlank(cursor); cursor.at < cursor.text.length; skipBlank(cursor)) {
    if (cursor.text[cursor.at] === '[') section = readSection(cursor);
    else settings.push(readSetting(cursor, section));
  }
  return settings;
}

/** The same; undefined where the text cannot be understood. */
export function findSettings(source: string, path: string): Setting[] | undefined {
  try {
    return parseConfig(source, path);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

function skipBlank(cursor: Cursor): void {
  const blank = /(?:\s+|[#;][^\n]*)*/y;
  blank.lastIndex = cursor.at;
  blank.exec(cursor.text);
  cursor.at = blank.lastIndex;
}

// `[core]`, `[branch "main"]` and the older `[branch.main]`.
function readSection(cursor: Cursor): string {
  const header = /\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\\n]|\\.)*)")?\s*\]/y;
  header.lastIndex = cursor.at;
  const found = header.exec(cursor.text);
  if (!found) throw bad(cursor);
  cursor.at = header.lastIndex;
  const name = (found[1] ?? '').toLowerCase();
  return found[2] === undefined ? name : `${name}.${found[2].replace(/\\(.)/g, '$1')}`;
}

function readSetting(cursor: Cursor, section: string): Setting {
  const name = /([A-Za-z][A-Za-z0-9-]*)[ \t]*(=?)/y;
  name.lastIndex = cursor.at;
  const found = name.exec(cursor.text);
  if (!found || section === '') throw bad(cursor);
  cursor.at = name.lastIndex;
  const key = `${section}.${(found[1] ?? '').toLowerCase()}`;
  // A key without `=` means true to git.
  return { key, value: found[2] === '=' ? readValue(cursor) : 'true' };
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '"': '"', '\\': '\\', '\n': '' };

const plainPiece = /\\(\r?\n|.)|(")|([#;][^\n]*)|(\r?\n|$)|([ \t\r]+)|[^\\"#;\n\r \t]+/y;
const quotedPiece = /\\(\r?\n|.)|(")|()()()[^\\"\n]+/y;

/** A value may be quoted in parts, go on after a backslash, and end in a comment. */
function readValue(cursor: Cursor): string {
  let value = '';
  let space = '';
  let quoted = false;
  for (;;) {
    const [all, escaped, quote, comment, end, blank] = nextPiece(cursor, quoted ? quotedPiece : plainPiece);
    if (end !== undefined && !quoted) return value;
    // Space counts only between words.
    if (blank && value !== '') space += blank;
    if (blank || comment) continue;
    if (quote !== undefined) quoted = !quoted;
    value += space + pieceText(cursor, { all, escaped, quote });
    space = '';
  }
}

function nextPiece(cursor: Cursor, piece: RegExp): RegExpExecArray {
  piece.lastIndex = cursor.at;
  const found = piece.exec(cursor.text);
  if (!found) throw bad(cursor);
  cursor.at = piece.lastIndex;
  return found;
}

function pieceText(
  cursor: Cursor,
  piece: { all: string; escaped: string | undefined; quote: string | undefined },
): string {
  if (piece.quote !== undefined) return '';
  if (piece.escaped === undefined) return piece.all;
  const text = escapes[piece.escaped.replace('\r\n', '\n')];
  if (text === undefined) throw bad(cursor);
  return text;
}

function bad({ text, path, at }: Cursor): Failure {
  const line = text.slice(0, at).split('\n').length;
  return new Failure('fatal', `bad config line ${line} in file ${path}`);
}

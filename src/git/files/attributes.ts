import { join, resolve } from 'node:path';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import type { World } from '../../core/world.ts';
import { type BytePath, below, folderOf, onDisk } from './byte-path.ts';
import { expandHome } from './config-includes.ts';
import { homeOf, userFile } from './config-reader.ts';
import type { ConfigValues } from './config-values.ts';
import { matchesPattern, type PathPattern, parsePattern } from './path-pattern.ts';
import { readIfThere } from './read-if-there.ts';
import { readNoFollow } from './read-no-follow.ts';

/** Set, unset or a value; absent when nothing is said. */
export type AttributeValue = string | boolean;

/** The attributes that decide what a file's bytes become. */
export type FileAttributes = Readonly<Record<string, AttributeValue | undefined>>;

interface Rule {
  readonly pattern: PathPattern;
  readonly states: readonly (readonly [string, AttributeValue | undefined])[];
}

interface AttributeFile {
  readonly rules: readonly Rule[];
  readonly macros: ReadonlyMap<string, Rule['states']>;
}

interface AttributeSource {
  readonly place: RepositoryPaths;
  readonly config: ConfigValues;
  readonly env: World['env'];
  /** The content of a .gitattributes that is not in the working tree. */
  fallback(path: BytePath): Promise<string | undefined>;
}

const nothing: AttributeFile = { rules: [], macros: new Map() };

/** What .gitattributes files, info/attributes and the user's own file say about paths. */
export class Attributes {
  readonly #source: AttributeSource;
  readonly #foldCase: boolean;
  readonly #folders = new Map<BytePath, AttributeFile>();
  readonly #user: AttributeFile;
  readonly #repository: AttributeFile;

  constructor(source: AttributeSource) {
    const { place, config, env } = source;
    const home = homeOf(env);
    const configured = config.text('core.attributesfile');
    const read = (path: string) => parseAttributes(readIfThere(path)?.toString('latin1') ?? '', '');
    this.#source = source;
    this.#foldCase = config.flag('core.ignorecase', false);
    // git stands at the top when it reads it.
    const named = configured && resolve(place.root, expandHome(configured, home));
    this.#user = read(named ?? userFile(env, 'attributes'));
    this.#repository = read(join(place.commonDir, 'info', 'attributes'));
  }

  async of(path: BytePath): Promise<FileAttributes> {
    const files = [this.#repository];
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      files.push(await this.#inFolder(folder));
      if (folder === '') break;
    }
    files.push(this.#user);
    if (files.every(({ rules }) => rules.length === 0)) return {};
    const macros = new Map([...builtIn, ...files.toReversed().flatMap((file) => [...file.macros])]);
    const found = new Map<string, AttributeValue | undefined>();
    for (const { rules } of files) {
      for (const rule of rules.toReversed())
        if (matchesPattern(rule.pattern, path, this.#foldCase)) fill(found, rule.states, macros);
    }
    return Object.fromEntries(found);
  }

  async #inFolder(folder: BytePath): Promise<AttributeFile> {
    let known = this.#folders.get(folder);
    if (known === undefined) {
      const path = below(folder, '.gitattributes');
      const text = this.#read(path) ?? (await this.#source.fallback(path));
      // Only the file at the top may define macros.
      known = text === undefined ? nothing : parseAttributes(text, folder, folder === '');
      this.#folders.set(folder, known);
    }
    return known;
  }

  /** What may not be read says nothing, as for git: of a closed folder, no file is read either. */
  #read(path: BytePath): string | undefined {
    try {
      return readNoFollow(onDisk(this.#source.place.root, path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EACCES') return undefined;
      throw error;
    }
  }
}

const builtIn: readonly (readonly [string, Rule['states']])[] = [
  [
    'binary',
    [
      ['diff', false],
      ['merge', false],
      ['text', false],
    ],
  ],
];

/** What was said first, by a nearer file or a later line, stays. A macro says all that it stands for. */
function fill(
  found: Map<string, AttributeValue | undefined>,
  states: Rule['states'],
  macros: ReadonlyMap<string, Rule['states']>,
): void {
  for (const [name, value] of states.toReversed()) {
    if (found.has(name)) continue;
    found.set(name, value);
    const macro = value === true ? macros.get(name) : undefined;
    if (macro !== undefined) fill(found, macro, macros);
  }
}

function parseAttributes(text: string, base: BytePath, macrosAllowed = true): AttributeFile {
  const rules: Rule[] = [];
  const macros = new Map<string, Rule['states']>();
  for (const line of text.replace(/^\xef\xbb\xbf/, '').split('\n')) {
    const { name, rest } = splitLine(line);
    if (name === '' || name.startsWith('#') || name.startsWith('!')) continue;
    const states = rest.split(blanks).filter((word) => word !== '');
    // git drops a line whole when a name in it can be no attribute.
    if (!states.every((word) => isAttributeName(word.replace(/^[-!]|=.*/g, '')))) continue;
    const macro = /^\[attr\][ \t\r]*([^ \t\r]+)/.exec(name)?.[1];
    if (macro === undefined) {
      const pattern = parsePattern(name, base);
      // Attributes are of files: a pattern for folders matches none.
      if (!pattern.foldersOnly) rules.push({ pattern, states: states.map(parseState) });
    } else if (macrosAllowed && isAttributeName(macro)) macros.set(macro, states.map(parseState));
  }
  return { rules, macros };
}

// No more than these: other bytes that look like space may be parts of letters.
const blanks = /[ \t\r]+/;

/** The pattern at the beginning, perhaps quoted, and what follows it. */
function splitLine(line: string): { readonly name: string; readonly rest: string } {
  const text = line.replace(/^[ \t\r]+/, '');
  const quoted = /^"((?:[^"\\]|\\(?:[abfnrtv"\\]|[0-3][0-7]{2}))*)"/.exec(text);
  if (quoted) return { name: unquote(quoted[1] ?? ''), rest: text.slice(quoted[0].length) };
  const end = text.search(blanks);
  return end < 0 ? { name: text, rest: '' } : { name: text.slice(0, end), rest: text.slice(end) };
}

function isAttributeName(name: string): boolean {
  return /^[A-Za-z0-9_.][-A-Za-z0-9_.]*$/.test(name);
}

function parseState(word: string): readonly [string, AttributeValue | undefined] {
  const [, sign, name = '', equals, value] = /^([-!]?)([^=]*)(=?)(.*)$/s.exec(word) ?? [];
  if (sign === '-') return [name, false];
  if (sign === '!') return [name, undefined];
  return [name, equals === '=' ? (value ?? '') : true];
}

const escapes: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function unquote(text: string): string {
  return text.replace(/\\([0-7]{3}|.)/g, (_, escaped: string) =>
    escaped.length === 3 ? String.fromCharCode(Number.parseInt(escaped, 8)) : (escapes[escaped] ?? escaped),
  );
}

/** One line of a hunk; numbers are absent on the side where it is not. */
export interface PatchLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  readonly before?: number;
  readonly after?: number;
}

export interface Hunk {
  /** What follows the numbers: the function around it. */
  readonly heading: string;
  readonly lines: readonly PatchLine[];
}

export interface FilePatch {
  readonly path: string;
  readonly from?: string;
  /** What git says in place of lines: binary, modes, renames. */
  readonly remarks: readonly string[];
  readonly hunks: readonly Hunk[];
}

interface Draft {
  path: string;
  from?: string;
  remarks: string[];
  hunks: { heading: string; lines: PatchLine[] }[];
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/;

/** Reads a patch as git prints it. A line that is none of what git prints belongs to no file and is left out. */
export function parsePatch(patch: string): FilePatch[] {
  const files: Draft[] = [];
  let at = { before: 0, after: 0 };
  for (const line of patch.split('\n')) {
    if (line.startsWith('diff --git ')) files.push({ path: pathOfHead(line), remarks: [], hunks: [] });
    const file = files.at(-1);
    if (file === undefined) continue;
    const start = HUNK.exec(line);
    const hunk = file.hunks.at(-1);
    if (start !== null) {
      at = { before: Number(start[1]), after: Number(start[2]) };
      file.hunks.push({ heading: start[3] ?? '', lines: [] });
    } else if (hunk === undefined) readHead(file, line);
    else if (line.startsWith('\\')) file.remarks.push(line.slice(2));
    else hunk.lines.push(...readLine(line, at));
  }
  return files;
}

/** A line of a hunk; the numbers go on by it. */
function readLine(line: string, at: { before: number; after: number }): PatchLine[] {
  const text = line.slice(1);
  switch (line[0]) {
    case '+':
      return [{ kind: 'added', text, after: at.after++ }];
    case '-':
      return [{ kind: 'removed', text, before: at.before++ }];
    case ' ':
      return [{ kind: 'same', text, before: at.before++, after: at.after++ }];
    default:
      return [];
  }
}

/** What stands between the name of a file and its first hunk. */
function readHead(file: Draft, line: string): void {
  const [, side, name] = /^(---|\+\+\+) (.*)$/.exec(line) ?? [];
  if (side === '+++' && name !== '/dev/null') file.path = withoutPrefix(name ?? '');
  else if (side === '---' && name !== '/dev/null') file.from = withoutPrefix(name ?? '');
  else if (/^(?:rename|copy) to /.test(line)) file.path = unquote(line.replace(/^\w+ to /, ''));
  else if (/^(?:rename|copy) from /.test(line))
    file.remarks.push(`renamed from ${unquote(line.replace(/^\w+ from /, ''))}`);
  else if (/^(?:new file|deleted file|old mode|new mode|Binary|GIT binary)/.test(line))
    file.remarks.push(line.replace(/ mode 100644$/, ''));
}

function pathOfHead(line: string): string {
  const rest = line.slice('diff --git '.length);
  if (rest.startsWith('"')) return withoutPrefix(/^"(?:[^"\\]|\\.)*"/.exec(rest)?.[0] ?? rest);
  // Both names are the same unless it is a rename, which says so on lines of its own.
  return withoutPrefix(rest.slice(0, (rest.length - 1) / 2));
}

function withoutPrefix(name: string): string {
  return unquote(name.replace(/\t$/, '')).replace(/^[ab]\//, '');
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '"': '"',
  '\\': '\\',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
};

/** git puts odd names into quotes, with their bytes in octal. */
function unquote(name: string): string {
  if (!/^".*"$/.test(name)) return name;
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [whole, octal, letter] of name.slice(1, -1).matchAll(/\\(?:([0-7]{3})|(.))|[^\\]+/g)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else bytes.push(...encoder.encode(letter === undefined ? whole : (escapes[letter] ?? letter)));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

import { isUtf8 } from 'node:buffer';
import { textWidth } from '../../core/text-width.ts';
import { countEdits } from '../line-diff.ts';
import type { BytePath } from './byte-path.ts';
import { type ContentSource, contentsOf } from './file-content.ts';
import { quotedPath } from './quoted-path.ts';
import type { RawChange } from './tree-walk.ts';

const WIDTH = 80;

interface Row {
  readonly name: string;
  readonly added: number;
  readonly removed: number;
  readonly binary: boolean;
}

interface Layout {
  readonly name: number;
  readonly number: number;
  readonly graph: number;
  readonly most: number;
}

/** `git diff --stat`: a line for each file with a bar, and the sum; bytes as characters. */
export function renderStat(source: ContentSource, changes: readonly RawChange[], color: boolean): string {
  if (changes.length === 0) return '';
  const rows = changes.map((change) => rowOf(source, change));
  const layout = layoutOf(rows);
  const sum = (side: 'added' | 'removed') => rows.reduce((total, row) => total + (row.binary ? 0 : row[side]), 0);
  const lines = rows.map((row) => renderRow(row, layout, color));
  return `${lines.join('')}${renderSum(rows.length, sum('added'), sum('removed'))}`;
}

/** Of a binary file the sizes stand in for the lines. */
function rowOf(source: ContentSource, change: RawChange): Row {
  const renamed = change.similarity !== undefined && change.old !== undefined;
  const name = renamed ? renameName(change.old.path, change.path) : quotedPath(change.path);
  const contents = contentsOf(source, change);
  const { binary } = contents;
  if (binary && change.old?.oid === change.new?.oid) return { name, added: 0, removed: 0, binary };
  if (binary) return { name, added: contents.newSize, removed: contents.oldSize, binary };
  return { name, ...countEdits(contents.old, contents.new), binary };
}

/** `src/{old => new}/file`, what both names share written once unless one must be quoted. */
function renameName(from: BytePath, to: BytePath): string {
  const [quotedFrom, quotedTo] = [quotedPath(from), quotedPath(to)];
  if (quotedFrom !== from || quotedTo !== to) return `${quotedFrom} => ${quotedTo}`;
  let prefix = 0;
  for (let at = 0; at < from.length && from[at] === to[at]; at += 1) if (from[at] === '/') prefix = at + 1;
  let suffix = 0;
  // The slash at the end of the shared beginning may also begin the shared end.
  const least = prefix === 0 ? 0 : prefix - 1;
  for (let at = 1; from.length - at >= least && to.length - at >= least && from.at(-at) === to.at(-at); at += 1)
    if (from.at(-at) === '/') suffix = at;
  const middle = (path: BytePath) => path.slice(prefix, Math.max(prefix, path.length - suffix));
  if (prefix + suffix === 0) return `${from} => ${to}`;
  return `${from.slice(0, prefix)}{${middle(from)} => ${middle(to)}}${suffix === 0 ? '' : from.slice(-suffix)}`;
}

// The same proportions as git: names get what the bars, at least three eighths, leave over.
function layoutOf(rows: readonly Row[]): Layout {
  const longest = Math.max(...rows.map(({ name }) => nameWidth(name)));
  const most = Math.max(0, ...rows.filter(({ binary }) => !binary).map(({ added, removed }) => added + removed));
  const binaries = rows.filter(({ binary }) => binary);
  const binaryWidth = Math.max(0, ...binaries.map((row) => 14 + digits(row.added) + digits(row.removed)));
  const number = Math.max(digits(most), binaries.length > 0 ? 3 : 0);
  const wanted = most + 4 > binaryWidth ? most : binaryWidth - 4;
  if (longest + number + 6 + wanted <= WIDTH) return { name: longest, number, graph: wanted, most };
  const share = Math.floor((WIDTH * 3) / 8) - number - 6;
  const graph = wanted > share ? Math.max(6, share) : wanted;
  const room = WIDTH - number - 6 - graph;
  return longest > room
    ? { name: room, number, graph, most }
    : { name: longest, number, graph: WIDTH - number - 6 - longest, most };
}

/** Columns on a terminal; of what is no UTF-8, bytes. */
function nameWidth(name: BytePath): number {
  const bytes = Buffer.from(name, 'latin1');
  return isUtf8(bytes) ? textWidth(bytes.toString()) : bytes.length;
}

function digits(count: number): number {
  return String(count).length;
}

function renderRow(row: Row, layout: Layout, color: boolean): string {
  const name = shortened(row.name, layout.name);
  const head = ` ${name}${' '.repeat(Math.max(0, layout.name - nameWidth(name)))} | `;
  const bytes = row.added + row.removed === 0 ? '' : ` ${row.removed} -> ${row.added} bytes`;
  if (row.binary) return `${head}${'Bin'.padStart(layout.number)}${bytes}\n`;
  const total = row.added + row.removed;
  const paint = (text: string, code: number) => (color && text !== '' ? `\x1b[${code}m${text}\x1b[m` : text);
  const { plus, minus } = bars(row, layout);
  const graph = total === 0 ? '' : ` ${paint('+'.repeat(plus), 32)}${paint('-'.repeat(minus), 31)}`;
  return `${head}${String(total).padStart(layout.number)}${graph}\n`;
}

function bars({ added, removed }: Row, { graph, most }: Layout): { plus: number; minus: number } {
  if (graph > most) return { plus: added, minus: removed };
  const scaled = (count: number) => (count === 0 ? 0 : 1 + Math.floor((count * (graph - 1)) / most));
  const total = Math.max(scaled(added + removed), added > 0 && removed > 0 ? 2 : 0);
  if (added < removed) return { plus: scaled(added), minus: total - scaled(added) };
  return { plus: total - scaled(removed), minus: scaled(removed) };
}

function shortened(name: string, width: number): string {
  if (nameWidth(name) <= width) return name;
  const tail = name.slice(name.length - (width - 3));
  const slash = tail.indexOf('/');
  return `...${slash < 0 ? tail : tail.slice(slash)}`;
}

function renderSum(files: number, added: number, removed: number): string {
  const several = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
  const parts = [`${several(files, 'file')} changed`];
  if (added > 0 || removed === 0) parts.push(`${several(added, 'insertion')}(+)`);
  if (removed > 0 || added === 0) parts.push(`${several(removed, 'deletion')}(-)`);
  return ` ${parts.join(', ')}\n`;
}

import type { Oid } from '../../core/checkpoint.ts';
import type { PatchOptions } from '../engine.ts';
import { rawChanges } from './diff-trees.ts';
import { type ContentSource, contentsOf } from './file-content.ts';
import { type HunkOptions, renderHunks } from './patch-hunks.ts';
import { renderStat } from './patch-stat.ts';
import { quotedPath } from './quoted-path.ts';
import { isTypeChange, type RawChange, type TreeFile } from './tree-walk.ts';

const EMPTY = '0000000';
const SHORTEST = 7;

/** The difference as a text that people and `git apply` read, in git's own layout. */
export function patch(source: ContentSource, trees: { from: Oid; to: Oid }, options: PatchOptions): Uint8Array {
  const paths = options.paths === undefined ? {} : { paths: options.paths };
  const changes = rawChanges(source, trees, { renames: true, ...paths });
  if (options.stat) return Buffer.from(renderStat(source, changes, options.color ?? false), 'latin1');
  const length = abbreviation(source);
  const parts = changes.flatMap((change) =>
    splitTypeChange(change).map((one) => renderFile(source, one, { ...options, length })),
  );
  return Buffer.from(parts.join(''), 'latin1');
}

/** git shortens ids by how many objects there are. */
function abbreviation({ objects }: ContentSource): number {
  const bits = Math.floor(Math.log2(Math.max(1, objects.store.packedCount()))) + 1;
  return Math.max(SHORTEST, Math.ceil(bits / 2));
}

/** A file that became something else is shown as one that went and one that came. */
function splitTypeChange(change: RawChange): RawChange[] {
  const { path, old, new: now } = change;
  if (old === undefined || now === undefined || !isTypeChange(old, now)) return [change];
  return [
    { path, old },
    { path, new: now },
  ];
}

interface FileOptions extends PatchOptions {
  readonly length: number;
}

function renderFile(source: ContentSource, change: RawChange, options: FileOptions): string {
  const { old, new: now } = change;
  const paint = (line: string) => (options.color ? `\x1b[1m${line}\x1b[m\n` : `${line}\n`);
  const [from, to] = [`a/${(old ?? now)?.path ?? ''}`, `b/${(now ?? old)?.path ?? ''}`];
  const header = [`diff --git ${quotedPath(from)} ${quotedPath(to)}`, ...modeLines(old, now), ...renameLines(change)];
  if (old?.oid === now?.oid) return header.map(paint).join('');
  const sameMode = old !== undefined && now !== undefined && old.mode === now.mode;
  const id = (file: TreeFile | undefined) => file?.oid.slice(0, options.length) ?? EMPTY.padEnd(options.length, '0');
  header.push(`index ${id(old)}..${id(now)}${sameMode ? ` ${now.mode}` : ''}`);
  const names = [old === undefined ? '/dev/null' : quotedPath(from), now === undefined ? '/dev/null' : quotedPath(to)];
  const contents = contentsOf(source, change);
  if (contents.binary) return `${header.map(paint).join('')}Binary files ${names.join(' and ')} differ\n`;
  const hunks = renderHunks(contents.old, contents.new, hunkOptions(options));
  if (hunks === '') return header.map(paint).join('');
  // A name with a space ends in a tab, so that patch programs see where it stops.
  const [minus = '', plus = ''] = names.map((name) => (/\s/.test(name) && !name.startsWith('"') ? `${name}\t` : name));
  return [...header, `--- ${minus}`, `+++ ${plus}`].map(paint).join('') + hunks;
}

function hunkOptions(options: FileOptions): HunkOptions {
  return { context: options.contextLines ?? 3, color: options.color ?? false };
}

function modeLines(old: TreeFile | undefined, now: TreeFile | undefined): string[] {
  if (old === undefined) return [`new file mode ${now?.mode ?? ''}`];
  if (now === undefined) return [`deleted file mode ${old.mode}`];
  return old.mode === now.mode ? [] : [`old mode ${old.mode}`, `new mode ${now.mode}`];
}

function renameLines({ old, new: now, similarity }: RawChange): string[] {
  if (similarity === undefined || old === undefined || now === undefined) return [];
  return [
    `similarity index ${similarity}%`,
    `rename from ${quotedPath(old.path)}`,
    `rename to ${quotedPath(now.path)}`,
  ];
}

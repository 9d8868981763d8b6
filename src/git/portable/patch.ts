import { formatPatch, type StructuredPatch, structuredPatch } from 'diff';
import { hasEscapedBytes } from '../../core/path-text.ts';
import type { PatchOptions } from '../engine.ts';
import { textOf } from '../files/byte-path.ts';
import { Refusal } from '../files/refusal.ts';
import { type ContentSource, contentsOf, isTypeChange, type RawChange, rawChanges, type Trees } from './diff-trees.ts';
import type { TreeFile } from './tree-files.ts';

/** Beyond this many changed lines the search for the shortest edit takes minutes. */
const MAX_EDITS = 5000;

/** The difference as a text that people and `git apply` read. */
export async function patch(source: ContentSource, trees: Trees, options: PatchOptions): Promise<Uint8Array> {
  if (options.stat) throw new Refusal('`diff --stat`', 'Leave out --stat, or install git here.');
  const { paths } = options;
  const changes = await rawChanges(source.objects, trees, { renames: true, ...(paths && { paths }) });
  const parts: string[] = [];
  for (const change of changes.flatMap(splitTypeChange)) parts.push(await renderFile(source, change, options));
  const text = parts.join('');
  return Buffer.from(options.color ? painted(text) : text, 'latin1');
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

async function renderFile(source: ContentSource, change: RawChange, options: PatchOptions): Promise<string> {
  const header = headerOf(change);
  if (change.old?.oid === change.new?.oid) return formatPatch(header);
  const contents = await contentsOf(source, change);
  if (contents === 'binary')
    return `${formatPatch(header)}Binary files ${header.oldFileName} and ${header.newFileName} differ\n`;
  const [old, now] = [contents.old.toString('latin1'), contents.new.toString('latin1')];
  // What came or went whole is found at once, however long it is.
  const limit = old === '' || now === '' ? {} : { maxEditLength: MAX_EDITS };
  const found = structuredPatch('', '', old, now, '', '', { context: options.contextLines ?? 3, ...limit });
  if (found !== undefined) return formatPatch({ ...header, hunks: found.hunks });
  throw new Refusal(
    `the diff of '${textOf(change.path)}', in which more than ${MAX_EDITS} lines changed`,
    'Name other files after `--`, or install git here.',
  );
}

function headerOf({ old, new: now }: RawChange): StructuredPatch {
  const [from, to] = [nameOf(old ?? now), nameOf(now ?? old)];
  const isOther = old?.mode !== now?.mode;
  return {
    isGit: true,
    oldFileName: old === undefined ? '/dev/null' : `a/${from}`,
    newFileName: now === undefined ? '/dev/null' : `b/${to}`,
    oldHeader: undefined,
    newHeader: undefined,
    ...(old === undefined && { isCreate: true }),
    ...(now === undefined && { isDelete: true }),
    ...(from !== to && { isRename: true }),
    ...(old && isOther && { oldMode: old.mode }),
    ...(now && isOther && { newMode: now.mode }),
    hunks: [],
  };
}

function nameOf(file: TreeFile | undefined): string {
  const name = textOf(file?.path ?? '');
  if (hasEscapedBytes(name)) throw new Refusal('the diff of a file whose name is not UTF-8');
  return name;
}

function painted(text: string): string {
  const colors: Readonly<Record<string, number>> = { '@': 36, '-': 31, '+': 32, ' ': 0, '\\': 0 };
  return text.replace(/^.+$/gm, (line) => {
    const code = /^(---|\+\+\+) /.test(line) ? 1 : (colors[line[0] ?? ''] ?? 1);
    return code === 0 ? line : `\x1b[${code}m${line}\x1b[m`;
  });
}

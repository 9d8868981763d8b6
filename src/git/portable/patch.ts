import { formatPatch, type StructuredPatch, structuredPatch } from 'diff';
import { defined } from '../../core/defined.ts';
import { hasEscapedBytes } from '../../core/path-text.ts';
import type { TreeChange } from '../../core/tree-change.ts';
import type { PatchOptions } from '../engine.ts';
import { Refusal } from '../files/refusal.ts';
import { type ContentSource, contentsOf, diffTrees, type Trees } from './diff-trees.ts';

/** Beyond this many changed lines the search for the shortest edit takes minutes. */
const MAX_EDITS = 5000;

/** The difference as a text that people and `git apply` read. */
export async function patch(source: ContentSource, trees: Trees, options: PatchOptions): Promise<Uint8Array> {
  if (options.stat) throw new Refusal('`diff --stat`', 'Leave out --stat, or install git here.');
  const [flag] = options.flags ?? [];
  if (flag !== undefined) throw new Refusal(`\`diff ${flag}\``, `Leave out ${flag}, or install git here.`);
  const { paths } = options;
  const changes = await diffTrees(source, trees, { renames: true, counts: false, ...(paths && { paths }) });
  const parts: string[] = [];
  for (const change of changes.flatMap(splitTypeChange)) parts.push(await renderFile(source, change, options));
  const text = parts.join('');
  return Buffer.from(options.color ? painted(text) : text, 'latin1');
}

/** A file that became something else is shown as one that went and one that came. */
function splitTypeChange(change: TreeChange): TreeChange[] {
  const { status, path, oldMode, oldOid, newMode, newOid } = change;
  if (status !== 'type') return [change];
  return [defined({ status: 'deleted', path, oldMode, oldOid }), defined({ status: 'added', path, newMode, newOid })];
}

async function renderFile(source: ContentSource, change: TreeChange, options: PatchOptions): Promise<string> {
  const header = headerOf(change, options.under ?? '');
  if (change.oldOid === change.newOid) return formatPatch(header);
  const contents = await contentsOf(source, change);
  if (contents === 'binary')
    return `${formatPatch(header)}Binary files ${header.oldFileName} and ${header.newFileName} differ\n`;
  const [old, now] = [contents.old.toString('latin1'), contents.new.toString('latin1')];
  // What came or went whole is found at once, however long it is.
  const limit = old === '' || now === '' ? {} : { maxEditLength: MAX_EDITS };
  const found = structuredPatch('', '', old, now, '', '', { context: options.contextLines ?? 3, ...limit });
  if (found !== undefined) return formatPatch({ ...header, hunks: found.hunks });
  throw new Refusal(
    `the diff of '${change.path}', in which more than ${MAX_EDITS} lines changed`,
    'Name other files after `--`, or install git here.',
  );
}

function headerOf({ status, path, from = path, oldMode, newMode }: TreeChange, under: string): StructuredPatch {
  if (hasEscapedBytes(path + from)) throw new Refusal('the diff of a file whose name is not UTF-8');
  const [isCreate, isDelete] = [status === 'added', status === 'deleted'];
  return {
    isGit: true,
    oldFileName: isCreate ? '/dev/null' : `a/${under}${from}`,
    newFileName: isDelete ? '/dev/null' : `b/${under}${path}`,
    oldHeader: undefined,
    newHeader: undefined,
    ...(isCreate && { isCreate }),
    ...(isDelete && { isDelete }),
    ...(from !== path && { isRename: true }),
    ...(oldMode !== newMode && defined({ oldMode, newMode })),
    hunks: [],
  };
}

function painted(text: string): string {
  const colors: Readonly<Record<string, number>> = { '@': 36, '-': 31, '+': 32, ' ': 0, '\\': 0 };
  return text.replace(/^.+$/gm, (line) => {
    const code = /^(---|\+\+\+) /.test(line) ? 1 : (colors[line[0] ?? ''] ?? 1);
    return code === 0 ? line : `\x1b[${code}m${line}\x1b[m`;
  });
}

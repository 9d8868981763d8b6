import { lineCounts } from '../../core/tree-change.ts';
import { fileHunks } from './hunks.ts';
import type { WorkingFile } from './working-file.ts';

/** The file in one line: path, status, counts. */
export function describeFile(file: WorkingFile): string {
  const from = file.from === undefined ? '' : ` from ${file.from}`;
  return `${file.path} (${file.status === 'type' ? 'type changed' : file.status}${from}${amount(file)}${details(file)})`;
}

/** What no count shows. */
function details({ link, executable, before, after }: WorkingFile): string {
  const mode = executable ? ', now executable' : ', no longer executable';
  const words = `${link ? ', symbolic link' : ''}${executable === undefined ? '' : mode}`;
  if (before === undefined || after === undefined) return words;
  const crlf = after.includes('\r\n');
  if (crlf === before.includes('\r\n')) return words;
  return `${words}, line ends now ${crlf ? 'CRLF' : 'LF'}`;
}

function amount(file: WorkingFile): string {
  const size = file.size === undefined ? '' : `, ${bytes(file.size)}`;
  if (file.binary) return `, binary${size}`;
  const lines = countLines(file);
  return lines === undefined ? size : ` ${lineCounts(lines)}`;
}

/** As git counted, else as the texts show. */
function countLines(file: WorkingFile): { readonly added: number; readonly removed: number } | undefined {
  const { added, removed, before, after } = file;
  if (added !== undefined || removed !== undefined) return { added: added ?? 0, removed: removed ?? 0 };
  if (after === undefined) return undefined;
  if (before === undefined) return { added: after.split('\n').length - (after.endsWith('\n') ? 1 : 0), removed: 0 };
  const hunks = fileHunks(file);
  if (hunks === undefined) return undefined;
  const lines = hunks.flatMap(({ text }) => text.split('\n').slice(1));
  return {
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  };
}

/** A size for people: `812 B`, `3.4 KB`, `12 MB`. */
function bytes(size: number): string {
  if (size < 1000) return `${size} B`;
  if (size < 1_000_000) return `${(size / 1000).toFixed(size < 10_000 ? 1 : 0)} KB`;
  return `${(size / 1_000_000).toFixed(size < 10_000_000 ? 1 : 0)} MB`;
}

/** A file that the checkpoint changed against the commit it was made on. */
export interface WorkingFile {
  readonly path: string;
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed' | 'type';
  /** Where a rename came from. */
  readonly from?: string;
  /** Text in HEAD; absent when there was none, or when it was not read. */
  readonly before?: string;
  /** Text in the checkpoint; absent when deleted, binary, or too large to be read. */
  readonly after?: string;
  readonly binary: boolean;
  readonly size: number;
  readonly added?: number;
  readonly removed?: number;
}

/** The file in one line: path, status, counts. */
export function describeFile(file: WorkingFile): string {
  const from = file.from === undefined ? '' : ` from ${file.from}`;
  return `${file.path} (${file.status === 'type' ? 'type changed' : file.status}${from}${amount(file)})`;
}

function amount(file: WorkingFile): string {
  if (file.binary) return `, binary, ${bytes(file.size)}`;
  if (file.added !== undefined || file.removed !== undefined) return ` +${file.added ?? 0} −${file.removed ?? 0}`;
  return file.status === 'deleted' ? '' : `, ${bytes(file.size)}`;
}

/** A size for people: `812 B`, `3.4 KB`, `12 MB`. */
export function bytes(size: number): string {
  if (size < 1000) return `${size} B`;
  if (size < 1_000_000) return `${(size / 1000).toFixed(size < 10_000 ? 1 : 0)} KB`;
  return `${(size / 1_000_000).toFixed(size < 10_000_000 ? 1 : 0)} MB`;
}

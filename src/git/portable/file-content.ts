import type { FileAttributes } from './attributes.ts';
import type { BytePath } from './byte-path.ts';
import type { Objects } from './objects.ts';
import type { RawChange, TreeFile } from './tree-walk.ts';

/** git looks this far for a NUL byte. */
const LOOKED_AT = 8000;

/** Both sides of a change as bytes, and whether they are text. */
export interface Contents {
  readonly old: Buffer;
  readonly new: Buffer;
  readonly binary: boolean;
}

export interface ContentSource {
  readonly objects: Objects;
  attributes(path: BytePath): FileAttributes;
}

export function contentsOf(source: ContentSource, change: RawChange): Contents {
  const [old, now] = [bytesOf(source.objects, change.old), bytesOf(source.objects, change.new)];
  const isOther = (file: TreeFile | undefined, bytes: Buffer) => file !== undefined && !isTextFile(source, file, bytes);
  return { old, new: now, binary: isOther(change.old, old) || isOther(change.new, now) };
}

/** Whether git shows a file line by line: its attributes say so, or its content looks like it. */
export function isTextFile(source: ContentSource, file: TreeFile, bytes: Buffer): boolean {
  const { diff } = file.mode.startsWith('100') ? source.attributes(file.path) : { diff: undefined };
  // A value names a driver, which leaves it to the content.
  return typeof diff === 'boolean' ? diff : !isBinary(bytes);
}

/** A submodule's content is the sentence that git shows. */
function bytesOf(objects: Objects, file: TreeFile | undefined): Buffer {
  if (file === undefined) return Buffer.alloc(0);
  return file.mode === '160000' ? Buffer.from(`Subproject commit ${file.oid}\n`) : objects.load(file.oid, 'blob');
}

export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, LOOKED_AT).includes(0);
}

import type { PeekedObject } from '../files/pack-file.ts';
import { isBinary } from '../line-diff.ts';
import type { FileAttributes } from './attributes.ts';
import type { BytePath } from './byte-path.ts';
import type { Objects } from './objects.ts';
import type { RawChange, TreeFile } from './tree-walk.ts';

/** Both sides of a change as bytes, or their sizes when they are no text. */
export type Contents =
  | { readonly binary: false; readonly old: Buffer; readonly new: Buffer }
  | { readonly binary: true; readonly oldSize: number; readonly newSize: number };

export interface ContentSource {
  readonly objects: Objects;
  attributes(path: BytePath): FileAttributes;
}

/** A file that is no text is not loaded: it may be larger than the memory. */
export function contentsOf(source: ContentSource, change: RawChange): Contents {
  const peeked = [change.old, change.new].map((file) => file && peekAt(source.objects, file));
  const isOther = (file: TreeFile | undefined, head: Buffer | undefined) =>
    file !== undefined && !isTextFile(source, file, head ?? Buffer.alloc(0));
  if (isOther(change.old, peeked[0]?.head) || isOther(change.new, peeked[1]?.head))
    return { binary: true, oldSize: peeked[0]?.size ?? 0, newSize: peeked[1]?.size ?? 0 };
  return { binary: false, old: bytesOf(source.objects, change.old), new: bytesOf(source.objects, change.new) };
}

function peekAt(objects: Objects, file: TreeFile): PeekedObject {
  const peeked = file.mode === '160000' ? undefined : objects.peek(file.oid);
  if (peeked !== undefined) return peeked;
  const bytes = bytesOf(objects, file);
  return { size: bytes.length, head: bytes };
}

/** Whether git shows a file line by line: its attributes say so, or its first bytes look like it. */
export function isTextFile(source: ContentSource, file: TreeFile, head: Buffer): boolean {
  const { diff } = file.mode.startsWith('100') ? source.attributes(file.path) : { diff: undefined };
  // A value names a driver, which leaves it to the content.
  return typeof diff === 'boolean' ? diff : !isBinary(head);
}

/** A submodule's content is the sentence that git shows. */
function bytesOf(objects: Objects, file: TreeFile | undefined): Buffer {
  if (file === undefined) return Buffer.alloc(0);
  return file.mode === '160000' ? Buffer.from(`Subproject commit ${file.oid}\n`) : objects.load(file.oid, 'blob');
}

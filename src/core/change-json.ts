import { defined } from './defined.ts';
import type { TreeChange } from './tree-change.ts';

/** A changed file for programs and models. */
export function changeJson({ path, status, from, added = 0, removed = 0, binary }: TreeChange) {
  return defined({ path, status, from, added, removed, binary: binary || undefined });
}

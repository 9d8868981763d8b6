import type { Note } from '../../core/note.ts';
import { nearnessBy } from './named-files.ts';

/** More than a pack could ever hold; the other files are in its list by name, and their contents need not be read. */
export const FILES_WITH_CONTENT = 16;

/** Files in the order in which the next session will want them: those of the session, named by what comes next, the last written. */
export function rankFiles<File extends { readonly path: string }>(files: readonly File[], note: Note): File[] {
  const times = new Map(Object.entries(note.modified_at ?? {}));
  const nearness = nearnessBy(note.analysis);
  const { edited = [], read = [] } = note.session_files ?? {};
  const touched = new Set([...edited, ...read.map(({ path }) => path)]);
  const isOwn = (path: string) => (touched.has(path) ? 1 : 0);
  return files
    .map((file) => ({ file, own: isOwn(file.path), near: nearness(file.path), time: times.get(file.path) ?? '' }))
    .sort((a, b) => b.own - a.own || b.near - a.near || compare(b.time, a.time) || compare(a.file.path, b.file.path))
    .map(({ file }) => file);
}

export function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

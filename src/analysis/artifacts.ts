import { defined } from '../core/defined.ts';
import type { Artifact } from '../core/note.ts';
import { BOUNDS } from './bounds.ts';
import type { ChangedFile } from './changes.ts';
import { cutWords } from './sentences.ts';
import { samePath } from './session-view.ts';
import { compareSymbols, describeSymbols } from './symbols.ts';

/** A file before and after its change; an absent side is empty. */
export type FileContents = ReadonlyMap<string, { readonly before: string; readonly after: string }>;

interface ArtifactSources {
  readonly contents: FileContents | undefined;
  /** Files that the session edited. */
  readonly edited: readonly string[];
}

/** The files git sees changed, each with what the change did to what it declares. */
export function describeArtifacts(changes: readonly ChangedFile[], { contents, edited }: ArtifactSources): Artifact[] {
  return sessionFirst(changes, edited)
    .slice(0, BOUNDS.artifacts.count)
    .map(({ path, status, added, removed }) => {
      const content = contents?.get(path);
      const symbols = content === undefined ? '' : describeSymbols(compareSymbols(content.before, content.after, path));
      const change = cutWords(symbols, BOUNDS.artifacts.length);
      return defined({ path, status, added, removed: added === undefined ? undefined : (removed ?? 0), change });
    });
}

/** Files the session worked on come first: a build may have changed a thousand others. */
export function sessionFirst<File extends { readonly path: string }>(
  files: readonly File[],
  edited: readonly string[],
): File[] {
  const names = new Set(edited.map(nameOf));
  const isOwn = ({ path }: File) => names.has(nameOf(path)) && edited.some((other) => samePath(other, path));
  const own = new Set(files.filter(isOwn));
  return [...own, ...files.filter((file) => !own.has(file))];
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

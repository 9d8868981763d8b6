import type { RepositoryPaths } from '../core/repository-paths.ts';
import { localPath } from './files.ts';
import { appendOwnFile, readOwnFile } from './own-file.ts';

/** Facts of this clone alone, which are never shared: files of lines. */
type LocalLines = 'aliases' | 'imported' | 'made' | 'allowed-secrets' | 'quarantine';

interface Located {
  readonly place: RepositoryPaths;
}

export function readLocalLines({ place }: Located, file: LocalLines): string[] {
  const text = readOwnFile(localPath(place, file)) ?? '';
  return text.split('\n').filter((line) => line !== '');
}

export function appendLocalLines({ place }: Located, file: LocalLines, lines: readonly string[]): void {
  if (lines.length > 0) appendOwnFile(localPath(place, file), `${lines.join('\n')}\n`);
}

import { count } from './count.ts';
import type { NestedRepository } from './note.ts';

/** What was captured of a nested repository, to follow its name. */
export function nestedWords({ files }: Pick<NestedRepository, 'files'>): string {
  return files === 0 ? 'as its last commit' : `${count(files, 'file')} changed`;
}

import type { SkippedFile } from '../../core/note.ts';
import { unreadableWords } from '../../core/skip-words.ts';
import { showPath } from './facts.ts';

/** Files of which it is not known whether they differ, a line for each. */
export function renderUnknown(unknown: readonly SkippedFile[]): string {
  return unknown.map(({ path, why }) => `Not compared: ${showPath(path)} ${unreadableWords(why)}\n`).join('');
}

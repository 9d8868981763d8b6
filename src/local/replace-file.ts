import { renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { draftIn, removeScratch } from './scratch.ts';

/** Writes beside the place and moves there: a reader finds the old content or the new, and a crash leaves no half file. */
export function replaceFile(path: string, content: string, options: { mode?: number; flush?: boolean } = {}): void {
  const draft = draftIn(dirname(path));
  try {
    writeFileSync(draft, content, options);
    renameSync(draft, path);
  } catch (error) {
    removeScratch(draft);
    throw error;
  }
}

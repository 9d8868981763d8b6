import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeOwnFolder } from './own-folder.ts';
import { draftIn, removeScratch } from './scratch.ts';

/** Transcripts, commands and paths are in these files: they are for their owner alone. */
const MODE = 0o600;

/** The text of a local file; undefined when it is absent. */
export function readOwnFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

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

/** Replaces a local file in one step. */
export function writeOwnFile(path: string, content: string, options: { readonly flush?: boolean } = {}): void {
  makeOwnFolder(dirname(path));
  replaceFile(path, content, { ...options, mode: MODE });
}

/** Adds to a local file in one write, so that two writers do not mix. */
export function appendOwnFile(path: string, content: string): void {
  makeOwnFolder(dirname(path));
  appendFileSync(path, content, { mode: MODE });
}

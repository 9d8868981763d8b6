import { closeSync, constants, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '../core/failure.ts';
import { moveFile } from './move-file.ts';
import { makeOwnFolder } from './own-folder.ts';
import { draftIn, removeScratch } from './scratch.ts';

/** Transcripts, commands and paths are in these files: they are for their owner alone. */
const MODE = 0o600;

/** The text of a local file; undefined when it is absent. */
export function readOwnFile(path: string): string | undefined {
  try {
    return withOwnFile(path, constants.O_RDONLY, (file) => readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** What a local file holds as JSON; undefined when it is absent, or was torn by a crash of the machine. */
export function readOwnJson<T extends object>(path: string): Partial<T> | undefined {
  const text = readOwnFile(path);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Absent on Windows, where links need rights of their own. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Opens what must be a plain file: not through a link, and without waiting for the other end of a pipe. */
function withOwnFile<T>(path: string, flags: number, use: (file: number) => T): T {
  const file = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, MODE);
  try {
    if (!fstatSync(file).isFile()) throw new Failure('fatal', `'${path}' is not a regular file`);
    return use(file);
  } finally {
    closeSync(file);
  }
}

/** Writes beside the place and moves there: a reader finds the old content or the new, and a crash leaves no half file. */
export function replaceFile(path: string, content: string, options: { mode?: number; flush?: boolean } = {}): void {
  const draft = draftIn(dirname(path));
  try {
    writeDraft(draft, content, options);
    moveFile(draft, path);
  } catch (error) {
    removeScratch(draft);
    throw error;
  }
}

function writeDraft(draft: string, content: string, { mode, flush = false }: { mode?: number; flush?: boolean }): void {
  const { O_CREAT, O_TRUNC, O_WRONLY } = constants;
  const file = openSync(draft, O_CREAT | O_TRUNC | O_WRONLY | O_NOFOLLOW, mode);
  try {
    writeFileSync(file, content, { flush });
  } finally {
    closeSync(file);
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
  const { O_APPEND, O_CREAT, O_WRONLY } = constants;
  withOwnFile(path, O_APPEND | O_CREAT | O_WRONLY, (file) => writeFileSync(file, content));
}

import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '../../core/failure.ts';
import { moveFile } from '../../local/move-file.ts';

/** `<path>.lock`, made so that only one process can: as git does, and respected by git. */
export class FileLock {
  readonly path: string;
  #file: number | undefined;

  private constructor(path: string, file: number) {
    this.path = path;
    this.#file = file;
  }

  /** Undefined when another process holds it. */
  static take(path: string): FileLock | undefined {
    for (let tries = 0; ; tries += 1) {
      makeFolder(dirname(path));
      try {
        return new FileLock(path, openSync(`${path}.lock`, 'wx', 0o666));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'EEXIST') return undefined;
        // git removes a folder that became empty, perhaps between the two calls above.
        if (code !== 'ENOENT' || tries >= 3) throw error;
      }
    }
  }

  /** Puts the content where the lock stands for, in one step. With `fsync` it is on the disk before that. */
  commit(content: string | Uint8Array, { fsync = true } = {}): void {
    const bytes = Buffer.from(content);
    const file = this.#file;
    if (file === undefined) throw new Error('the lock was released');
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    if (fsync) fsyncSync(file);
    this.#close();
    try {
      moveFile(`${this.path}.lock`, this.path);
    } catch (error) {
      rmSync(`${this.path}.lock`, { force: true });
      throw error;
    }
  }

  /** Gives the lock back; nothing happens when it was used. */
  release(): void {
    if (this.#file === undefined) return;
    this.#close();
    rmSync(`${this.path}.lock`, { force: true });
  }

  #close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (cause) {
    throw new Failure('fatal', `cannot make the folder ${path}`, { cause });
  }
}

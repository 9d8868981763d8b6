import { closeSync, fstatSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a process reads from and writes to: files that have no name any more, so that nothing stays when anybody is killed. */
export class NamelessFiles {
  readonly #files: number[] = [];
  readonly stdio: readonly ['ignore' | number, number, number];

  private constructor(stdin: Uint8Array | string | undefined) {
    try {
      this.stdio = [stdin === undefined ? 'ignore' : this.#open(Buffer.from(stdin)), this.#open(), this.#open()];
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Undefined where there is no such thing, or no place for it. */
  static open(stdin: Uint8Array | string | undefined): NamelessFiles | undefined {
    if (process.platform === 'win32') return undefined;
    try {
      return new NamelessFiles(stdin);
    } catch {
      // No folder for temporary files, or no room in it: pipes need neither.
      return undefined;
    }
  }

  stdout(): Buffer {
    return readAll(this.stdio[1]);
  }

  stderr(): string {
    return readAll(this.stdio[2]).toString();
  }

  close(): void {
    for (const file of this.#files.splice(0)) closeSync(file);
  }

  #open(content: Uint8Array = new Uint8Array()): number {
    const path = join(tmpdir(), `git-checkpoint-${process.pid}-${Math.random().toString(36).slice(2)}`);
    const file = openSync(path, 'wx+', 0o600);
    this.#files.push(file);
    unlinkSync(path);
    // By position: the process is to read it from its beginning.
    for (let at = 0; at < content.length; ) at += writeSync(file, content, at, content.length - at, at);
    return file;
  }
}

function readAll(file: number): Buffer {
  const bytes = Buffer.allocUnsafe(fstatSync(file).size);
  for (let at = 0; at < bytes.length; ) {
    const got = readSync(file, bytes, at, bytes.length - at, at);
    if (got === 0) return bytes.subarray(0, at);
    at += got;
  }
  return bytes;
}

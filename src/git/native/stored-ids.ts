import type { Oid } from '../../core/checkpoint.ts';
import { pathToBytes } from '../../core/path-text.ts';
import { type RunOptions, runGit } from './run.ts';

/** The ids under which git would store files (see the contract). */
export async function storedIds(paths: readonly string[], write: boolean, options: RunOptions): Promise<Oid[]> {
  if (paths.length === 0) return [];
  const stdin = paths.map((path) => `"${quoted(path)}"\n`).join('');
  const output = await runGit(['hash-object', ...(write ? ['-w'] : []), '--stdin-paths'], { ...options, stdin });
  return output.toString().trimEnd().split('\n');
}

/** As git quotes names in C style: any byte may stand there as three octal digits. */
function quoted(path: string): string {
  return Array.from(pathToBytes(path), (byte) =>
    /[\w./ -]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`,
  ).join('');
}

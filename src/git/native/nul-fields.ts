import { isUtf8 } from 'node:buffer';
import { pathFromBytes, pathToBytes } from '../../core/path-text.ts';

/** Splits git's `-z` output; a field that is not UTF-8 keeps its bytes (core/path-text). */
export function nulFields(output: Buffer): string[] {
  if (output.length === 0) return [];
  if (isUtf8(output)) {
    const fields = output.toString('utf8').split('\0');
    if (fields.at(-1) === '') fields.pop();
    return fields;
  }
  const fields: string[] = [];
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf(0, start);
    const stop = end < 0 ? output.length : end;
    fields.push(pathFromBytes(output.subarray(start, stop)));
    start = stop + 1;
  }
  return fields;
}

/** Paths as NUL-ended bytes, for git's `-z --stdin`. */
export function nulJoined(paths: readonly string[]): Buffer {
  return Buffer.concat(paths.flatMap((path) => [pathToBytes(path), Uint8Array.of(0)]));
}

import { findSecrets } from '../redaction/redact.ts';
import { findKeyFile } from './key-files.ts';
import { unpack } from './unpack.ts';

/** A secret's kind and line; the secret itself is in no report. */
export interface SecretLine {
  readonly kind: string;
  readonly line: number;
}

const CHUNK = 8 * 1024 * 1024;
const OVERLAP = 64 * 1024;

/** An archive that cannot be looked into. */
export const UNREAD = 'unread-archive';
const DEEPEST = 3;

/** Secrets in a file's bytes, in what an archive holds, and keys that are no text. */
export function scanBytes(bytes: Uint8Array, depth = 0): SecretLine[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const key = findKeyFile(buffer);
  if (key !== undefined) return [{ kind: key, line: 1 }];
  const packed = unpack(buffer);
  if (packed === undefined) return scanText(buffer);
  if (packed.unread || depth === DEEPEST) return [{ kind: UNREAD, line: 1 }];
  const kinds = new Set(packed.parts.flatMap((part) => scanBytes(part, depth + 1)).map(({ kind }) => kind));
  return [...kinds].map((kind) => ({ kind, line: 1 }));
}

/** Binary files and UTF-16 are searched too: NUL bytes are passed over. Large files go in overlapping parts. */
function scanText(buffer: Buffer): SecretLine[] {
  const found = new Map<string, SecretLine>();
  let lines = 0;
  for (let at = 0; at < buffer.length; at += CHUNK - OVERLAP) {
    const part = buffer.subarray(at, at + CHUNK);
    for (const { kind, line } of findSecrets(textOf(part)))
      found.set(`${kind} ${lines + line}`, { kind, line: lines + line });
    if (at + CHUNK >= buffer.length) break;
    lines += newlinesIn(part.subarray(0, CHUNK - OVERLAP));
  }
  return [...found.values()];
}

function textOf(part: Buffer): string {
  return part.includes(0) ? part.toString('latin1').replaceAll('\0', '') : part.toString('utf8');
}

function newlinesIn(part: Buffer): number {
  let count = 0;
  for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, at + 1)) count += 1;
  return count;
}

import { findSecrets } from '../redaction/redact.ts';

/** A secret's kind and line; the secret itself is in no report. */
export interface SecretLine {
  readonly kind: string;
  readonly line: number;
}

const CHUNK = 8 * 1024 * 1024;
const OVERLAP = 64 * 1024;

/** Secrets in a file's bytes. Binary files and UTF-16 are searched too: NUL bytes are passed over. Large files go in overlapping parts. */
export function scanBytes(bytes: Uint8Array): SecretLine[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
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

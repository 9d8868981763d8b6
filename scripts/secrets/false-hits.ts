import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findSecrets } from '../../src/redaction/redact.ts';

export interface FalseHits {
  readonly files: number;
  readonly bytes: number;
  readonly places: readonly string[];
}

const LARGEST = 64 * 1024 * 1024;

/** What the rules find in files that nobody put a secret into: each find is a false one. Binary files are passed over. */
export function falseHitsIn(root: string, leaveOut: (path: string) => boolean = () => false): FalseHits {
  let files = 0;
  let bytes = 0;
  const places: string[] = [];
  for (const path of textFiles(root)) {
    if (leaveOut(path)) continue;
    const contents = readFileSync(path);
    if (contents.subarray(0, 8000).includes(0)) continue;
    const text = contents.toString('utf8');
    files += 1;
    bytes += contents.length;
    for (const { kind, line, start, end } of findSecrets(text))
      places.push(`${path}:${line} ${kind}: ${text.slice(Math.max(0, start - 40), end + 10).slice(0, 160)}`);
  }
  return { files, bytes, places };
}

function textFiles(root: string): string[] {
  const found = statSync(root, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return [root];
  return readdirSync(root, { withFileTypes: true }).flatMap((entry) => {
    const path = join(root, entry.name);
    if (entry.isDirectory()) return entry.name === '.git' ? [] : textFiles(path);
    return entry.isFile() && statSync(path).size <= LARGEST ? [path] : [];
  });
}

import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashedPath, localPath, type PathsTo } from './files.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';
import { canBeWritten, removeOlderThan } from './own-folder.ts';

const POLL_MS = 10;
const SWEPT_AFTER_MS = 60_000;

interface PackParts {
  /** Of the event; the same for all its hook entries. */
  readonly identity: string;
  readonly texts: readonly string[];
}

/** Leaves the further parts of a resume pack, made by the hook entry of the first part, to the others. */
export function leaveParts(place: PathsTo<'parts'>, { identity, texts }: PackParts, now: Date): void {
  removeOlderThan(localPath(place, 'parts'), SWEPT_AFTER_MS, now);
  writeOwnFile(hashedPath(place, 'parts', identity), JSON.stringify(texts));
}

/** Waits for a part; the empty text when there is none, or when it does not come in time. */
export async function awaitPart(
  place: PathsTo<'parts'>,
  identity: string,
  wanted: { readonly number: number; readonly patience: number },
): Promise<string> {
  if (!canBeWritten(place.gitDir)) return '';
  const path = hashedPath(place, 'parts', identity);
  const end = performance.now() + wanted.patience;
  while (!existsSync(path)) {
    if (performance.now() > end) return '';
    await sleep(POLL_MS);
  }
  const texts: unknown = JSON.parse(readOwnFile(path) ?? '[]');
  const text = Array.isArray(texts) ? texts[wanted.number - 2] : undefined;
  return typeof text === 'string' ? text : '';
}

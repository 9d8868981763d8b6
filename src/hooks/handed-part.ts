import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { localPath } from '../local/files.ts';
import { writeOwnFile } from '../local/own-file.ts';
import { canBeWritten } from './can-be-written.ts';
import { sweepOlderThan } from './sweep.ts';

const LOOK_EVERY_MS = 10;
const SWEPT_AFTER_MS = 60_000;

/** The further parts of a start's text, made by the hook of the first part and printed by the others'. */
export function handParts(place: RepositoryPaths, identity: string, texts: readonly string[]): void {
  sweepOlderThan(localPath(place, 'parts'), SWEPT_AFTER_MS);
  writeOwnFile(pathOf(place, identity), JSON.stringify(texts));
}

/** Waits for a part; the empty text when there is none, or when it does not come in time. */
export async function takePart(
  place: RepositoryPaths,
  identity: string,
  wanted: { readonly number: number; readonly patience: number },
): Promise<string> {
  if (!canBeWritten(place.gitDir)) return '';
  const path = pathOf(place, identity);
  const end = Date.now() + wanted.patience;
  while (!existsSync(path)) {
    if (Date.now() > end) return '';
    await sleep(LOOK_EVERY_MS);
  }
  const texts: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const text = Array.isArray(texts) ? texts[wanted.number - 2] : undefined;
  return typeof text === 'string' ? text : '';
}

function pathOf(place: RepositoryPaths, identity: string): string {
  return localPath(place, 'parts', createHash('sha256').update(identity).digest('hex').slice(0, 32));
}

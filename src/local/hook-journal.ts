import { lstatSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeError } from '../core/failure.ts';
import { stripControls } from '../core/strip-controls.ts';
import type { World } from '../core/world.ts';
import { userStateFolder } from './files.ts';
import { appendOwnFile, readOwnFile, writeOwnFile } from './own-file.ts';

const MAX_BYTES = 128 * 1024;
const MAX_LINE = 500;

/** What a hook could not do. */
interface JournalEntry {
  readonly agent: string;
  readonly event: string;
  readonly error: unknown;
}

/** The journal of the user, for what happens outside of repositories or where one cannot be written. */
export function userJournal(world: Pick<World, 'env'>): string {
  return join(userStateFolder(world), 'journal');
}

/** Writes one line to the first journal that takes it; where none does, stderr is left. The last one is the user's. */
export function writeJournal(paths: readonly string[], entry: JournalEntry, world: World): void {
  const words = stripControls(describeError(entry.error)).replace(/\s+/g, ' ').slice(0, MAX_LINE);
  const line = `${world.now().toISOString()} ${entry.agent} ${entry.event}: ${words}\n`;
  if (!paths.some((path) => appended(path, line, path === paths.at(-1)))) world.stderr.write(line);
}

/** The last lines of a journal, oldest first. */
export function readJournal(path: string, most: number): string[] {
  const text = readOwnFile(path) ?? '';
  return text.split('\n').filter(Boolean).slice(-most);
}

function appended(path: string, line: string, isUsers: boolean): boolean {
  try {
    if (isUsers) mkdirSync(dirname(dirname(path)), { recursive: true });
    shorten(path);
    appendOwnFile(path, line);
    return true;
  } catch {
    // The disk may be full or read-only: the next journal is tried.
    return false;
  }
}

/** Keeps the newer half of a journal that has grown too long. */
function shorten(path: string): void {
  const size = lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size < MAX_BYTES) return;
  const text = (readOwnFile(path) ?? '').slice(-MAX_BYTES / 2);
  writeOwnFile(path, text.slice(text.indexOf('\n') + 1));
}

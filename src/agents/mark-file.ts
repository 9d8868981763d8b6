import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, parseObject } from './json-value.ts';
import { MARK_VERSION, type Mark } from './mark.ts';
import { namesIn, unlessAbsent } from './transcript-files.ts';

/** Marks of sessions long over only take room. */
const MOST_MARKS = 40;

/** The mark of a transcript; undefined when there is none, or none that can be used: then it is read anew. */
export async function findMark(directory: string, transcript: string): Promise<Mark | undefined> {
  const text = await unlessAbsent(() => readFile(markPath(directory, transcript), 'utf8'), '');
  const [sum, body] = [text.slice(0, 64), text.slice(65)];
  if (sum !== digest(body)) return undefined;
  const mark = parseObject(body);
  return mark !== undefined && isMark(mark) ? mark : undefined;
}

/** Stores a mark in one step, so that a reader finds the old one or the new one, for its owner's eyes only. */
export async function saveMark(directory: string, transcript: string, mark: Mark): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = markPath(directory, transcript);
  const body = JSON.stringify(mark);
  const draft = `${path}.${process.pid}-${randomUUID().slice(0, 8)}`;
  try {
    await writeFile(draft, `${digest(body)}\n${body}`, { mode: 0o600 });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await dropOldest(directory);
}

function markPath(directory: string, transcript: string): string {
  return join(directory, `${digest(transcript).slice(0, 32)}.json`);
}

/** The sum vouches for the content; only what an older version wrote has to be told apart. */
function isMark(value: unknown): value is Mark {
  return isObject(value) && value['version'] === MARK_VERSION;
}

async function dropOldest(directory: string): Promise<void> {
  // Also those that a killed process was about to store.
  const names = await namesIn(directory);
  if (names.length <= MOST_MARKS) return;
  const ages = await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      return { path, modified: await unlessAbsent(async () => (await stat(path)).mtimeMs, 0) };
    }),
  );
  const oldest = ages.toSorted((a, b) => b.modified - a.modified).slice(MOST_MARKS);
  await Promise.all(oldest.map(({ path }) => rm(path, { force: true })));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { AgentName, FoundTranscript, TranscriptSearch } from './agent.ts';

/** The names in a directory; none when it is not there or may not be read, for then no transcript is to be had. */
export async function namesIn(directory: string): Promise<readonly string[]> {
  return unlessAbsent(async () => readdirSync(directory), []);
}

/** A file as a find; undefined when it is not there. */
async function foundAt(agent: AgentName, path: string): Promise<FoundTranscript | undefined> {
  const stats = await unlessAbsent(async () => statSync(path, { throwIfNoEntry: false }), undefined);
  return stats?.isFile() === true ? { agent, path, modified: stats.mtimeMs } : undefined;
}

export async function newestOf(agent: AgentName, paths: readonly string[]): Promise<FoundTranscript | undefined> {
  return (await byAge(agent, paths))[0];
}

/** Those of the files that are there, the one written last first. */
export async function byAge(agent: AgentName, paths: readonly string[]): Promise<readonly FoundTranscript[]> {
  const found = await Promise.all(paths.map((path) => foundAt(agent, path)));
  return found
    .filter((one) => one !== undefined)
    .toSorted((a, b) => b.modified - a.modified || (a.path < b.path ? 1 : -1));
}

/** The first bytes of a file as text; nothing when it is not there. */
export function beginningOf(path: string, length: number): Promise<string> {
  return readPart(path, length, () => 0);
}

/** The last bytes of a file as text; the first line of it may be cut. */
export function endOf(path: string, length: number): Promise<string> {
  return readPart(path, length, (size) => Math.max(0, size - length));
}

/** A pipe has no end and perhaps no writer: opening one must not wait for it. */
export const UNBLOCKED = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

function readPart(path: string, length: number, startFor: (size: number) => number): Promise<string> {
  return unlessAbsent(async () => {
    const file = openSync(path, UNBLOCKED);
    try {
      if (!fstatSync(file).isFile()) return '';
      const buffer = Buffer.alloc(length);
      const bytesRead = readSync(file, buffer, 0, length, startFor(fstatSync(file).size));
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      closeSync(file);
    }
  }, '');
}

/** The directories a session may have begun in, nearest first, each as given and with links resolved. */
export async function startingPlaces(search: TranscriptSearch): Promise<readonly string[]> {
  const places = [search.cwd];
  const root = search.root ?? search.cwd;
  for (let at = search.cwd; at !== root && isBelow(at, root); at = dirname(at)) places.push(dirname(at));
  const real = await Promise.all(places.map((place) => unlessAbsent(async () => realpathSync.native(place), place)));
  return [...new Set([...places, ...real])];
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== '' && !way.startsWith('..') && join(root, way) === path;
}

const ABSENT = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM'];

/** What a read gives, or something else when there is no such file or it is not ours to read. */
export async function unlessAbsent<T>(read: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && ABSENT.includes(String(error.code))) return otherwise;
    throw error;
  }
}

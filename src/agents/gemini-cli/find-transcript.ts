import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { FoundTranscript, TranscriptSearch } from '../agent.ts';
import { objectAt, parseObject, textAt } from '../json-value.ts';
import { beginningOf, byAge, namesIn, newestOf, startingPlaces } from '../transcript-files.ts';

const REGISTRY = 1024 * 1024;
const HEAD = 4096;
const MAX_FILES = 200;

/** The session by its id; else the newest of this directory's project. */
export async function findGeminiTranscript(search: TranscriptSearch): Promise<FoundTranscript | undefined> {
  const gemini = geminiFolder(search);
  const places = await startingPlaces(search);
  const chats = await allChats(join(gemini, 'tmp'));
  if (chats.length === 0) return undefined;
  const id = search.sessionId ?? search.env['GEMINI_SESSION_ID'] ?? '';
  if (id !== '')
    return newestOf(
      'gemini-cli',
      chats.map(pathOf).filter((path) => path.includes(id.slice(0, 8))),
    );
  const projects = await projectNames(gemini, places);
  const own = chats.filter(({ project }) => projects.has(project));
  if (own.length > 0) return newestOf('gemini-cli', own.map(pathOf));
  return newestWithHash(chats.map(pathOf), places.map(hashOf));
}

interface Chat {
  readonly directory: string;
  readonly project: string;
  readonly name: string;
}

function pathOf({ directory, project, name }: Chat): string {
  return join(directory, project, 'chats', name);
}

async function allChats(directory: string): Promise<readonly Chat[]> {
  const projects = await namesIn(directory);
  const chats = await Promise.all(
    projects.map(async (project) => {
      const names = await namesIn(join(directory, project, 'chats'));
      return names.filter((name) => /^session-.*\.jsonl?$/.test(name)).map((name) => ({ directory, project, name }));
    }),
  );
  return chats.flat();
}

/** A project's directory has a short name from a registry; in older versions it is a hash of the path. */
async function projectNames(gemini: string, places: readonly string[]): Promise<ReadonlySet<string>> {
  const registered = await registeredNames(gemini);
  const names = places.map((place) => registered.get(place)).filter((name) => name !== undefined);
  return new Set([...names, ...places.map(hashOf)]);
}

/** The short names of projects, by their paths. */
export async function registeredNames(gemini: string): Promise<ReadonlyMap<string, string>> {
  const registry = parseObject(await beginningOf(join(gemini, 'projects.json'), REGISTRY)) ?? {};
  const projects = objectAt(registry, 'projects');
  return new Map(Object.keys(projects).map((place) => [place, textAt(projects, place)]));
}

export function geminiFolder({ env, home }: Pick<TranscriptSearch, 'env' | 'home'>): string {
  return join(env['GEMINI_CLI_HOME'] || home, '.gemini');
}

/** Without a registry a recording itself tells: it names the hash of its project's path. */
async function newestWithHash(
  paths: readonly string[],
  hashes: readonly string[],
): Promise<FoundTranscript | undefined> {
  for (const found of (await byAge('gemini-cli', paths)).slice(0, MAX_FILES)) {
    const head = await beginningOf(found.path, HEAD);
    if (hashes.some((hash) => head.includes(hash))) return found;
  }
  return undefined;
}

export function hashOf(place: string): string {
  return createHash('sha256').update(place).digest('hex');
}

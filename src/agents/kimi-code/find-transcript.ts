import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FoundTranscript, TranscriptSearch } from '../agent.ts';
import { type JsonObject, parseObject, textAt } from '../json-value.ts';
import { namesIn, newestOf, startingPlaces, unlessAbsent } from '../transcript-files.ts';

type Surroundings = Pick<TranscriptSearch, 'env' | 'home'>;

const MAX_NAME = 40;

export function kimiFolder({ env, home }: Surroundings): string {
  return env['KIMI_CODE_HOME'] || join(home, '.kimi-code');
}

/** Where the sessions of a directory are kept: below its name in plain letters, and a hash of its path. */
export function sessionsOf(directory: string, surroundings: Surroundings): string {
  const path = directory.replaceAll('\\', '/').replace(/\/+$/, '');
  const trimmed = (text: string) => text.replace(/^-+|-+$/g, '');
  const plain = trimmed(
    basename(path)
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-'),
  );
  const name = trimmed(plain.slice(0, MAX_NAME));
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 12);
  return join(kimiFolder(surroundings), 'sessions', `wd_${/^\.{0,2}$/.test(name) ? 'workspace' : name}_${hash}`);
}

export function transcriptIn(sessionFolder: string): string {
  return join(sessionFolder, 'agents', 'main', 'wire.jsonl');
}

/** The session by its id; else the newest that began in this directory. The index does not have every session. */
export async function findKimiTranscript(search: TranscriptSearch): Promise<FoundTranscript | undefined> {
  const { sessionId = '' } = search;
  const folders = sessionId === '' ? await foldersHere(search) : await foldersNamed(basename(sessionId), search);
  return newestOf('kimi-code', [...new Set(folders)].map(transcriptIn));
}

async function foldersHere(search: TranscriptSearch): Promise<readonly string[]> {
  const places = await startingPlaces(search);
  const listed = (await indexed(search)).filter((session) => places.includes(textAt(session, 'workDir')));
  const found = await Promise.all(places.map((place) => foldersIn(sessionsOf(place, search))));
  return [...listed.map((session) => textAt(session, 'sessionDir')), ...found.flat()];
}

async function foldersNamed(id: string, search: Surroundings): Promise<readonly string[]> {
  const listed = (await indexed(search)).filter((session) => textAt(session, 'sessionId') === id);
  const all = await foldersIn(join(kimiFolder(search), 'sessions'));
  return [...listed.map((session) => textAt(session, 'sessionDir')), ...all.map((folder) => join(folder, id))];
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  return (await namesIn(folder)).map((name) => join(folder, name));
}

async function indexed(search: Surroundings): Promise<readonly JsonObject[]> {
  const path = join(kimiFolder(search), 'session_index.jsonl');
  const text = await unlessAbsent(async () => readFileSync(path, 'utf8'), '');
  return text
    .split('\n')
    .map(parseObject)
    .filter((session) => session !== undefined);
}

import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Session } from '../../src/core/session.ts';

const repository = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const fixtures = join(repository, 'fixtures', 'transcripts');

export interface Fixture {
  readonly agent: string;
  readonly path: string;
  /** Where the session that it must give is written down. */
  readonly expected: string;
}

/** Every transcript under fixtures/, with the session it must give. */
export function transcriptFixtures(): readonly Fixture[] {
  return filesBelow(fixtures)
    .filter((path) => !path.endsWith('.session.json'))
    .map((path) => ({
      agent: path.slice(fixtures.length + 1).split(/[\\/]/)[0] ?? '',
      path,
      expected: path.replace(/\.\w+$/, '.session.json'),
    }));
}

/** Agents whose transcripts have a reader; recordings of others may lie beside theirs. */
const readAgents = /[\\/](?:claude-code|codex|gemini)[\\/]/;

/** Real transcripts beside the repository, where there are any. */
export function realTranscripts(): readonly string[] {
  const folder = join(repository, '..', 'shared', 'transcripts');
  const inTree = join(repository, '..', '..', 'shared', 'transcripts');
  return [...filesBelow(folder), ...filesBelow(inTree)].filter(
    (path) =>
      /\.jsonl?$/.test(path) &&
      readAgents.test(path) &&
      !/hooks\.jsonl|\.meta\.json|tool-results|_dot-claude/.test(path),
  );
}

/** A session without the place of its file, which differs from machine to machine. */
export function withoutPlace({ transcript: _, ...session }: Session): Omit<Session, 'transcript'> {
  return session;
}

function filesBelow(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch {
    return [];
  }
}

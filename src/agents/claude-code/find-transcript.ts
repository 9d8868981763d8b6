import { basename, join } from 'node:path';
import type { FoundTranscript, TranscriptSearch } from '../agent.ts';
import { byAge, endOf, namesIn, newestOf, startingPlaces } from '../transcript-files.ts';

export const MAX_SLUG_LENGTH = 200;

/** The session that Claude Code runs now, by its id; else the newest of this directory. */
export async function findClaudeTranscript(search: TranscriptSearch): Promise<FoundTranscript | undefined> {
  const projects = join(configDirectory(search), 'projects');
  const directories = await projectDirectories(projects, search);
  const id = basename(search.sessionId ?? search.env['CLAUDE_CODE_SESSION_ID'] ?? '');
  if (id !== '') {
    const here = await newestOf(
      'claude-code',
      directories.map((name) => join(projects, name, `${id}.jsonl`)),
    );
    // The session may have begun elsewhere and moved into this worktree.
    const all = here === undefined ? await namesIn(projects) : [];
    return (
      here ??
      newestOf(
        'claude-code',
        all.map((name) => join(projects, name, `${id}.jsonl`)),
      )
    );
  }
  return newestOf('claude-code', await sessionFiles(projects, directories));
}

// A call is among the last things that were written; what follows it may hold its arguments once more.
const TAIL = 512 * 1024;
const MAX_FILES = 8;

/** The session that made a tool call, by the call's id: after /clear the environment still names the session before. */
export async function findByToolUse(search: TranscriptSearch, toolUseId: string): Promise<FoundTranscript | undefined> {
  const projects = join(configDirectory(search), 'projects');
  const files = await sessionFiles(projects, await projectDirectories(projects, search));
  for (const found of (await byAge('claude-code', files)).slice(0, MAX_FILES)) {
    if ((await endOf(found.path, TAIL)).includes(`"${toolUseId}"`)) return found;
  }
  return undefined;
}

async function sessionFiles(projects: string, directories: readonly string[]): Promise<readonly string[]> {
  return (await Promise.all(directories.map((name) => sessionsIn(join(projects, name))))).flat();
}

export function configDirectory({ env, home }: Pick<TranscriptSearch, 'env' | 'home'>): string {
  return env['CLAUDE_CONFIG_DIR'] || join(home, '.claude');
}

/** The name of a directory's folder, as long as it is not too long. */
export function slugOf(place: string): string {
  return place.replace(/[^a-zA-Z0-9]/g, '-');
}

/** Every character but letters and digits becomes a dash; a long path is cut, and a hash of it follows. */
async function projectDirectories(projects: string, search: TranscriptSearch): Promise<readonly string[]> {
  const named = search.env['CLAUDE_CONFIG_DIR'] ? search.env['CLAUDE_CODE_PROJECT_DIR_NAME'] : undefined;
  const slugs = (await startingPlaces(search)).map(slugOf);
  const short = [...(named ? [named] : []), ...slugs.filter((slug) => slug.length <= MAX_SLUG_LENGTH)];
  const starts = slugs.filter((slug) => slug.length > MAX_SLUG_LENGTH).map((slug) => slug.slice(0, MAX_SLUG_LENGTH));
  if (starts.length === 0) return short;
  const cut = (await namesIn(projects)).filter((name) => starts.some((start) => name.startsWith(start)));
  return [...short, ...cut];
}

/** Transcripts of subagents lie beside the sessions in old versions. */
async function sessionsIn(directory: string): Promise<readonly string[]> {
  const names = await namesIn(directory);
  return names
    .filter((name) => name.endsWith('.jsonl') && !name.startsWith('agent-'))
    .map((name) => join(directory, name));
}

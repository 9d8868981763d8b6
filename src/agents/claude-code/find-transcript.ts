import { basename, join } from 'node:path';
import type { FoundTranscript, TranscriptSearch } from '../agent.ts';
import { namesIn, newestOf, startingPlaces } from '../transcript-files.ts';

const LONGEST_SLUG = 200;

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
  const files = await Promise.all(directories.map((name) => sessionsIn(join(projects, name))));
  return newestOf('claude-code', files.flat());
}

function configDirectory({ env, home }: TranscriptSearch): string {
  return env['CLAUDE_CONFIG_DIR'] || join(home, '.claude');
}

/** Every character but letters and digits becomes a dash; a long path is cut, and a hash of it follows. */
async function projectDirectories(projects: string, search: TranscriptSearch): Promise<readonly string[]> {
  const named = search.env['CLAUDE_CONFIG_DIR'] ? search.env['CLAUDE_CODE_PROJECT_DIR_NAME'] : undefined;
  const slugs = (await startingPlaces(search)).map((place) => place.replace(/[^a-zA-Z0-9]/g, '-'));
  const short = [...(named ? [named] : []), ...slugs.filter((slug) => slug.length <= LONGEST_SLUG)];
  const starts = slugs.filter((slug) => slug.length > LONGEST_SLUG).map((slug) => slug.slice(0, LONGEST_SLUG));
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

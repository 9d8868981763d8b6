import type { StatusEntry, WorktreeStatus } from '../engine.ts';
import { nulFields } from './nul-fields.ts';
import { gitFailure, type RunOptions, tryGit } from './run.ts';

const statusArguments = [
  'status',
  '--porcelain=v2',
  '-z',
  '--branch',
  '--untracked-files=all',
  '--no-renames',
] as const;

/** What git says about HEAD, index and working tree. */
export async function readStatus(options: RunOptions): Promise<WorktreeStatus> {
  // Of a repository that is itself inside of another, git would look into the submodules as their own configuration says.
  const look = options.isNested ? 'dirty' : 'none';
  const run = await tryGit([...statusArguments, `--ignore-submodules=${look}`], options);
  if (run.code === 0) return { ...parseStatus(run.stdout), closedFolders: closedFolders(run.stderr) };
  // Git gives up where a link stands in the place of a submodule. It does not when it need not look into submodules.
  const withoutLook = await tryGit([...statusArguments, '--ignore-submodules=dirty'], options);
  if (withoutLook.code !== 0) throw gitFailure(statusArguments, run.stderr);
  return { ...parseStatus(withoutLook.stdout), closedFolders: closedFolders(withoutLook.stderr) };
}

/** git goes on without a folder that it may not open, and says so in passing. */
function closedFolders(stderr: string): string[] {
  return [...stderr.matchAll(/^warning: could not open directory '(.*)': /gm)].map(([, folder = '']) => folder);
}

/** Reads `git status --porcelain=v2 -z --branch`. */
function parseStatus(output: Buffer): Omit<WorktreeStatus, 'closedFolders'> {
  const entries: StatusEntry[] = [];
  let branch: Omit<WorktreeStatus, 'entries' | 'closedFolders'> = {};
  for (const field of nulFields(output)) {
    if (field.startsWith('# ')) branch = { ...branch, ...parseHeader(field) };
    else entries.push(parseEntry(field));
  }
  return { ...branch, entries };
}

function parseHeader(line: string): Omit<WorktreeStatus, 'entries' | 'closedFolders'> {
  const [, name, ...rest] = line.split(' ');
  const value = rest.join(' ');
  if (name === 'branch.oid' && value !== '(initial)') return { head: value };
  if (name === 'branch.head' && value !== '(detached)') return { branch: value };
  if (name === 'branch.upstream') return { upstream: value };
  const counts = /^\+(\d+) -(\d+)$/.exec(name === 'branch.ab' ? value : '');
  return counts ? { ahead: Number(counts[1]), behind: Number(counts[2]) } : {};
}

// `1 XY sub mH mI mW hH hI path`, `u XY sub m1 m2 m3 mW h1 h2 h3 path`, `? path`
function parseEntry(line: string): StatusEntry {
  if (line.startsWith('? ')) {
    const path = line.slice(2);
    // With every untracked file listed, only a repository of its own still shows as a directory.
    const nested = path.endsWith('/');
    return {
      path: nested ? path.slice(0, -1) : path,
      kind: nested ? 'nested-repository' : 'untracked',
      staged: '.',
      unstaged: '?',
      dirtySubmodule: false,
    };
  }
  const conflicted = line.startsWith('u ');
  return {
    path: line.slice(startOfField(line, conflicted ? 10 : 8)),
    kind: conflicted ? 'conflicted' : 'tracked',
    staged: line[2] ?? '.',
    unstaged: line[3] ?? '.',
    dirtySubmodule: line[5] === 'S' && /[MU]/.test(line.slice(7, 9)),
  };
}

/** There may be thousands of lines: none is split into fields that nobody reads. */
function startOfField(line: string, number: number): number {
  let start = 0;
  for (let field = 0; field < number; field += 1) start = line.indexOf(' ', start) + 1;
  return start;
}

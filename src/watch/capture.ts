import { relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { describeError } from '../core/failure.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { World } from '../core/world.ts';
import type { WorktreeStatus } from '../git/engine.ts';
import type { SaveRequest } from '../note/save-request.ts';
import { scanStateFiles } from '../note/state-files.ts';
import { gitStatusLists } from '../note/status-lists.ts';
import { configOf, type Repository, withRepository } from '../open/repository.ts';
import { type SaveOutcome, save } from '../repository/save.ts';
import type { AiwgState, CheckpointData, GitStatusData, Memory } from './checkpoint-data.ts';

/** What one capture leaves for the next. */
export interface Progress {
  readonly tree?: Oid;
  readonly head?: Oid;
  readonly branch?: string;
  readonly checkpoint?: number;
  readonly files: readonly string[];
}

export interface CaptureTask {
  readonly projectRoot: string;
  readonly session: { readonly id: string; readonly agent: string; readonly started: Date };
  readonly before: Progress;
  readonly memory: Memory;
  /** Make no checkpoint in git when the newest one holds the same state. */
  readonly onlyChanged: boolean;
  /** How often git may fail before the capture goes on without it. */
  readonly tries: number;
  /** Where the captures' own files are: they are no work of the session's. */
  readonly ownDirectory?: string;
}

export interface Captured {
  readonly data: Omit<CheckpointData, 'number'>;
  readonly progress: Progress;
  /** Absent when there is no repository. */
  readonly place?: RepositoryPaths;
}

/** Takes down the state of the project. A failure of git becomes part of the answer: the session must go on. */
export async function capture(task: CaptureTask, world: World): Promise<Captured> {
  for (let left = task.tries - 1; ; left -= 1) {
    try {
      return await withRepository(task.projectRoot, world, (repository) => captureIn(repository, task));
    } catch (error) {
      if (left <= 0) return withoutSave(task, world, { error, ...(await readStatus(task, world)) });
      // A Ctrl-C at the terminal reaches our git as well; a moment later it works.
      await sleep(100);
    }
  }
}

async function captureIn(repository: Repository, task: CaptureTask): Promise<Captured> {
  const { world, engine } = repository;
  const now = world.now();
  const outcome = await save(repository, requestFor(task, now));
  const { checkpoint, status } = outcome;
  const { stateDirs } = await configOf(repository);
  const files = joined(task.before.files, await modifiedFiles(repository, task, outcome));
  return {
    data: {
      ...timeFacts(task, now),
      gitStatus: statusData(status),
      aiwgState: aiwgState(task.projectRoot, stateDirs),
      filesModified: files,
      memory: task.memory,
      gitCheckpoint: checkpoint.number,
      gitCommit: checkpoint.commit,
    },
    progress: defined({
      tree: checkpoint.tree,
      head: status.head,
      branch: status.branch ?? '',
      checkpoint: checkpoint.number,
      files,
    }),
    place: engine.place,
  };
}

function requestFor(task: CaptureTask, now: Date): SaveRequest {
  const { session, memory, before } = task;
  return {
    trigger: 'interval',
    automatic: true,
    onlyIfChanged: task.onlyChanged,
    session: {
      agent: session.agent,
      id: session.id,
      started: session.started.toISOString(),
      duration_ms: timeFacts(task, now).duration,
    },
    filesModified: before.files,
    memory: { heap_used: memory.heapUsed, rss: memory.rss },
  };
}

/** Files that differ from HEAD now, and those that were committed since the last capture without ever being seen to differ. */
async function modifiedFiles({ engine }: Repository, task: CaptureTask, outcome: SaveOutcome): Promise<string[]> {
  const { checkpoint, status } = outcome;
  const { skipped, nested = [] } = checkpoint.note;
  const others = new Set([...skipped, ...nested].map(({ path }) => path));
  const differing = status.entries.map(({ path }) => path).filter((path) => !others.has(path));
  const { tree, head, branch } = task.before;
  const committed = head !== undefined && head !== status.head && branch === (status.branch ?? '');
  const changes = committed && tree !== undefined ? await engine.diffTrees(tree, checkpoint.tree) : [];
  const own = task.ownDirectory && `${relative(engine.place.root, task.ownDirectory).split(sep).join('/')}/`;
  return [...differing, ...changes.map(({ path }) => path)].filter((path) => !own || !path.startsWith(own));
}

/** The same list when nothing is new, so that a thousand captures do not keep a thousand copies. */
function joined(known: readonly string[], found: readonly string[]): readonly string[] {
  const all = new Set(known);
  for (const path of found) all.add(path);
  return all.size === known.length ? known : [...all];
}

interface Found {
  readonly status: WorktreeStatus;
  readonly place: RepositoryPaths;
}

/** The lists of git even when nothing can be saved; git may be too broken for them as well. */
async function readStatus({ projectRoot }: CaptureTask, world: World): Promise<Partial<Found>> {
  try {
    return await withRepository(projectRoot, world, async ({ engine }) => ({
      status: await engine.status(),
      place: engine.place,
    }));
  } catch {
    return {};
  }
}

function withoutSave(task: CaptureTask, world: World, found: Partial<Found> & { readonly error: unknown }): Captured {
  const { status = { entries: [], closedFolders: [] }, place, error } = found;
  return defined({
    data: {
      ...timeFacts(task, world.now()),
      gitStatus: { ...statusData(status), error: describeError(error) },
      aiwgState: aiwgState(task.projectRoot, ['.aiwg']),
      filesModified: task.before.files,
      memory: task.memory,
    },
    progress: task.before,
    place,
  });
}

function timeFacts({ session }: CaptureTask, now: Date) {
  const duration = Math.max(0, now.getTime() - session.started.getTime());
  return { timestamp: now.toISOString(), duration, sessionId: session.id };
}

function statusData(status: WorktreeStatus): GitStatusData {
  const { staged, untracked } = gitStatusLists(status, Number.MAX_SAFE_INTEGER);
  const modified = status.entries.filter(({ kind, unstaged }) => kind !== 'untracked' && unstaged !== '.');
  return { branch: status.branch ?? '', modified: modified.map(({ path }) => path), untracked, staged };
}

function aiwgState(projectRoot: string, folders: readonly string[]): AiwgState {
  const { files, error } = scanStateFiles(projectRoot, folders);
  const named = files.map(({ path, size }): [string, number] => [path.replace(/^\.aiwg\//, ''), size]);
  return defined({ files: named.map(([path]) => path), sizes: Object.fromEntries(named), error });
}

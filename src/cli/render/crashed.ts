import { age } from '../../core/age.ts';
import { agentTitle } from '../../core/agent-title.ts';
import { count } from '../../core/count.ts';
import { formatDuration } from '../../core/duration.ts';
import { stripControls } from '../../core/strip-controls.ts';
import type { World } from '../../core/world.ts';
import type { CrashedSession, WorktreeSince } from '../../repository/recover.ts';
import { showPath } from './facts.ts';
import { styleFor } from './style.ts';

const MAX_FILES = 5;

/** A crashed session: when, where, and what is left of it. */
export function renderCrashed(
  { session, duration, checkpoint, files, worktree }: CrashedSession,
  world: World,
): string {
  const style = styleFor(world, world.stdout);
  const now = world.now();
  const where = session.branch === '' ? 'on a detached HEAD' : `on ${stripControls(session.branch)}`;
  const saved =
    checkpoint === undefined ? 'none' : `${checkpoint.number}, saved ${age(new Date(checkpoint.note.created), now)}`;
  const pairs: [string, string][] = [
    ['Last checkpoint', saved],
    ...(files.length === 0 ? [] : [['Files modified', filesText(files)] as [string, string]]),
    worktreeFact(worktree, checkpoint?.number),
    ['In', showPath(session.worktree)],
  ];
  const title = `Session ${style.bold(stripControls(session.id))} (${stripControls(agentTitle(session.agent))}) was interrupted`;
  const head = `${title} ${age(new Date(session.seen), now)}, after ${formatDuration(duration)}, ${where}\n`;
  return head + pairs.map(([name, value]) => `  ${style.dim(name.padEnd(16))} ${value}\n`).join('');
}

function filesText(files: readonly string[]): string {
  const named = files.slice(0, MAX_FILES).map(showPath).join(', ');
  return files.length > MAX_FILES ? `${files.length}: ${named} …` : `${files.length}: ${named}`;
}

function worktreeFact(worktree: WorktreeSince, number: number | undefined): [string, string] {
  switch (worktree.kind) {
    case 'same':
      return ['Working tree', `matches checkpoint ${number}`];
    case 'newer':
      return [
        'Unsaved',
        `${count(worktree.files, 'file')}, +${worktree.added} -${worktree.removed} since checkpoint ${number}`,
      ];
    case 'never-saved':
      return ['Working tree', 'not saved yet'];
    case 'gone':
      return ['Working tree', 'no longer there'];
  }
}

/** For programs. */
export function crashedJson({
  session,
  duration,
  checkpoint,
  files,
  worktree,
}: CrashedSession): Record<string, unknown> {
  const { id, agent, branch, started, seen } = session;
  return {
    session: id,
    agent,
    branch,
    worktree: session.worktree,
    started,
    lastSeen: seen,
    durationMs: duration,
    checkpoint: checkpoint?.number ?? null,
    commit: checkpoint?.commit ?? null,
    filesModified: files,
    workingTree: worktree,
  };
}

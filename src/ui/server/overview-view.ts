import { basename } from 'node:path';
import { changeJson } from '../../core/change-json.ts';
import { defined } from '../../core/defined.ts';
import { VERSION } from '../../core/version.ts';
import { countCheckpoints } from '../../repository/list.ts';
import { listOperations } from '../../repository/operations.ts';
import { type Overview, readOverview } from '../../repository/overview.ts';
import { type CrashedSession, findCrashed } from '../../repository/recover.ts';
import type { CrashedJson, LineJson, OverviewJson } from '../api.ts';
import type { Call } from './call.ts';

const MAX_OPERATIONS = 300;

/** How things stand: repository, working tree, session, what was done. */
export async function readOverviewView({ repository, host }: Call): Promise<OverviewJson> {
  const { root } = repository.engine.place;
  const [facts, total, { sessions: crashed }] = await Promise.all([
    readOverview(repository),
    countCheckpoints(repository),
    findCrashed(repository),
  ]);
  const { newest, branch, problem } = facts.here;
  return defined({
    name: basename(root),
    root,
    version: VERSION,
    read_only: host.readOnly,
    total,
    branch,
    newest:
      newest === undefined
        ? undefined
        : {
            number: newest.checkpoint.number,
            summary: newest.checkpoint.note.summary,
            created: newest.checkpoint.note.created,
          },
    changes: newest === undefined ? [] : newest.changes.map(changeJson),
    problem,
    sessions: facts.sessions.map(({ agent, id, contextPercent }) =>
      defined({ agent, id, context_percent: contextPercent }),
    ),
    remote: facts.remote,
    llm: facts.llm,
    operations: listOperations(repository, MAX_OPERATIONS),
    lines: facts.otherWork.map(lineJson),
    crashed: crashed.map(crashedJson),
  });
}

function lineJson({ checkpoint: { number, note }, isRunning }: Overview['otherWork'][number]): LineJson {
  return defined({
    number,
    summary: note.summary,
    created: note.created,
    branch: note.context.branch,
    agent: note.session?.agent,
    session: note.session?.id,
    task: note.analysis.current_task || undefined,
    running: isRunning,
  });
}

function crashedJson({ session, duration, checkpoint, worktree }: CrashedSession): CrashedJson {
  const { id, agent, branch, seen } = session;
  return defined({
    id,
    agent,
    branch,
    seen,
    duration_ms: duration,
    checkpoint: checkpoint?.number,
    unsaved: unsavedOf(worktree),
  });
}

function unsavedOf(worktree: CrashedSession['worktree']): CrashedJson['unsaved'] {
  switch (worktree.kind) {
    case 'gone':
      return undefined;
    case 'same':
      return 'nothing';
    case 'never-saved':
      return 'everything';
    case 'newer':
      return { files: worktree.files, added: worktree.added, removed: worktree.removed };
  }
}

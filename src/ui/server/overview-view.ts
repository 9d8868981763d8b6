import { basename } from 'node:path';
import { changeJson } from '../../core/change-json.ts';
import { defined } from '../../core/defined.ts';
import { VERSION } from '../../core/version.ts';
import { countCheckpoints } from '../../repository/list.ts';
import { listOperations } from '../../repository/operations.ts';
import { readOverview } from '../../repository/overview.ts';
import type { OverviewJson } from '../api.ts';
import type { Call } from './call.ts';

const MAX_OPERATIONS = 300;

/** How things stand: repository, working tree, session, what was done. */
export async function readOverviewView({ repository, host }: Call): Promise<OverviewJson> {
  const { root } = repository.engine.place;
  const [facts, total] = await Promise.all([readOverview(repository), countCheckpoints(repository)]);
  const { newest, branch } = facts.here;
  const [session] = facts.sessions;
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
    session:
      session === undefined
        ? undefined
        : defined({
            agent: session.agent,
            id: session.id,
            context_percent: session.contextPercent,
            last_saved: session.lastSaved,
          }),
    remote: facts.remote,
    llm: facts.llm,
    operations: listOperations(repository, MAX_OPERATIONS),
  });
}

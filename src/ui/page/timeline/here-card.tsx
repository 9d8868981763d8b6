import { age } from '../../../core/age.ts';
import { agentTitle } from '../../../core/agent-title.ts';
import type { OverviewJson } from '../../api.ts';
import { Counts } from '../parts/counts.tsx';
import { checkpointAddress } from '../route.ts';
import { update } from '../store.ts';
import { noBranch, number, sumChanges } from '../words.ts';

/** How the working tree stands against its newest checkpoint. */
export function HereCard({ overview }: { overview: OverviewJson }) {
  const { newest, changes, session, branch, read_only: readOnly } = overview;
  const { files, added, removed } = sumChanges(changes);
  return (
    <section class="here-card" aria-label="You are here">
      <div>
        <h2>You are here</h2>
        <p>
          On <b>{branch || noBranch}</b>
          {newest === undefined ? ', no checkpoint yet.' : ', '}
          {newest !== undefined && files === 0 && <>unchanged since </>}
          {newest !== undefined && files > 0 && (
            <>
              {number(files)} {files === 1 ? 'file' : 'files'} changed <Counts added={added} removed={removed} /> since{' '}
            </>
          )}
          {newest !== undefined && (
            <a href={checkpointAddress(newest.number)}>
              checkpoint {newest.number} ({age(new Date(newest.created), new Date())})
            </a>
          )}
        </p>
        {session !== undefined && (
          <p class="quiet">
            {agentTitle(session.agent)} {session.id.slice(0, 6)} is at work
            {session.context_percent !== undefined && `, context ${session.context_percent} % full`}
          </p>
        )}
      </div>
      <div class="buttons">
        {!readOnly && (
          <button type="button" class="primary" onClick={() => update({ sheet: { kind: 'save' } })}>
            Save now
          </button>
        )}
        {newest !== undefined && files > 0 && (
          <a class="button" href={`${checkpointAddress(newest.number, 'files')}/worktree`}>
            Diff
          </a>
        )}
      </div>
    </section>
  );
}

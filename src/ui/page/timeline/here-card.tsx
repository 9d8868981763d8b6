import { age } from '../../../core/age.ts';
import { agentTitle } from '../../../core/agent-title.ts';
import type { OverviewJson } from '../../api.ts';
import { Counts } from '../parts/counts.tsx';
import { addressOf, checkpointAddress } from '../route.ts';
import { update } from '../store.ts';
import { counted, noBranch, sumChanges } from '../words.ts';

const MAX_SESSIONS = 4;

/** How the working tree stands against its newest checkpoint. */
export function HereCard({ overview }: { overview: OverviewJson | undefined }) {
  return (
    <section class="here-card" aria-label="You are here">
      {overview === undefined ? <p class="quiet">Looking at the working tree…</p> : <Here overview={overview} />}
    </section>
  );
}

function Here({ overview }: { overview: OverviewJson }) {
  const { newest, changes, problem, sessions, branch, read_only: readOnly } = overview;
  const { files, added, removed } = sumChanges(changes);
  return (
    <>
      <div>
        <h2>You are here</h2>
        <p>
          On <b>{branch || noBranch}</b>
          {newest === undefined ? ', no checkpoint yet.' : ', '}
          {newest !== undefined && problem !== undefined && <>changes unknown ({problem}) since </>}
          {newest !== undefined && problem === undefined && files === 0 && <>unchanged since </>}
          {newest !== undefined && files > 0 && (
            <>
              {counted(files, 'file')} changed <Counts added={added} removed={removed} /> since{' '}
            </>
          )}
          {newest !== undefined && (
            <a href={checkpointAddress(newest.number)}>
              checkpoint {newest.number} ({age(new Date(newest.created), new Date())})
            </a>
          )}
        </p>
        {files > 0 && <p class="here-files">{namesOf(changes)}</p>}
        {sessions.slice(0, MAX_SESSIONS).map(({ agent, id, context_percent: percent }) => (
          <p key={id} class="quiet">
            {agentTitle(agent)} <a href={addressOf({ screen: 'session', id })}>{id.slice(0, 6)}</a> is at work
            {percent !== undefined && `, context ${percent} % full`}
          </p>
        ))}
      </div>
      <div class="buttons">
        {!readOnly && (
          <button type="button" class="primary" onClick={() => update({ sheet: { kind: 'save' } })}>
            Save now
          </button>
        )}
        {newest !== undefined && files > 0 && (
          <a class="button" href={checkpointAddress(newest.number, 'files', 'worktree')}>
            Diff
          </a>
        )}
      </div>
    </>
  );
}

const MAX_NAMES = 4;

/** `README.md, src/a.ts and 3 more` */
function namesOf(changes: OverviewJson['changes']): string {
  const names = changes.slice(0, MAX_NAMES).map(({ path }) => path);
  const more = changes.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${counted(more, 'other')}` : names.join(', ');
}

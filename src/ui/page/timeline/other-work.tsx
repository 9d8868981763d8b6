import { age } from '../../../core/age.ts';
import { agentTitle } from '../../../core/agent-title.ts';
import { formatDuration } from '../../../core/duration.ts';
import type { CrashedJson, LineJson, OverviewJson } from '../../api.ts';
import { tell } from '../client.ts';
import { refresh } from '../load.ts';
import { report } from '../report.ts';
import { checkpointAddress } from '../route.ts';
import { countWords, noBranch } from '../words.ts';

/** What was left here beside the work that goes on: sessions that died, and lines of work that nobody went on with. */
export function OtherWork({ overview: { crashed, lines, read_only: readOnly } }: { overview: OverviewJson }) {
  if (crashed.length + lines.length === 0) return null;
  return (
    <section class="other-work" aria-label="Other work here">
      {crashed.map((session) => (
        <Crashed key={session.id} session={session} readOnly={readOnly} />
      ))}
      {lines.length > 0 && (
        <>
          <h2>Also unfinished in this working tree</h2>
          <ul>
            {lines.map((line) => (
              <li key={line.number}>
                <Unfinished line={line} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

export function Crashed({ session, readOnly }: { session: CrashedJson; readOnly: boolean }) {
  const { id, agent, branch, seen, duration_ms: duration, checkpoint } = session;
  const settle = (forget: boolean) =>
    report(
      tell('/api/recover', { session: id, seen, ...(forget ? { forget } : {}) }).then(refresh),
      forget ? 'The session is closed; nothing was saved.' : 'What the session left is saved.',
    );
  return (
    <div class="notice warn crashed">
      <p>
        <b>
          {agentTitle(agent)} {id.slice(0, 6)}
        </b>{' '}
        crashed {age(new Date(seen), new Date())} on {branch || noBranch}, after {formatDuration(duration)}.{' '}
        {unsavedWords(session)}{' '}
        {checkpoint !== undefined && <a href={checkpointAddress(checkpoint)}>Its last checkpoint is {checkpoint}.</a>}
      </p>
      {!readOnly && (
        <div class="buttons">
          {session.unsaved !== undefined && (
            <button type="button" onClick={() => void settle(false)}>
              Save what it left
            </button>
          )}
          <button type="button" onClick={() => void settle(true)}>
            Dismiss
          </button>
        </div>
      )}
    </div>
  );
}

function unsavedWords({ unsaved }: CrashedJson): string {
  if (unsaved === undefined) return 'Its working tree is no longer there.';
  if (unsaved === 'nothing') return 'Everything it did is saved.';
  return unsaved === 'everything' ? 'Nothing of it was saved yet.' : `Not saved yet: ${countWords(unsaved)}.`;
}

function Unfinished({ line }: { line: LineJson }) {
  const { number, summary, created, branch, agent, session, task, running } = line;
  return (
    <a class="other-line" href={checkpointAddress(number)}>
      <span class="row-number">{number}</span>
      <span class="row-summary" dir="auto">
        {task ?? summary}
      </span>
      {running && <span class="chip good">at work</span>}
      <span class="quiet">
        {agent === undefined ? '' : `${agentTitle(agent)} ${session?.slice(0, 6) ?? ''}, `}
        {branch || noBranch}, {age(new Date(created), new Date())}
      </span>
    </a>
  );
}

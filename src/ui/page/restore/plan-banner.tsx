import { age } from '../../../core/age.ts';
import { count } from '../../../core/count.ts';
import type { PlanJson } from '../../api.ts';
import { noBranch } from '../words.ts';

/** Which checkpoint it is. */
export function PlanName({ plan: { summary, created, branch } }: { plan: PlanJson }) {
  return (
    <p>
      <b class="plan-name" dir="auto">
        {summary}
      </b>{' '}
      <span class="quiet">
        saved {age(new Date(created), new Date())} on {branch || noBranch}
      </span>
    </p>
  );
}

/** What somebody must know before they say yes. */
export function PlanBanner({ plan: { moved, refusals, conflicts, configuration, number } }: { plan: PlanJson }) {
  return (
    <>
      {moved !== undefined && (
        <p class="notice warn" role="note">
          {moved.branch !== moved.from_branch &&
            `You are on ${moved.branch || noBranch}; it was saved on ${moved.from_branch || noBranch}. `}
          {moved.ahead > 0 && `HEAD has ${count(moved.ahead, 'commit')} more than it had then. `}
          {moved.behind > 0 && `HEAD lacks ${count(moved.behind, 'commit')} that it had then. `}
          Branch, commits and index stay as they are; only files change.
        </p>
      )}
      {refusals.map((refusal) => (
        <p key={refusal} class="notice bad" role="alert">
          {refusal}
        </p>
      ))}
      {conflicts.length > 0 && (
        <p class="notice warn" role="note">
          Both sides changed the same lines; these files get conflict marks: {conflicts.join(', ')}
        </p>
      )}
      {configuration.length > 0 && (
        <p class="notice bad" role="alert">
          Somebody else made this checkpoint, and these files can run code: {configuration.join(', ')}. Allow them on a
          terminal: <code>git checkpoint restore {number}</code>
        </p>
      )}
    </>
  );
}

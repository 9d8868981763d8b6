import { age } from '../../../core/age.ts';
import { agentTitle } from '../../../core/agent-title.ts';
import type { CheckpointPageJson } from '../../api.ts';
import { Icon } from '../parts/icon.tsx';
import { addressOf, type Tab } from '../route.ts';
import { countWords, moment, noBranch, number, shortHash, sumChanges, triggerTitles } from '../words.ts';
import { Neighbours } from './neighbours.tsx';

/** What a checkpoint is, when and where it was made. */
export function Header({ page: { checkpoint }, tab }: { page: CheckpointPageJson; tab: Tab }) {
  const { session, origin, author } = checkpoint;
  return (
    <header class="checkpoint-head">
      <div class="facts">
        <span class="checkpoint-name">Checkpoint {checkpoint.number}</span>
        {checkpoint.kept && (
          <span class="chip">
            <span class="tone-you" aria-hidden="true">
              ★
            </span>{' '}
            kept
          </span>
        )}
        {checkpoint.pending && <span class="chip">pending</span>}
        {checkpoint.note_lost && <span class="chip bad">its note is lost; rebuilt from the commit message</span>}
        <Neighbours number={checkpoint.number} tab={tab} />
      </div>
      <h1 dir="auto">{checkpoint.summary}</h1>
      <p class="facts">
        <span title={checkpoint.created}>
          {moment(checkpoint.created)} ({age(new Date(checkpoint.created), new Date())})
        </span>
        <span>{triggerTitles[checkpoint.trigger]}</span>
        <span>
          <Icon name="branch" title="branch" /> {checkpoint.branch || noBranch}
          {checkpoint.base !== null && (
            <>
              {' @ '}
              <code>{shortHash(checkpoint.base)}</code>
            </>
          )}
        </span>
        <span>{countWords(sumChanges(checkpoint.files))}</span>
        {session !== undefined && (
          <a href={addressOf({ screen: 'session', id: session.id })}>
            {agentTitle(session.agent)}
            {session.model === undefined ? '' : `, ${session.model}`}
          </a>
        )}
        {session?.context_tokens !== undefined && session.context_window !== undefined && (
          <span>
            context {number(session.context_tokens)} of {number(session.context_window)} tokens
          </span>
        )}
        {origin?.remote && (
          <span>
            from {author.name} ({origin.remote}), {origin.trusted ? 'trusted' : 'not trusted'}
          </span>
        )}
      </p>
    </header>
  );
}

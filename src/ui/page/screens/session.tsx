import { agentTitle } from '../../../core/agent-title.ts';
import { formatDuration } from '../../../core/duration.ts';
import type { CheckpointPageJson, RowJson } from '../../api.ts';
import { toldBy } from '../checkpoint/compare-facts.ts';
import { EvidenceBadge } from '../checkpoint/evidence-badge.tsx';
import { ask } from '../client.ts';
import { Show } from '../parts/loading.tsx';
import { Prose } from '../parts/prose.tsx';
import { useStore } from '../store.ts';
import { CheckpointRow } from '../timeline/checkpoint-row.tsx';
import { Crashed } from '../timeline/other-work.tsx';
import { useLoaded } from '../use-loaded.ts';
import { moment, number } from '../words.ts';
import { SessionGraph } from './session-graph.tsx';

/** A session: how full its context was, how much it changed, and its story beside its checkpoints. */
export function Session({ id }: { id: string }) {
  const rows = useStore((state) => state.rows);
  const complete = useStore((state) => state.complete);
  const own = rows.filter((row) => row.session === id);
  const [newest] = own;
  if (newest !== undefined) return <Known rows={own} newest={newest.number} />;
  return (
    <article class="session-screen">
      <CrashedNotice id={id} />
      <p class="quiet pad">{complete ? 'No checkpoint of this session is here.' : 'Reading…'}</p>
    </article>
  );
}

/** What a session that died left, and how to save it. */
function CrashedNotice({ id }: { id: string | undefined }) {
  const overview = useStore((state) => state.overview);
  const crashed = overview?.crashed.find((session) => session.id === id);
  return crashed === undefined ? null : <Crashed session={crashed} readOnly={overview?.read_only ?? true} />;
}

function Known({ rows, newest }: { rows: readonly RowJson[]; newest: number }) {
  const picked = useStore((state) => state.picked);
  const loaded = useLoaded(String(newest), () => ask<CheckpointPageJson>(`/api/checkpoints/${newest}`));
  return (
    <Show of={loaded}>
      {({ checkpoint: { session, analysis }, conversation }) => (
        <article class="session-screen">
          <p class="facts">
            <b>{agentTitle(session?.agent ?? '')}</b> <code>{session?.id}</code>
          </p>
          <h1 dir="auto">{analysis.session_intent || rows[0]?.summary}</h1>
          <p class="facts">
            {session?.started !== undefined && <span>{moment(session.started)}</span>}
            {session?.duration_ms !== undefined && <span>{formatDuration(session.duration_ms)}</span>}
            {session?.model !== undefined && <span>{session.model}</span>}
            {session?.context_window !== undefined && <span>window {number(session.context_window)} tokens</span>}
            {rows.some(({ trigger }) => trigger === 'recover') && <span class="chip bad">recovered after a crash</span>}
          </p>
          <CrashedNotice id={rows[0]?.session} />
          <SessionGraph rows={rows} />
          <div class="two">
            <section>
              <h2>Story</h2>
              <ol class="story">
                {analysis.play_by_play.map((step, at) => (
                  <StoryLine key={at} step={step} said={conversation ? newest : undefined} />
                ))}
              </ol>
              {analysis.play_by_play.length === 0 && <p class="quiet">No story was stored.</p>}
            </section>
            <section>
              <h2>Checkpoints</h2>
              <div class="session-rows">
                {rows.map((row) => (
                  <CheckpointRow key={row.number} row={row} here={false} picked={picked === row.number} />
                ))}
              </div>
            </section>
          </div>
        </article>
      )}
    </Show>
  );
}

/** What one turn was about; where the conversation is stored, its turn leads there. */
function StoryLine({ step, said }: { step: string; said: number | undefined }) {
  const evidence = toldBy(step);
  return (
    <li>
      <span class="fact-text" dir="auto">
        <Prose text={step} />
      </span>
      {evidence !== undefined && <EvidenceBadge evidence={evidence} said={said} />}
    </li>
  );
}

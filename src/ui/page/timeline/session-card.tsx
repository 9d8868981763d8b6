import { age } from '../../../core/age.ts';
import { agentTitle } from '../../../core/agent-title.ts';
import { formatDuration } from '../../../core/duration.ts';
import type { RowJson } from '../../api.ts';
import { Icon } from '../parts/icon.tsx';
import { addressOf } from '../route.ts';
import { noBranch, number } from '../words.ts';
import { ContextGauge } from './context-gauge.tsx';
import { laneOf, type SessionGroup } from './groups.ts';
import { Sparkline } from './sparkline.tsx';

interface Props {
  readonly group: SessionGroup;
  readonly open: boolean;
  readonly toggle: () => void;
}

/** A session at a glance; it unfolds to its checkpoints. */
export function SessionCard({ group, open, toggle }: Props) {
  const { rows, key } = group;
  const [newest] = rows;
  if (newest === undefined) return null;
  const intent = rows.find((row) => row.intent)?.intent ?? newest.summary ?? 'These checkpoints cannot be read';
  return (
    <section class={`session-card lane-${laneOf(newest)}`}>
      <button type="button" class="unfold" aria-expanded={open} data-key={key} onClick={toggle}>
        <span class="fold-mark" aria-hidden="true">
          {open ? '▾' : '▸'}
        </span>
        <span class="card-title">{intent}</span>
      </button>
      <div class="card-facts">
        <span class="chip lane-chip">
          <Icon name="branch" title="branch" /> {newest.branch || noBranch}
        </span>
        <span>{whoOf(newest)}</span>
        <span class="quiet">{spanOf(rows)}</span>
        <span class="quiet">
          {number(rows.length)} {rows.length === 1 ? 'checkpoint' : 'checkpoints'}
        </span>
        <ContextGauge rows={rows} />
        <Sparkline rows={rows} />
        {newest.session !== undefined && (
          <a class="small-link" href={addressOf({ screen: 'session', id: newest.session })}>
            session
          </a>
        )}
      </div>
    </section>
  );
}

function whoOf({ agent, session, by, damage }: RowJson): string {
  if (damage !== undefined) return 'damaged';
  const who = agent === undefined ? 'you' : `${agentTitle(agent)} ${session?.slice(0, 6) ?? ''}`;
  return by === undefined ? who : `${who}, from ${by}`;
}

function spanOf(rows: readonly RowJson[]): string {
  const times = rows.flatMap(({ created }) => (created === undefined ? [] : [Date.parse(created)]));
  const [last = Number.NaN] = times;
  const length = last - (times.at(-1) ?? last);
  const ended = age(new Date(last), new Date());
  return length > 0 ? `${formatDuration(length)}, ${ended}` : ended;
}

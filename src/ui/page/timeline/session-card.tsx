import { age } from '../../../core/age.ts';
import { agentTitle } from '../../../core/agent-title.ts';
import { formatDuration } from '../../../core/duration.ts';
import type { OverviewJson, RowJson } from '../../api.ts';
import { Icon } from '../parts/icon.tsx';
import { addressOf } from '../route.ts';
import { counted, noBranch } from '../words.ts';
import { ContextGauge } from './context-gauge.tsx';
import type { Item } from './items.ts';
import { Sparkline } from './sparkline.tsx';

interface Props {
  readonly item: Extract<Item, { readonly kind: 'session' }>;
  readonly overview: OverviewJson | undefined;
  readonly toggle: () => void;
}

/** A session at a glance; it unfolds to its checkpoints. */
export function SessionCard({ item: { group, open, lane }, overview, toggle }: Props) {
  const { rows, key } = group;
  const [newest] = rows;
  if (newest === undefined) return null;
  return (
    <section class={`session-card lane-${lane}`}>
      <button type="button" class="unfold" aria-expanded={open} data-key={key} onClick={toggle}>
        <span class="fold-mark" aria-hidden="true">
          {open ? '▾' : '▸'}
        </span>
        <span class="card-title" dir="auto">
          {titleOf(rows)}
        </span>
      </button>
      <div class="card-facts">
        {newest.damage === undefined && (
          <>
            <span class="chip lane-chip" title={newest.branch || noBranch}>
              <Icon name="branch" title="branch" />
              <span class="cut">
                {newest.branch || noBranch}
                {placeOf(newest, overview)}
              </span>
            </span>
            <Who row={newest} />
            <StateChip row={newest} overview={overview} />
            <span class="quiet">{spanOf(rows)}</span>
          </>
        )}
        {turnsOf(rows) > 0 && <span class="quiet">{counted(turnsOf(rows), 'turn')}</span>}
        <span class="quiet">{counted(rows.length, 'checkpoint')}</span>
      </div>
      <div class="card-meters">
        {newest.session !== undefined && <Sparkline rows={rows} />}
        <ContextGauge rows={rows} />
      </div>
    </section>
  );
}

/** What the session was about. What belongs to no session carries the words of the one before it, which say nothing here. */
function titleOf(rows: readonly RowJson[]): string {
  const [newest] = rows;
  if (newest?.session !== undefined) return rows.find((row) => row.intent)?.intent ?? newest.summary ?? '';
  const named = rows.find(({ trigger }) => trigger !== 'restore');
  return named === undefined ? 'Safety copies before restores' : (named.summary ?? 'Damaged');
}

/** Whether the session runs, was left unfinished or died. */
function StateChip({ row: { session }, overview }: { row: RowJson; overview: OverviewJson | undefined }) {
  if (session === undefined || overview === undefined) return null;
  if (overview.crashed.some(({ id }) => id === session)) return <span class="chip bad">crashed</span>;
  const line = overview.lines.find((one) => one.session === session);
  if (line?.running || overview.sessions.some(({ id }) => id === session))
    return <span class="chip good">at work</span>;
  return line === undefined ? null : <span class="chip">unfinished</span>;
}

function turnsOf(rows: readonly RowJson[]): number {
  return Math.max(0, ...rows.map(({ turn = 0 }) => turn));
}

/** The folder of another worktree. */
function placeOf({ worktree = '' }: RowJson, overview: OverviewJson | undefined): string {
  if (overview === undefined || worktree === '' || worktree === overview.root) return '';
  return ` in ${worktree.slice(worktree.lastIndexOf('/') + 1)}`;
}

/** Who saved; a session has a screen of its own. */
function Who({ row: { agent, session, by } }: { row: RowJson }) {
  const who = agent === undefined ? 'you' : `${agentTitle(agent)} ${session?.slice(0, 6) ?? ''}`;
  const words = by === undefined ? who : `${who}, from ${by}`;
  if (session === undefined) return <span>{words}</span>;
  return (
    <a href={addressOf({ screen: 'session', id: session })} title="Open the session">
      {words}
    </a>
  );
}

function spanOf(rows: readonly RowJson[]): string {
  const times = rows.flatMap(({ created }) => (created === undefined ? [] : [Date.parse(created)]));
  const [last = Number.NaN] = times;
  const length = last - (times.at(-1) ?? last);
  const ended = age(new Date(last), new Date());
  return length > 0 ? `${formatDuration(length)}, ${ended}` : ended;
}

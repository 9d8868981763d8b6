import type { OverviewJson, RowJson, TimelineJson } from '../api.ts';
import { ask, askParts, Refused } from './client.ts';
import { exported } from './exported.ts';
import { complain } from './report.ts';
import { getState, update } from './store.ts';
import { token } from './token.ts';

/** What a screen shows, and more later while somebody looks at it. */
const FIRST = 40;
const MORE = 500;

/** Reads the newest rows, then how things stand, which takes longer, then the older rows one page after the other. */
export async function loadAll(): Promise<void> {
  try {
    await loadNewest();
    await loadOverview();
    await loadOlder();
  } catch (error) {
    complain(error);
  }
}

/** Reads again what a save, a drop or a restore may have changed; older rows stay as they are. */
export async function refresh(): Promise<void> {
  try {
    await Promise.all([loadOverview(), loadNewest()]);
    update({ version: getState().version + 1, offline: false });
  } catch (error) {
    complain(error);
  }
}

/** Follows the server; what happened while the line was cut is read when it is there again. */
export function follow(): void {
  if (exported !== undefined) return;
  const events = new EventSource(`/api/events?token=${encodeURIComponent(token())}`);
  events.addEventListener('changed', () => void refresh());
  events.addEventListener('error', () => update({ offline: true }));
  events.addEventListener('open', () => {
    if (getState().offline) void refresh();
  });
}

async function loadOverview(): Promise<void> {
  update({ overview: await ask<OverviewJson>('/api/overview') });
}

let oldest: number | undefined;

async function loadNewest(): Promise<void> {
  const page = await ask<TimelineJson>(`/api/timeline?limit=${FIRST}`);
  const { rows } = getState();
  const lowest = page.before === undefined ? 0 : (page.rows.at(-1)?.number ?? 0);
  const known = rows.filter((row) => row.number < lowest);
  if (known.length === 0) oldest = page.before;
  update({
    rows: [...page.rows, ...known],
    complete: known.length === 0 ? page.before === undefined : getState().complete,
  });
}

/** Shows more when it is a good part of what is there: drawing all anew for every few of them would take longer than reading them. */
async function loadOlder(): Promise<void> {
  if (oldest === undefined) return;
  let read: RowJson[] = [];
  for await (const part of askParts<TimelineJson>(`/api/timeline/all?before=${oldest}`)) {
    for (const row of part.rows) read.push(row);
    oldest = part.before;
    if (oldest !== undefined && read.length < Math.max(MORE, getState().rows.length / 4)) continue;
    const { rows } = getState();
    const lowest = rows.at(-1)?.number ?? Number.POSITIVE_INFINITY;
    update({ rows: [...rows, ...read.filter((row) => row.number < lowest)], complete: oldest === undefined });
    read = [];
  }
  if (oldest !== undefined) throw new Refused('Older checkpoints were not read to the end.', 'Load the page again.');
}

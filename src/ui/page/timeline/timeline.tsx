import { useEffect, useMemo, useState } from 'preact/hooks';
import type { RowJson, TimelineJson } from '../../api.ts';
import { ask } from '../client.ts';
import { exported } from '../exported.ts';
import { pick } from '../pick.ts';
import { useStore } from '../store.ts';
import { useLoaded } from '../use-loaded.ts';
import { useWidth } from '../use-width.ts';
import { Arcs } from './arcs.tsx';
import { ExportedCard } from './exported-card.tsx';
import { filterRows, noFilter } from './filter.ts';
import { Filters } from './filters.tsx';
import { groupRows } from './groups.ts';
import { HereCard } from './here-card.tsx';
import { itemsOf, type Sizes } from './items.ts';
import { countLanes, lanesOf } from './lanes.ts';
import { Line } from './line.tsx';
import { MomentPanel } from './moment-panel.tsx';
import { OtherWork } from './other-work.tsx';
import { gutterWidth, Rails } from './rails.tsx';
import { Scrubber } from './scrubber.tsx';
import { VirtualList } from './virtual-list.tsx';

const NARROW = 720;
const WIDE = 1100;
const wideSizes: Sizes = { session: 66, row: 32 };
const narrowSizes: Sizes = { session: 110, row: 54 };
/** So many sessions are unfolded before anybody asked. */
const OPEN_AT_FIRST = 4;

/** The home of the page: sessions and their checkpoints, newest first. */
export function Timeline() {
  const { overview, rows: all, complete, picked } = useStore((state) => state);
  const [filter, setFilter] = useState(noFilter);
  const [folds, setFolds] = useState<Readonly<Record<string, boolean>>>({});
  const [top, setTop] = useState<RowJson>();
  const [held, hold] = useHeld();
  const [show, setShow] = useState<string>();
  const width = useWidth();
  const touched = useTouched(filter.path);
  const rows = useMemo(() => filterRows(touched ?? all, filter), [touched, all, filter]);
  const groups = useMemo(() => groupRows(rows), [rows]);
  const sizes = width < NARROW ? narrowSizes : wideSizes;
  const lanes = useMemo(() => lanesOf(rows), [rows]);
  const items = useMemo(
    () => itemsOf(groups, { lanes, sizes, isOpen: ({ key }, at) => folds[key] ?? at < OPEN_AT_FIRST }),
    [groups, lanes, sizes, folds],
  );
  const gutter = gutterWidth(countLanes(lanes));
  const move = (row: RowJson) => {
    const group = groups.find((candidate) => candidate.rows.includes(row));
    if (group !== undefined) setFolds((old) => ({ ...old, [group.key]: true }));
    hold(row);
    setShow(`row ${row.number}`);
  };
  const at = (held ?? top ?? rows[0])?.number;
  return (
    <div class="timeline-screen">
      <div class="timeline-main">
        {exported === undefined && <HereCard overview={overview} />}
        {overview !== undefined && <OtherWork overview={overview} />}
        {exported !== undefined && <ExportedCard exported={exported} total={all.length} />}
        <Filters rows={touched ?? all} filter={filter} shown={rows.length} complete={complete} change={setFilter} />
        {complete && rows.length === 0 && <p class="quiet pad">No checkpoint is here.</p>}
        <VirtualList
          items={items}
          show={show}
          onTop={(item) => item?.kind === 'row' && setTop(item.row)}
          over={(offsets, height) => (
            <Arcs operations={overview?.operations ?? []} items={items} offsets={offsets} height={height} />
          )}
          render={(item) => (
            <>
              <Rails item={item} width={gutter} />
              <div class="beside-rails" style={{ marginLeft: `${gutter}px` }}>
                <Line
                  item={item}
                  overview={overview}
                  picked={picked}
                  pick={pick}
                  toggle={(key, open) => setFolds((old) => ({ ...old, [key]: !open }))}
                />
              </div>
            </>
          )}
        />
      </div>
      {width >= WIDE && at !== undefined && <MomentPanel number={at} />}
      {at !== undefined && <Scrubber rows={rows} at={at} move={move} />}
    </div>
  );
}

/** The row that the scrubber was moved to; it stays until somebody scrolls, for the list may end before it is uppermost. */
function useHeld(): [RowJson | undefined, (row: RowJson) => void] {
  const [held, setHeld] = useState<RowJson>();
  useEffect(() => {
    const release = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest('.scrubber'))) setHeld(undefined);
    };
    const kinds = ['wheel', 'touchmove', 'pointerdown', 'keydown'];
    for (const kind of kinds) addEventListener(kind, release, { passive: true });
    return () => {
      for (const kind of kinds) removeEventListener(kind, release);
    };
  }, []);
  return [held, setHeld];
}

/** Only the rows that touched a path, for which the server looks into all files. */
function useTouched(path: string): readonly RowJson[] | undefined {
  const loaded = useLoaded(`touched ${path}`, async () =>
    path === '' ? undefined : ask<TimelineJson>(`/api/timeline?limit=1000&path=${encodeURIComponent(path)}`),
  );
  if (path === '') return undefined;
  return loaded.kind === 'ready' ? (loaded.value?.rows ?? []) : [];
}

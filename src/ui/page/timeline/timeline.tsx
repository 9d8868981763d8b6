import { useEffect, useMemo, useState } from 'preact/hooks';
import type { RowJson, TimelineJson } from '../../api.ts';
import { askParts } from '../client.ts';
import { exported } from '../exported.ts';
import { Show } from '../parts/loading.tsx';
import { useStore } from '../store.ts';
import { type Loaded, useLoaded } from '../use-loaded.ts';
import { NARROW, useWidth } from '../use-width.ts';
import { Arcs } from './arcs.tsx';
import { ExportedCard } from './exported-card.tsx';
import { filterRows, noFilter } from './filter.ts';
import { Filters } from './filters.tsx';
import { groupRows } from './groups.ts';
import { HereCard } from './here-card.tsx';
import { type Item, itemsOf, type Sizes } from './items.ts';
import { countLanes, lanesOf } from './lanes.ts';
import { Line } from './line.tsx';
import { MomentPanel } from './moment-panel.tsx';
import { NoRow } from './no-row.tsx';
import { OtherWork } from './other-work.tsx';
import { gutterWidth, Rails } from './rails.tsx';
import { Scrubber } from './scrubber.tsx';
import { VirtualList } from './virtual-list.tsx';

const WIDE = 1100;
const wideSizes: Sizes = { session: 68, plain: 68, row: 36 };
const narrowSizes: Sizes = { session: 110, plain: 88, row: 58 };
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
  const looked = useTouched(filter.path);
  const touched = looked.kind === 'ready' ? looked.value : none;
  const candidates = filter.path === '' ? all : touched;
  const rows = useMemo(() => filterRows(candidates, filter), [candidates, filter]);
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
        {all.length > 0 && (
          <Filters rows={candidates} filter={filter} shown={rows.length} complete={complete} change={setFilter} />
        )}
        <Show of={looked}>
          {() => complete && rows.length === 0 && <NoRow filtered={all.length > 0} clear={() => setFilter(noFilter)} />}
        </Show>
        <VirtualList
          items={items}
          show={show}
          onTop={(item) => setTop((old) => rowAt(item) ?? old)}
          over={(offsets, height) => (
            <Arcs operations={overview?.operations ?? []} items={items} offsets={offsets} height={height} />
          )}
          render={(item) => (
            <>
              <Rails item={item} width={gutter} />
              <div class={`beside-rails ${boxClass(item)}`} style={{ marginLeft: `${gutter}px` }}>
                <Line
                  item={item}
                  overview={overview}
                  picked={picked}
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

/** The checkpoint of a line; a session stands for its newest, so that the slider also follows through folded ones. */
function rowAt(item: Item | undefined): RowJson | undefined {
  if (item?.kind === 'row') return item.row;
  return item?.kind === 'session' ? item.group.rows[0] : undefined;
}

/** A session and its checkpoints stand in one box. */
function boxClass({ kind, closes }: Item): string {
  if (kind === 'day') return '';
  return closes ? 'in-box closes' : 'in-box';
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

const none: readonly RowJson[] = [];

/** The rows that touched a path, for which the server looks into all files; none without a path. */
function useTouched(path: string): Loaded<readonly RowJson[]> {
  const loaded = useLoaded(path, () => (path === '' ? Promise.resolve(none) : readTouched(path)));
  return path === '' ? { kind: 'ready', value: none } : loaded;
}

async function readTouched(path: string): Promise<readonly RowJson[]> {
  const rows: RowJson[] = [];
  for await (const part of askParts<TimelineJson>(`/api/timeline/all?path=${encodeURIComponent(path)}`))
    rows.push(...part.rows);
  return rows;
}

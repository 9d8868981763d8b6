import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

interface Sized {
  readonly key: string;
  readonly height: number;
}

interface Props<T extends Sized> {
  readonly items: readonly T[];
  readonly render: (item: T) => ComponentChildren;
  /** Scrolls until this item can be seen, whenever it is another one. */
  readonly show?: string | undefined;
  /** Told which item is uppermost. */
  readonly onTop?: (item: T | undefined) => void;
  /** Drawn over the list in its coordinates, for what goes from line to line. */
  readonly over?: (offsets: ReadonlyMap<string, number>, height: number) => ComponentChildren;
}

/** So much more than the window is drawn, so that nothing is empty while one scrolls. */
const MARGIN = 400;

/** Draws only the lines of a long list that can be seen. Its scroll bar is the window's. */
export function VirtualList<T extends Sized>({ items, render, show, onTop, over }: Props<T>) {
  const list = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, bottom: 2000 });
  const { starts, height, offsets } = useMemo(() => layOut(items), [items]);
  useEffect(() => {
    const look = () => {
      const top = -(list.current?.getBoundingClientRect().top ?? 0);
      setView((old) => (Math.abs(old.top - top) < MARGIN / 4 ? old : { top, bottom: top + innerHeight }));
      onTop?.(items[indexAt(starts, Math.max(0, top + 140))]);
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [items]);
  useLayoutEffect(() => {
    const start = show === undefined ? undefined : offsets.get(show);
    const box = list.current?.getBoundingClientRect();
    if (start === undefined || box === undefined) return;
    const y = box.top + start;
    if (y < 120 || y > innerHeight - 80) scrollTo({ top: scrollY + y - innerHeight / 3 });
  }, [show]);
  const first = indexAt(starts, view.top - MARGIN);
  const last = indexAt(starts, view.bottom + MARGIN);
  return (
    <div class="virtual" ref={list} style={{ height: `${height}px` }}>
      {over?.(offsets, height)}
      {items.slice(first, last + 1).map((item, at) => (
        <div class="virtual-line" key={item.key} style={{ top: `${starts[first + at]}px`, height: `${item.height}px` }}>
          {render(item)}
        </div>
      ))}
    </div>
  );
}

function layOut(items: readonly Sized[]) {
  const starts: number[] = [];
  const offsets = new Map<string, number>();
  let height = 0;
  for (const item of items) {
    starts.push(height);
    offsets.set(item.key, height);
    height += item.height;
  }
  return { starts, offsets, height };
}

/** The last item that begins at or above a height. */
function indexAt(starts: readonly number[], y: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

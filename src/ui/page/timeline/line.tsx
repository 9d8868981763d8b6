import type { OverviewJson } from '../../api.ts';
import { CheckpointRow } from './checkpoint-row.tsx';
import type { Item } from './items.ts';
import { SessionCard } from './session-card.tsx';

interface Props {
  readonly item: Item;
  readonly overview: OverviewJson | undefined;
  readonly picked: number | undefined;
  readonly toggle: (key: string, open: boolean) => void;
}

/** One line of the timeline, whatever it is. */
export function Line({ item, overview, picked, toggle }: Props) {
  switch (item.kind) {
    case 'day':
      return <h2 class="day">{item.text}</h2>;
    case 'session':
      return <SessionCard item={item} overview={overview} toggle={() => toggle(item.key, item.open)} />;
    case 'commit':
      return (
        <p class="rule">
          <span>
            commit <code>{item.hash}</code> {item.subject}
          </span>
        </p>
      );
    case 'break':
      return (
        <p class="rule broken">
          <span>{item.text}</span>
        </p>
      );
    case 'row': {
      const { number } = item.row;
      return <CheckpointRow row={item.row} here={overview?.newest?.number === number} picked={picked === number} />;
    }
  }
}

import { CheckpointRow } from './checkpoint-row.tsx';
import type { Item } from './items.ts';
import { SessionCard } from './session-card.tsx';

interface Props {
  readonly item: Item;
  readonly here: number | undefined;
  readonly picked: number | undefined;
  readonly pick: (number: number) => void;
  readonly toggle: (key: string, open: boolean) => void;
}

/** One line of the timeline, whatever it is. */
export function Line({ item, here, picked, pick, toggle }: Props) {
  switch (item.kind) {
    case 'day':
      return <h2 class="day">{item.text}</h2>;
    case 'session':
      return <SessionCard group={item.group} open={item.open} toggle={() => toggle(item.key, item.open)} />;
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
      return (
        <CheckpointRow row={item.row} here={here === number} picked={picked === number} pick={() => pick(number)} />
      );
    }
  }
}

import type { CountJson } from '../../api.ts';
import { number } from '../words.ts';

/** `+11 -0`, the signs of which say what the colours say. */
export function Counts({ added, removed }: Omit<CountJson, 'files'>) {
  return (
    <span class="counts">
      <span class={added === 0 ? 'quiet' : 'added'}>+{number(added)}</span>{' '}
      <span class={removed === 0 ? 'quiet' : 'removed'}>-{number(removed)}</span>
    </span>
  );
}

const WIDTH = 60;

/** How much was added and removed, on a scale on which ten times as much is a step. */
export function ChangeBar({ added, removed }: Omit<CountJson, 'files'>) {
  const total = added + removed;
  const length = total === 0 ? 0 : Math.min(WIDTH, 6 + 12 * Math.log10(total));
  const green = total === 0 ? 0 : (length * added) / total;
  return (
    <svg class="change-bar" viewBox={`0 0 ${WIDTH} 6`} width={WIDTH} height="6" aria-hidden="true">
      <rect class="fill-added" x="0" y="0" width={green} height="6" />
      <rect class="fill-removed" x={green} y="0" width={length - green} height="6" />
    </svg>
  );
}

import { addressOf } from './route.ts';
import { getState, update } from './store.ts';

/** Picks a checkpoint to be compared. The first one waits; the second one opens the comparison of the two. */
export function pick(number: number): void {
  const { picked } = getState();
  if (picked === undefined || picked === number) {
    update({ picked: picked === number ? undefined : number });
    return;
  }
  update({ picked: undefined });
  location.hash = addressOf({ screen: 'compare', from: Math.min(picked, number), to: Math.max(picked, number) });
}

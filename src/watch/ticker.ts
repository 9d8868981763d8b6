// Node fires a longer timer at once.
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface Ticker {
  /** The new interval counts from the last tick; when that is over already, the next tick comes at once. */
  change(interval: number): void;
  stop(): void;
}

/** Which tick this is, when one that was due then comes now: the latest multiple, so that neither delay nor missed ticks add up. */
export function countedFrom(due: number, now: number, interval: number): number {
  return due + Math.floor(Math.max(0, now - due) / interval) * interval;
}

/**
 * Calls at every multiple of the interval from now on: a late call does not push the later ones back, and those that were missed are
 * left out. Keeps no process alive.
 */
export function startTicker(interval: number, tick: () => void): Ticker {
  let length = interval;
  let last = performance.now();
  let timer: NodeJS.Timeout;

  const schedule = (due: number) => {
    timer = setTimeout(() => fire(due), Math.min(MAX_TIMER_MS, due - performance.now()));
    timer.unref();
  };
  const fire = (due: number) => {
    const now = performance.now();
    // Timers may be a little early, and the longest is shorter than some intervals.
    if (now < due - 1) return schedule(due);
    last = countedFrom(due, now, length);
    schedule(last + length);
    tick();
  };
  schedule(last + length);
  return {
    change: (changed) => {
      clearTimeout(timer);
      length = changed;
      schedule(last + length);
    },
    stop: () => clearTimeout(timer),
  };
}

interface BurstLimits {
  /** So many files make a burst. */
  readonly many: number;
  /** So long nothing changes before the burst is over, in milliseconds. */
  readonly rest: number;
  /** The least time between the ends of two bursts. */
  readonly gap: number;
}

const usualBurst: BurstLimits = { many: 10, rest: 5000, gap: 60_000 };

interface Burst {
  changed(path: string): void;
  /** Everything up to now was captured. */
  reset(): void;
  close(): void;
}

/** Calls `over` when many files changed and then came to rest. Few changes wait for the others, or for the interval. */
export function watchForBursts(over: () => void, limits = usualBurst): Burst {
  const paths = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let lastEnd = Number.NEGATIVE_INFINITY;

  const rested = () => {
    if (paths.size < limits.many) return;
    lastEnd = performance.now();
    paths.clear();
    over();
  };
  return {
    changed: (path) => {
      if (paths.size < limits.many) paths.add(path);
      if (paths.size < limits.many) return;
      clearTimeout(timer);
      timer = setTimeout(rested, Math.max(limits.rest, lastEnd + limits.gap - performance.now())).unref();
    },
    reset: () => paths.clear(),
    close: () => clearTimeout(timer),
  };
}

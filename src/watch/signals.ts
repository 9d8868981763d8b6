const ending = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'] as const;
const steering = ['SIGUSR1', 'SIGUSR2'] as const;
type EndingSignal = (typeof ending)[number];
export type CaughtSignal = EndingSignal | (typeof steering)[number];

interface Signals {
  /** The first signal that asked for the end. */
  readonly asked: EndingSignal | undefined;
  /** The terminal went away. */
  readonly hangup: boolean;
  /** Waits for a signal that asks for the end. */
  untilAsked(): Promise<EndingSignal>;
  release(): void;
}

export function isEnding(signal: CaughtSignal): signal is EndingSignal {
  return ending.some((one) => one === signal);
}

/** Hands every signal over instead of dying of it. */
export function catchSignals(handle: (signal: CaughtSignal) => void): Signals {
  let asked: EndingSignal | undefined;
  let hangup = false;
  let wake = (_signal: EndingSignal) => {};
  const caught = (signal: CaughtSignal) => {
    if (isEnding(signal)) asked ??= signal;
    hangup ||= signal === 'SIGHUP';
    handle(signal);
    if (asked !== undefined) wake(asked);
  };
  for (const signal of [...ending, ...steering]) process.on(signal, caught);
  return {
    get asked() {
      return asked;
    },
    get hangup() {
      return hangup;
    },
    untilAsked: () => (asked === undefined ? waitAlive((resolve) => (wake = resolve)) : Promise.resolve(asked)),
    release: () => {
      for (const signal of [...ending, ...steering]) process.off(signal, caught);
    },
  };
}

/** A process that only waits for a signal would end: something has to keep it. */
function waitAlive<T>(begin: (resolve: (value: T) => void) => void): Promise<T> {
  const alive = setInterval(() => {}, 2 ** 30);
  return new Promise<T>(begin).finally(() => clearInterval(alive));
}

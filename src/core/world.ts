/** A place to write text; `isTTY` and `columns` as on a process stream. */
export interface Output {
  write(text: string | Uint8Array): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** A source of bytes that may be a terminal. */
export interface Input extends AsyncIterable<Uint8Array | string> {
  readonly isTTY?: boolean;
}

/** What the program is given: clock, place, environment, streams. Nothing else reads them from the process. */
export interface World {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  now(): Date;
  /** Starts this program once more, on its own, in a directory; absent where there is no program to start. */
  startSelf?(args: readonly string[], cwd: string): void;
}

/** The same world seen from another directory. Streams stay unopened until they are used. */
export function worldAt(cwd: string, world: World): World {
  return {
    cwd,
    env: world.env,
    get stdin() {
      return world.stdin;
    },
    get stdout() {
      return world.stdout;
    },
    get stderr() {
      return world.stderr;
    },
    now: () => world.now(),
    ...(world.startSelf === undefined ? {} : { startSelf: world.startSelf }),
  };
}

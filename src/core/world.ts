import { defined } from './defined.ts';

/** A place to write text; `isTTY`, `columns` and `rows` as on a process stream. */
export interface Output {
  write(text: string | Uint8Array): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
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
  /** Whether the user wants colours, where that is not left to the terminal. */
  readonly color?: 'always' | 'never';
  /** The user wants to hear of warnings and errors only. */
  readonly quiet?: boolean;
  now(): Date;
  /** The words that start this program; absent where it is only a library of another one. */
  readonly program?: readonly string[];
  /** Starts this program once more, on its own, in a directory; absent where there is no program to start. */
  startSelf?(args: readonly string[], cwd: string): Promise<void>;
  /** Ends the process after so many milliseconds, whatever still runs; absent where it is not ours to end. */
  leaveWithin?(milliseconds: number): void;
}

type Changed = Partial<Pick<World, 'env' | 'stdout' | 'color' | 'quiet'>>;

/** The same world seen from another directory. Streams stay unopened until they are used, which a spread would not leave them. */
export function worldAt(cwd: string, world: World, changed: Changed = {}): World {
  const { stdout, color = world.color, quiet = world.quiet } = changed;
  const { program, startSelf, leaveWithin } = world;
  const seen: World = {
    cwd,
    env: changed.env ?? world.env,
    get stdin() {
      return world.stdin;
    },
    get stdout() {
      return stdout ?? world.stdout;
    },
    get stderr() {
      return world.stderr;
    },
    now: () => world.now(),
  };
  return Object.assign(seen, defined({ color, quiet, program, startSelf, leaveWithin }));
}

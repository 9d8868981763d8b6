import type { World } from '../core/world.ts';
import type { Repository } from '../open/repository.ts';

/** What a shell may offer for a value: something that the repository has, a reason for a checkpoint, or a path. */
export type Completes = 'checkpoint' | 'session' | 'branch' | 'tag' | 'setting' | 'trigger' | 'path';

/** One option of a command; help, completion, man page and both parsers read it from here. */
export interface Option {
  readonly name: string;
  readonly short?: string;
  readonly kind: 'flag' | 'text' | 'texts';
  /** What stands for the value in help. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly completes?: Completes;
  /** A flag that may have a value, with `=` only: `--json=number,summary`. */
  readonly optionalValue?: true;
  readonly about: string;
}

interface Positional {
  /** As help shows it: `ID`, `[ID]`, `[ID...]`. */
  readonly form: string;
  readonly about: string;
  /** Offered by completion; others may be as good. */
  readonly words?: readonly string[];
  /** Without it, a checkpoint where the form says `ID`. */
  readonly completes?: Completes;
}

/** A command as typed data and the function that carries it out; it answers the exit code. */
export interface Command {
  readonly name: string;
  readonly about: string;
  /** Run by agents, not by people: `-h` does not list it. */
  readonly internal?: true;
  /** Only reads checkpoints: served in a bare repository, too. */
  readonly inBare?: true;
  readonly positionals: readonly Positional[];
  readonly options: readonly Option[];
  /** What stands behind `--` is something of its own, which help may show in this form; else it is more arguments. */
  readonly dashes?: true | string;
  /** Sentences for the man page. */
  readonly details?: string;
  run(call: Call): Promise<number>;
}

/** Words of a command as a parser found them. */
export interface ParsedWords {
  /** Of each option that was given, all its values in order; a flag has none. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly positionals: readonly string[];
}

/** What was asked, parsed. */
export interface Arguments {
  flag(name: string): boolean;
  text(name: string): string | undefined;
  texts(name: string): readonly string[];
  readonly positionals: readonly string[];
  /** What stood behind `--`, for commands that have a use for it; absent without one. */
  readonly after?: readonly string[];
}

/** One run of a command. */
export interface Call {
  readonly args: Arguments;
  readonly world: World;
  /** Opened on first use, closed by main. */
  repository(): Promise<Repository>;
  /** The whole table, for completion. */
  commands(): Promise<readonly Command[]>;
}

export const jsonOption: Option = {
  name: 'json',
  kind: 'flag',
  optionalValue: true,
  value: 'FIELDS',
  about: 'Print JSON for programs, or only these fields of it',
};

export const quietOption: Option = { name: 'quiet', short: 'q', kind: 'flag', about: 'Print only warnings and errors' };

/** What every command takes. */
export const commonOptions: readonly Option[] = [
  {
    name: 'color',
    kind: 'flag',
    optionalValue: true,
    value: 'WHEN',
    choices: ['auto', 'always', 'never'],
    about: 'When to use colors; alone it means always, and it comes before color.ui and NO_COLOR',
  },
];

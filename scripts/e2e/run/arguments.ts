import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

export interface Arguments {
  readonly jobs: number;
  /** Names of scenarios, in the order of the table. */
  readonly names: readonly string[];
  /** Words that name nothing. */
  readonly unknown: readonly string[];
}

/** A word is the name of a scenario, or of an agent, whose scenarios begin with it; no word means all. */
export function readArguments(args: readonly string[], all: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { jobs: { type: 'string', short: 'j' } },
    allowPositionals: true,
  });
  // Clients wait more than they work.
  const jobs = Number(values.jobs ?? availableParallelism() + 2);
  if (!Number.isInteger(jobs) || jobs < 1) throw new Error(`--jobs ${values.jobs}: not a number of jobs`);
  const isMeant = (name: string, word: string) => name === word || name.startsWith(`${word}-`);
  return {
    jobs,
    names: all.filter((name) => positionals.length === 0 || positionals.some((word) => isMeant(name, word))),
    unknown: positionals.filter((word) => !all.some((name) => isMeant(name, word))),
  };
}

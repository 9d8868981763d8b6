import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

export interface Arguments {
  readonly jobs: number;
  /** Names of scenarios, those of each agent spread over all. */
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
    names: spread(all.filter((name) => positionals.length === 0 || positionals.some((word) => isMeant(name, word)))),
    unknown: positionals.filter((word) => !all.some((name) => isMeant(name, word))),
  };
}

/** Some clients take a whole core while they are open: beside those that wait for the model, all are done sooner than one agent after the other. */
function spread(names: readonly string[]): string[] {
  const agentOf = (name: string) => name.split('-')[0] ?? name;
  const placeOf = (name: string) => {
    const group = names.filter((other) => agentOf(other) === agentOf(name));
    return (group.indexOf(name) + 0.5) / group.length;
  };
  const places = new Map(names.map((name) => [name, placeOf(name)]));
  return names.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}

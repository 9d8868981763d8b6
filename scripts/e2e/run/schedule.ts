/** How a scenario ended. Flaky: it failed beside others and went well alone. */
export type Outcome = 'ok' | 'flaky' | 'failed' | 'skipped';

/** One scenario, played to its end. */
export interface Played {
  readonly name: string;
  readonly outcome: Exclude<Outcome, 'flaky'>;
  readonly output: string;
  readonly seconds: number;
}

export interface Company {
  /** Each plays one scenario at a time. */
  readonly players: readonly ((name: string) => Promise<Played>)[];
  /** Whether it must be played when nothing else is. */
  isAlone(name: string): boolean;
  /** Hears of each one as soon as it has ended. */
  ended(played: Played): void;
}

/** Plays all, several at once; then those that are played alone, and once more those that failed. */
export async function playAll(
  names: readonly string[],
  { players, isAlone, ended }: Company,
): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const playEach = async (player: Company['players'][number], queue: string[]) => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const played = await player(name);
      ended(played);
      const wentWellAtLast = outcomes.get(name) === 'failed' && played.outcome === 'ok';
      outcomes.set(name, wentWellAtLast ? 'flaky' : played.outcome);
    }
  };
  const together = names.filter((name) => !isAlone(name));
  await Promise.all(players.map((player) => playEach(player, together)));
  const isFailed = (name: string) => outcomes.get(name) === 'failed';
  for (const player of players.slice(0, 1)) {
    await playEach(player, names.filter(isAlone));
    await playEach(player, names.filter(isFailed));
  }
  return outcomes;
}

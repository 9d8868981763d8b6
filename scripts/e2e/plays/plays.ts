import { acrossRuns } from './across-runs.ts';
import { beforeCommand } from './before-command.ts';
import { handOver } from './hand-over.ts';
import { cleared, compacted, killed, left } from './on-terminal.ts';
import type { Player } from './player.ts';
import { rewoundAs } from './rewound.ts';

/** The scenarios that every agent is played in, by their names. */
export function playsFor(player: Player): Readonly<Record<string, () => Promise<void>>> {
  const { part, goOn, terminal } = player;
  return {
    [part]: () => acrossRuns(player),
    [`${part}-command`]: () => beforeCommand(player),
    [`${part}-handoff`]: () => handOver(player),
    ...(goOn !== undefined && { [`${part}-rewind`]: () => rewoundAs(player, goOn) }),
    ...(terminal !== undefined && {
      [`${part}-clear`]: () => cleared(player, terminal),
      [`${part}-exit`]: () => left(player, terminal),
      [`${part}-killed`]: () => killed(player, terminal),
    }),
    ...(terminal?.compact !== undefined && { [`${part}-compact`]: () => compacted(player, terminal) }),
  };
}

import { acrossRuns } from './across-runs.ts';
import { beforeCommand } from './before-command.ts';
import { byCommand } from './by-command.ts';
import { byServer } from './by-server.ts';
import { handOver } from './hand-over.ts';
import { inProject } from './in-project.ts';
import { cleared, compacted, killed, left } from './on-terminal.ts';
import type { Player } from './player.ts';
import { rewoundAs } from './rewound.ts';

/** The scenarios that every agent is played in, by their names. */
export function playsFor(player: Player): Readonly<Record<string, () => Promise<void>>> {
  const { part, goOn, ofUserOnly, terminal } = player;
  return {
    [part]: () => acrossRuns(player),
    [`${part}-command`]: () => beforeCommand(player),
    [`${part}-mcp`]: () => byServer(player),
    [`${part}-handoff`]: () => handOver(player),
    ...(!ofUserOnly && { [`${part}-project`]: () => inProject(player) }),
    ...(goOn !== undefined && { [`${part}-rewind`]: () => rewoundAs(player, goOn) }),
    ...(terminal !== undefined && {
      [`${part}-clear`]: () => cleared(player, terminal),
      [`${part}-slash`]: () => byCommand(player, terminal),
      [`${part}-exit`]: () => left(player, terminal),
      [`${part}-killed`]: () => killed(player, terminal),
    }),
    ...(terminal?.compact !== undefined && { [`${part}-compact`]: () => compacted(player, terminal) }),
  };
}

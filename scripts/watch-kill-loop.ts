/**
 * Kills a watch around a busy editor with SIGKILL at random instants and looks whether recover tells the truth and how much was lost.
 * Arguments: rounds, interval in milliseconds, longest run in milliseconds. Needs a build.
 */
import { killRound } from '../test/support/kill-watch.ts';
import { withRepo } from '../test/support/with-repo.ts';

const [rounds = 30, interval = 2000, longest = 20_000] = process.argv.slice(2).map(Number);
const losses: number[] = [];
let wrong = 0;

await withRepo(async (repo) => {
  repo.commit('first');
  for (let at = 1; at <= rounds; at += 1) {
    const session = `round-${at}`;
    const after = Math.round(Math.random() * longest);
    const { found, truth, lost, savedExactly, leftOver } = await killRound(repo, {
      session,
      interval: `${interval}ms`,
      after,
    });
    const [one] = found;
    const right =
      found.length === 1 &&
      one?.session === session &&
      one.checkpoint === truth.newest &&
      one.newer === truth.newer &&
      savedExactly &&
      leftOver === 0;
    if (!right) wrong += 1;
    losses.push(lost);
    const words = right ? 'right' : `WRONG ${JSON.stringify({ found, truth, savedExactly, leftOver })}`;
    process.stdout.write(
      `${session}: killed after ${after} ms, checkpoint ${truth.newest}, lost ${lost} ms, ${words}\n`,
    );
  }
  const fsck = repo.tryGit('fsck', '--connectivity-only');
  if (fsck.status !== 0) wrong += 1;
  process.stdout.write(`fsck: exit ${fsck.status}\n`);
});

const over = losses.filter((lost) => lost > interval).length;
const most = Math.max(...losses);
process.stdout.write(
  `${rounds} kills, ${wrong} wrong; lost at most ${most} ms with an interval of ${interval} ms, ${over} above it\n`,
);
process.exitCode = wrong === 0 ? 0 : 1;

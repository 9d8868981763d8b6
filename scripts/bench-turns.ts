/**
 * Measures what the hooks add to a turn of the real Claude Code: from the Enter key to the second request of a turn with one tool, in two
 * clients side by side, one with hooks and one without, turn by turn. Takes the number of turns as its argument.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { claudeArguments, quit } from './e2e/scenarios/work.ts';
import { onStage, type Stage } from './e2e/stage.ts';
import { inTerminal, type Terminal } from './e2e/terminal.ts';

const ROUNDS = Number(process.argv[2] ?? 20);

interface Side {
  readonly stage: Stage;
  readonly terminal: Terminal;
  readonly times: number[];
}

async function oneTurn({ stage, terminal, times }: Side, round: number): Promise<void> {
  const { requests } = stage.model;
  const before = requests.length;
  const input = { command: 'ls', description: 'List' };
  stage.model.say({ tools: [{ name: 'Bash', input }] }, { text: `ANSWER-${round}-END` });
  await terminal.send(`list the files, round ${round}`);
  const began = performance.now();
  while (requests.length < before + 2) await sleep(5);
  times.push(performance.now() - began);
  await terminal.see(new RegExp(`ANSWER-${round}-END`));
  await sleep(1500);
}

const median = (times: readonly number[]) =>
  Math.round([...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0);

await onStage(async (withHooks) => {
  withHooks.checkpoint('install', 'claude-code');
  const command = [...withHooks.client('claude-code'), ...claudeArguments, '--allowedTools', 'Bash(ls:*)'];
  await onStage(async (without) => {
    await inTerminal(withHooks, command, async (one) => {
      await one.see(/❯/);
      await sleep(3000);
      await inTerminal(without, command, async (other) => {
        await other.see(/❯/);
        await sleep(3000);
        const sides = [
          { stage: withHooks, terminal: one, times: [] as number[] },
          { stage: without, terminal: other, times: [] as number[] },
        ];
        for (let round = 0; round < ROUNDS; round += 1) for (const side of sides) await oneTurn(side, round);
        const [hooked = 0, plain = 0] = sides.map(({ times }) => median(times.slice(1)));
        process.stdout.write(
          `with hooks ${hooked} ms, without ${plain} ms, added ${hooked - plain} ms (median of ${ROUNDS - 1})\n`,
        );
        await quit(other);
      });
      await quit(one);
    });
  });
});

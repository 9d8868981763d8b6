import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { settled } from '../../../test/support/hook-session.ts';
import { count, expect } from '../expect.ts';
import { onStage, type Stage } from '../stage.ts';
import { inTerminal } from '../terminal.ts';
import { claudeArguments, expectQuiet, quit, untilSaved } from './work.ts';

const TURNS = 60;

/** A long session: a checkpoint for each turn, no word on the screen, and a repository that stays small. */
export function manyTurns(): Promise<void> {
  return onStage(async (stage) => {
    stage.checkpoint('install', 'claude-code');
    const before = kilobytes(stage);
    await inTerminal(stage, [...stage.client('claude-code'), ...claudeArguments], async (terminal) => {
      await terminal.see(/❯/);
      for (let turn = 1; turn <= TURNS; turn += 1) {
        const input = { file_path: join(stage.repo.root, `src/part-${turn % 7}.js`), content: `// turn ${turn}\n` };
        stage.model.say({ tools: [{ name: 'Write', input }] }, { text: `TURN-${turn}-DONE` });
        await terminal.send(`please do turn ${turn}`);
        await terminal.see(new RegExp(`TURN-${turn}-DONE`));
        await untilSaved(stage, turn);
      }
      const said = count(terminal.screen(), 'says:');
      expect(`${TURNS} turns put ${said} notices on the screen`, said === 0, terminal.screen());
      await quit(terminal);
    });
    await settled(stage.repo);
    const numbers = stage.repo.git('for-each-ref', 'refs/checkpoints').split('\n').filter(Boolean).length;
    expect(`${numbers} checkpoints were made`, numbers === TURNS);
    const after = kilobytes(stage);
    expect(`the repository grew from ${before} to ${after} KB`, after - before < TURNS * 120);
    expectQuiet(stage);
  });
}

/** What the repository takes on the disk. */
function kilobytes({ repo }: Stage): number {
  const folder = join(repo.root, '.git');
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const blocks = entries.reduce((sum, entry) => sum + statSync(join(folder, entry)).blocks, 0);
  return Math.round(blocks / 2);
}

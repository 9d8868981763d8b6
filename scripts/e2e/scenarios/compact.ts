import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeError } from '../../../src/core/failure.ts';
import { runCli } from '../../../test/support/run-cli.ts';
import { codexArguments } from '../clients/codex.ts';
import { expect, expectIn } from '../expect.ts';
import { runHeadless } from '../headless.ts';
import { onStage, type Stage } from '../stage.ts';
import { inTerminal } from '../terminal.ts';
import { ask, claudeArguments, expectPack, expectQuiet, quit, TASK, work } from './work.ts';

/** /compact: the summary is told what must survive, and the pack is back after it. */
export function compact(): Promise<void> {
  return onStage(async (stage) => {
    const claude = stage.client('claude-code');
    stage.checkpoint('install', 'claude-code');
    await inTerminal(stage, [...claude, ...claudeArguments], async (terminal) => {
      await work(stage, terminal);
      stage.repo.write('by-hand.txt', 'changed before the compaction\n');
      await terminal.send('/compact');
      await terminal.see(/SessionStart:compact says: Checkpoint saved: /);
      expectIn(stage.model.requests.at(-1), {
        'what the summary must keep': 'The summary must keep these facts of the session:',
        'the next step among it': 'write a test for greet()',
      });
      const [saved] = JSON.parse(stage.checkpoint('list', '--json', '-n', '1'));
      expect('it was saved as a compaction', saved.trigger === 'compact' && saved.number === 2, JSON.stringify(saved));
      await ask(stage, terminal, 'go on');
      expectPack(stage, 2);
      await quit(terminal);
    });
    expectQuiet(stage);
  });
}

/** A save that fails stops the compaction, where the settings say so; when it can be saved again, it goes on. */
export function compactUnsaved(): Promise<void> {
  return onStage(async (stage) => {
    const claude = stage.client('claude-code');
    stage.checkpoint('install', 'claude-code');
    stage.checkpoint('config', 'set', 'blockUnsavedCompaction', 'true');
    await inTerminal(stage, [...claude, ...claudeArguments], async (terminal) => {
      await work(stage, terminal);
      stage.repo.write('by-hand.txt', 'changed before the compaction\n');
      const asked = stage.model.requests.length;
      const giveWay = preventSaves(stage);
      await terminal.send('/compact');
      await terminal.see(/git-checkpoint stopped the compaction/);
      expect('the user saw why', true);
      expect('the model was not asked for a summary', stage.model.requests.length === asked);
      giveWay();
      await terminal.send('/compact now');
      await terminal.see(/SessionStart:compact says: Checkpoint saved: /);
      expect('the next one went on', true);
      await quit(terminal);
    });
  });
}

/** The same with Codex, which compacts by itself and ends its turn when it may not. */
export function compactUnsavedCodex(): Promise<void> {
  return onStage(async (stage) => {
    const command = [...stage.client('codex'), ...codexArguments, '-c', 'model_auto_compact_token_limit=20000'];
    stage.checkpoint('install', 'codex');
    stage.checkpoint('config', 'set', 'blockUnsavedCompaction', 'true');
    stage.repo.write('by-hand.txt', 'changed before the compaction\n');
    stage.checkpoint('save');
    stage.repo.write('by-hand.txt', 'and once more\n');
    const giveWay = preventSaves(stage);
    stage.model.say({ text: 'I look.', tools: [{ name: 'exec_command', input: { cmd: 'ls' } }], tokens: 50_000 });
    const printed = await runHeadless(stage, [...command, TASK]).catch(describeError);
    expect('Codex stopped at the compaction', printed.includes('PreCompact Stopped'), printed);
    expect('the model was not asked for a summary', stage.model.requests.length === 1);
    giveWay();
    runCli(stage.repo, ['doctor', '--repair'], { env: stage.env });
    const kept = stage.repo.git('show', 'refs/checkpoints/2:by-hand.txt');
    expect('what waited is saved when it can be', kept === 'and once more', kept);
  });
}

/** Puts a file where the refs of checkpoints lie; answers what takes it away again. */
export function preventSaves({ repo }: Stage): () => void {
  const refs = join(repo.root, '.git', 'refs', 'checkpoints');
  renameSync(refs, `${refs}-aside`);
  writeFileSync(refs, '');
  return () => {
    rmSync(refs);
    renameSync(`${refs}-aside`, refs);
  };
}

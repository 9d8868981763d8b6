import { resolve } from 'node:path';
import { count, expect } from '../expect.ts';
import { onStage, type Stage } from '../stage.ts';
import { inTerminal } from '../terminal.ts';
import { ask, claudeArguments, expectPack, expectQuiet, quit, work } from './work.ts';

const plugin = ['--plugin-dir', resolve('plugin')];

/** The plugin alone: /clear has one and a half seconds there. */
export function pluginOnly(): Promise<void> {
  return onStage((stage) => clearWithPlugin(stage));
}

/** Plugin and settings together: every event is handled once. */
export function pluginAndSettings(): Promise<void> {
  return onStage(async (stage) => {
    stage.checkpoint('install', 'claude-code');
    await clearWithPlugin(stage);
  });
}

async function clearWithPlugin(stage: Stage): Promise<void> {
  const claude = stage.client('claude-code');
  await inTerminal(stage, [...claude, ...claudeArguments, ...plugin], async (terminal) => {
    await work(stage, terminal);
    stage.repo.write('by-hand.txt', 'changed before /clear\n');
    await terminal.send('/clear');
    await terminal.see(/Checkpoint saved: .* \(2: /s);
    await ask(stage, terminal, 'go on');
    expectPack(stage, 2);
    const text = stage.model.requests.at(-1)?.text ?? '';
    expect('the pack came once', count(text, 'Resumed from checkpoint: ') === 1, text);
    await quit(terminal);
  });
  const numbers = JSON.parse(stage.checkpoint('list', '--json')).map(({ trigger }: { trigger: string }) => trigger);
  const clears = numbers.filter((trigger: string) => trigger === 'clear').length;
  expect('/clear was saved once', clears === 1, numbers.join());
  expectQuiet(stage);
}

/** The plugin and its marketplace are valid in the eyes of Claude Code. */
export function pluginValid(): Promise<void> {
  return onStage(async (stage) => {
    const { runHeadless } = await import('../headless.ts');
    for (const place of ['plugin', '.']) {
      const output = await runHeadless(stage, [
        ...stage.client('claude-code'),
        'plugin',
        'validate',
        '--strict',
        resolve(place),
      ]);
      expect(`${place} is valid`, output.includes('Validation passed'), output);
    }
  });
}

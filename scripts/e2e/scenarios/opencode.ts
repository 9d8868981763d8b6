import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '../expect.ts';
import { runHeadless } from '../headless.ts';
import { put } from '../put.ts';
import { onStage, type Stage } from '../stage.ts';
import { inTerminal, type Terminal } from '../terminal.ts';
import { CONTENT, expectPack, expectQuiet, TASK, untilSaved } from './work.ts';

const DONE = 'The greeter is done. Next: write a test for greet().';

/** The command that runs a prompt to its end without a terminal. */
function headless(stage: Stage): readonly string[] {
  return [...stage.client('opencode'), 'run'];
}

function sayWork({ model, repo }: Stage): void {
  const input = { filePath: join(repo.root, 'src', 'greet.js'), content: `${CONTENT}\n` };
  model.say({ text: 'I write the file.', tools: [{ name: 'write', input }] }, { text: DONE });
}

/** What one run did, the next one knows; entries of others survive install and uninstall around it. */
function acrossRuns(): Promise<void> {
  return onStage(async (stage) => {
    const command = headless(stage);
    const settings = join(stage.repo.home, '.config', 'opencode', 'opencode.json');
    const before = readFileSync(settings, 'utf8');
    stage.checkpoint('install', 'opencode');
    sayWork(stage);
    await runHeadless(stage, [...command, TASK]);
    await untilSaved(stage, 1);
    const [saved] = JSON.parse(stage.checkpoint('list', '--json'));
    expect(
      'the turn was saved in the name of the agent',
      saved.session.agent === 'opencode',
      JSON.stringify(saved.session),
    );
    await runHeadless(stage, [...command, 'Go on, please']);
    expectPack(stage, 1);
    stage.checkpoint('uninstall', 'opencode');
    expect('its settings are as before', readFileSync(settings, 'utf8') === before);
    expectQuiet(stage);
  });
}

/** A command that may destroy work is run after a save. */
function beforeCommand(): Promise<void> {
  return onStage(async (stage) => {
    const command = headless(stage);
    stage.checkpoint('install', 'opencode');
    stage.repo.write('by-hand.txt', 'not saved anywhere\n');
    const input = { command: 'rm -rf by-hand.txt', description: 'Clean' };
    stage.model.say({ tools: [{ name: 'bash', input }] }, { text: 'CLEANED' });
    await runHeadless(stage, [...command, 'Please clean up']);
    const first = stage.repo.git('show', 'refs/checkpoints/1:by-hand.txt');
    expect('what the command removed is in the checkpoint before it', first === 'not saved anywhere', first);
    expectQuiet(stage);
  });
}

async function ask(stage: Stage, terminal: Terminal, question: string): Promise<void> {
  const answer = `ANSWER-${stage.model.requests.length + 1}`;
  stage.model.say({ text: answer });
  await terminal.send(question);
  await terminal.see(new RegExp(answer));
  await sleep(1500);
}

/** /new, /compact and a kill: the pack is in the next request, and what was left is saved. */
function onTerminal(): Promise<void> {
  return onStage(async (stage) => {
    const client = stage.client('opencode');
    stage.checkpoint('install', 'opencode');
    await inTerminal(stage, client, async (terminal) => {
      await terminal.see(/Ask anything/);
      sayWork(stage);
      await terminal.send(TASK);
      await terminal.see(/The greeter is done/);
      await untilSaved(stage, 1);
      await terminal.send('/new');
      await sleep(3000);
      await ask(stage, terminal, 'Where were we?');
      expectPack(stage, 1);
      await terminal.send('/compact');
      await terminal.see(/What was done so far, in short/);
      await sleep(1500);
      await ask(stage, terminal, 'And after the compaction?');
      const text = stage.model.requests.at(-1)?.text ?? '';
      expect('the pack is back after the compaction', /Resumed from checkpoint: /.test(text), text);
      terminal.kill();
    });
    put(join(stage.repo.root, 'late.txt'), 'written after the kill\n');
    await runHeadless(stage, [...headless(stage), 'What is left?']);
    const [saved] = JSON.parse(stage.checkpoint('list', '--json', '-n', '1'));
    expect('what the killed session left was saved', saved.number > 1, JSON.stringify(saved));
    expectQuiet(stage);
  });
}

export const openCodeScenarios = {
  opencode: acrossRuns,
  'opencode-command': beforeCommand,
  'opencode-terminal': onTerminal,
};

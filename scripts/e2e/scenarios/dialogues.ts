import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkpointCount, settled } from '../../../test/support/hook-session.ts';
import { expect, expectIn } from '../expect.ts';
import { put } from '../put.ts';
import { onStage, type Stage } from '../stage.ts';
import { inTerminal, type Terminal } from '../terminal.ts';
import { ask, CONTENT, claudeArguments, expectQuiet, quit, TASK, work } from './work.ts';

/** The client breaks lines where its window ends. */
const words = (text: string) => new RegExp(text.replaceAll(' ', '\\s+'));

async function inClaude(stage: Stage, use: (terminal: Terminal) => Promise<void>): Promise<void> {
  await inTerminal(stage, [...stage.client('claude-code'), ...claudeArguments], use);
}

/** A settings file of the documents, where the documents have it. */
function configure(stage: Stage, hooks: object): void {
  put(join(stage.env['HOME'] ?? '', '.config', 'contextd', 'config.json'), JSON.stringify({ hooks }));
}

/** The stateful dialogue: work, /clear, and the next session has files, task, next steps and decisions without reading anything. */
function stateful(): Promise<void> {
  return onStage(async (stage) => {
    stage.checkpoint('install', 'claude-code');
    await inClaude(stage, async (terminal) => {
      await work(stage, terminal);
      await terminal.send('/clear');
      await terminal.see(
        words('Checkpoint saved: .* \\(already saved as 1, .* ago: 1 file, \\+1 -0, 1 next step, 56 bytes\\)'),
      );
      expect('the screen says what is in the checkpoint, and that the turn was saved already', true);
      await terminal.see(words('Resumed from checkpoint: .* \\(saved .*\\) · checkpoint 1'));
      expect('the screen says what was resumed and how old it is', true);
      const before = stage.model.requests.length;
      await ask(stage, terminal, 'go on');
      expectIn(stage.model.requests.at(-1), {
        'the task': TASK,
        'the whole file': CONTENT,
        'the next step': 'write a test for greet()',
        'the branch': 'branch main',
      });
      expect('no tool was needed in between', stage.model.requests.length === before + 1);
      await quit(terminal);
    });
    expectQuiet(stage);
  });
}

/** The first example of the automation: work that changed since the last checkpoint, told with its counts and its age. */
function changed(): Promise<void> {
  return onStage(async (stage) => {
    stage.checkpoint('install', 'claude-code');
    await inClaude(stage, async (terminal) => {
      await work(stage, terminal);
      stage.repo.write('by-hand.txt', 'one\ntwo\n');
      stage.repo.write('data.txt', 'x'.repeat(2_700_000));
      await terminal.send('/clear');
      await terminal.see(
        words('Work changed since checkpoint 1 \\(.*\\)\\. Files changed: 1, Lines added: 2, Lines removed: 0'),
      );
      expect('the screen says how much changed, and since when', true);
      await terminal.see(words('Checkpoint saved: .* \\(2: 1 file, \\+2 -0, .*\\)'));
      expect('the screen says what was saved, with its number', true);
      await terminal.see(words('Not captured: data\\.txt \\(too large, 2\\.7 MB\\)'));
      expect('the screen names what was left out', true);
      await terminal.see(words('Keep it: `?git checkpoint keep 2`? · Drop it: `?git checkpoint drop 2'));
      await quit(terminal);
    });
    await settled(stage.repo);
    await inClaude(stage, async (terminal) => {
      const screen = await terminal.see(words('SessionStart:startup says: .*Resumed from checkpoint'));
      expect('the next session does not ask again', !screen.includes('pending') && !screen.includes('Keep it'), screen);
      await quit(terminal);
    });
    await settled(stage.repo);
    expect('opening and closing it saved nothing', checkpointCount(stage.repo) === 2);
  });
}

/** Saving is switched off, verifying is not: after /clear the user is warned, and can still save. */
function warned(): Promise<void> {
  return onStage(async (stage) => {
    configure(stage, { auto_checkpoint_on_clear: false, verify_before_clear: true, save_each_turn: false });
    stage.checkpoint('install', 'claude-code');
    await inClaude(stage, async (terminal) => {
      await workUnsaved(stage, terminal);
      await terminal.send('/clear');
      await terminal.see(words('Work was not saved yet\\. Files changed: 1, Lines added: 1, Lines removed: 0'));
      await terminal.see(words('Nothing was saved, .* `?git checkpoint save`?'));
      expect('the screen warns of work that was not saved', true);
      expect('and nothing was saved', checkpointCount(stage.repo) === 0);
      stage.checkpoint('save', '-m', 'By hand');
      expect('it could still be saved', stage.repo.git('show', 'refs/checkpoints/1:src/greet.js') === CONTENT);
      await quit(terminal);
    });
  });
}

/** The manual mode of the documents, from their own file: nothing happens by itself. */
function manual(): Promise<void> {
  return onStage(async (stage) => {
    configure(stage, {
      auto_checkpoint_on_clear: false,
      auto_resume_on_start: false,
      checkpoint_threshold_percent: 70,
      verify_before_clear: false,
    });
    stage.checkpoint('install', 'claude-code');
    await inClaude(stage, async (terminal) => {
      await workUnsaved(stage, terminal);
      await terminal.send('/clear');
      await ask(stage, terminal, 'go on');
      expect('the screen shows nothing of ours', !/says:/.test(terminal.screen()), terminal.screen());
      await quit(terminal);
    });
    await settled(stage.repo);
    expect('nothing was saved', checkpointCount(stage.repo) === 0);
  });
}

/** The command that resumes ends with the sentence of the documents. */
function resumeCommand(): Promise<void> {
  return onStage(async (stage) => {
    const ready = 'Ready to continue from checkpoint. What would you like to work on?';
    stage.checkpoint('install', 'claude-code');
    await inClaude(stage, async (terminal) => {
      await work(stage, terminal);
      const run = { name: 'Bash', input: { command: 'git checkpoint resume', description: 'Resume' } };
      stage.model.say({ tools: [run] }, { text: `The greeter is there. ${ready}` });
      await terminal.send('/checkpoint-resume');
      await terminal.see(words('Ready to continue from checkpoint\\. What would you like to work on\\?'));
      expect('the screen ends with the sentence', true);
      expectIn(stage.model.requests.at(-1), { 'the sentence to end with': ready, 'the pack that it printed': CONTENT });
      await quit(terminal);
    });
  });
}

/** As `work`, where no save follows. */
async function workUnsaved(stage: Stage, terminal: Terminal): Promise<void> {
  const input = { file_path: `${stage.repo.root}/src/greet.js`, content: `${CONTENT}\n` };
  stage.model.say({ tools: [{ name: 'Write', input }] }, { text: 'The greeter is done.' });
  await terminal.see(/❯/);
  await sleep(1500);
  await terminal.send(TASK);
  await terminal.see(/The greeter is done/);
  await sleep(2000);
}

export const dialogueScenarios = {
  'dialogue-stateful': stateful,
  'dialogue-changed': changed,
  'dialogue-warned': warned,
  'dialogue-manual': manual,
  'dialogue-resume-command': resumeCommand,
} as const;

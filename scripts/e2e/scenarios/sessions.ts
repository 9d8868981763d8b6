import { setTimeout as sleep } from 'node:timers/promises';
import { checkpointCount, settled } from '../../../test/support/hook-session.ts';
import type { ModelRequest } from '../api/reply.ts';
import { expect, expectIn } from '../expect.ts';
import { onStage, type Stage } from '../stage.ts';
import { inTerminal, type Terminal } from '../terminal.ts';
import { ask, claudeArguments, expectQuiet, quit, untilSaved } from './work.ts';

/** Types a prompt and waits for the end of what the model was told to answer. */
async function prompted(terminal: Terminal, prompt: string, end: RegExp): Promise<void> {
  await terminal.send(prompt);
  await terminal.see(end);
}

/** Clears, and asks something, so that the model gets the pack. */
async function cleared(stage: Stage, terminal: Terminal): Promise<ModelRequest | undefined> {
  await terminal.send('/clear');
  await terminal.see(/SessionStart:clear says: .*Resumed from checkpoint/s);
  await ask(stage, terminal, 'go on');
  return stage.model.requests.at(-1);
}

async function started(terminal: Terminal): Promise<void> {
  await terminal.see(/❯/);
  // The start's hooks run while the screen is drawn.
  await sleep(1500);
}

const ANSWERS = {
  'Why does the greeter forget names?':
    'The root cause is the cache: `remember()` in src/cache.js is never called, because the timer starts after the first answer.',
  'Is a file lock enough for that?':
    'No. A lock in the file system is not supported on NFS, so the greeter must use a lease with a time limit.',
};

/** Nothing is edited: what the agent answered is all there is, and the next session has it. */
export function questions(): Promise<void> {
  return onStage(async (stage) => {
    const claude = stage.client('claude-code');
    stage.checkpoint('install', 'claude-code');
    await inTerminal(stage, [...claude, ...claudeArguments], async (terminal) => {
      await started(terminal);
      for (const [at, [question, answer]] of Object.entries(ANSWERS).entries()) {
        stage.model.say({ text: `${answer} END ${at}` });
        await prompted(terminal, question, new RegExp(`END ${at}`));
      }
      await settled(stage.repo);
      expect('no question made a checkpoint of its own', checkpointCount(stage.repo) === 0);
      const request = await cleared(stage, terminal);
      expect('all of them made one', checkpointCount(stage.repo) === 1);
      for (const [question, answer] of Object.entries(ANSWERS))
        expectIn(request, { [`‘${question}’`]: `User: ${question}`, 'its answer': answer });
      expect('nothing is to be finished', !(request?.text ?? '').includes('Finish: '), request?.text);
      await quit(terminal);
    });
    expectQuiet(stage);
  });
}

/** Five tasks in one session: files of all of them, the words of the last, and what is left of it. */
export function fiveTasks(): Promise<void> {
  return onStage(async (stage) => {
    const claude = stage.client('claude-code');
    stage.checkpoint('install', 'claude-code');
    const names = ['parser', 'printer', 'reader', 'writer', 'server'];
    await inTerminal(stage, [...claude, ...claudeArguments], async (terminal) => {
      await started(terminal);
      for (const [at, name] of names.entries()) {
        const input = { file_path: `${stage.repo.root}/src/${name}.js`, content: `export const ${name} = ${at};\n` };
        const end = `The ${name} is written. Next: test the ${name} with empty input.`;
        stage.model.say({ text: `I write the ${name}.`, tools: [{ name: 'Write', input }] }, { text: end });
        await prompted(terminal, `Please write the ${name} in src/${name}.js`, new RegExp(`The ${name} is written`));
      }
      await untilSaved(stage, 1);
      const request = await cleared(stage, terminal);
      expectIn(request, Object.fromEntries(names.map((name) => [`src/${name}.js`, `src/${name}.js (added`])));
      expectIn(request, {
        'the last task': 'Current task:\nPlease write the server in src/server.js',
        'the next action of the last': '1. test the server with empty input.',
        'what was asked before it': 'User: Please write the writer in src/writer.js',
      });
      expect('no next action of a finished task', !(request?.text ?? '').includes('1. test the parser'), request?.text);
      await quit(terminal);
    });
    expectQuiet(stage);
  });
}

/** The user stops the agent in the middle of a command: the next session knows where it stood and goes on there. */
export function interrupted(): Promise<void> {
  return onStage(async (stage) => {
    const claude = stage.client('claude-code');
    stage.checkpoint('install', 'claude-code');
    const write = { file_path: `${stage.repo.root}/src/lease.js`, content: 'export const lease = 30;\n' };
    const wait = { command: 'node -e "setTimeout(() => {}, 60000)"', description: 'Wait' };
    stage.model.say(
      {
        text: 'The lease must be shorter than the timer, so I set it first.',
        tools: [{ name: 'Write', input: write }],
      },
      { text: 'Now let me run the slow check of the lease.', tools: [{ name: 'Bash', input: wait }] },
    );
    const command = [...claude, ...claudeArguments, '--allowedTools', 'Bash(node:*)'];
    await inTerminal(stage, command, async (terminal) => {
      await started(terminal);
      await prompted(terminal, 'Please add a lease and check it', /slow check of the lease/);
      await sleep(2000);
      terminal.press('Escape');
      await terminal.see(/Interrupted/i);
      const request = await cleared(stage, terminal);
      expectIn(request, {
        'what was asked': 'Please add a lease and check it',
        'that it was stopped': 'The user interrupted the last turn',
        'where it stood': 'setTimeout',
        'what it knew': 'The lease must be shorter than the timer',
        'the file': 'src/lease.js (added',
        'what is next': 'Ask the user how to go on: they stopped the agent at `node -e',
      });
      await quit(terminal);
    });
    expectQuiet(stage);
  });
}

import { setTimeout as sleep } from 'node:timers/promises';
import { journal, settled } from '../../../test/support/hook-session.ts';
import { expect, expectIn } from '../expect.ts';
import type { Stage } from '../stage.ts';
import type { Terminal } from '../terminal.ts';

export const TASK = 'Please build the greeter in src/greet.js';
export const CONTENT = 'export const greet = (name) => "Good morning, " + name;';
const DONE = 'The greeter is done. Next: write a test for greet().';

/** Lets Claude Code do a piece of work: one file, one answer. */
export async function work(stage: Stage, terminal: Terminal): Promise<void> {
  const input = { file_path: `${stage.repo.root}/src/greet.js`, content: `${CONTENT}\n` };
  stage.model.say({ text: 'I write the file.', tools: [{ name: 'Write', input }] }, { text: DONE });
  await terminal.see(/❯/);
  // The start's hooks run while the screen is drawn.
  await sleep(1500);
  await terminal.send(TASK);
  await terminal.see(/The greeter is done/);
  await untilSaved(stage, 1);
}

/** Waits until a checkpoint is there that the automation made, and no further one is under way. */
export async function untilSaved(stage: Stage, number: number): Promise<void> {
  const there = () => stage.repo.tryGit('rev-parse', '--verify', '-q', `refs/checkpoints/${number}`).status === 0;
  for (let waited = 0; !there(); waited += 100) {
    if (waited > 30_000) throw new Error(`checkpoint ${number} was never saved`);
    await sleep(100);
  }
  await settled(stage.repo);
}

/** The request has the whole pack of a checkpoint, whichever it is where none is named: headline, task, file and last line. */
export function expectPack(stage: Stage, named?: number, request = stage.model.requests.at(-1)): void {
  const number = named ?? Number(/Checkpoint (\d+), branch main/.exec(request?.text ?? '')?.[1]);
  expectIn(request, {
    'the headline': /Resumed from checkpoint: .+ \(saved .+\)/,
    [`the number ${number}`]: `Checkpoint ${number}, branch main`,
    'the task': TASK,
    'the content of the changed file': CONTENT,
    'the next step': 'write a test for greet()',
    'the last line, so nothing was cut': `More: \`git checkpoint show ${number}\``,
  });
  expect('nothing was replaced by a preview', !(request?.text ?? '').includes('<persisted-output>\n'));
}

export const claudeArguments = ['--permission-mode', 'acceptEdits'];

/** Asks Claude Code something and waits for the scripted answer. */
export async function ask(stage: Stage, terminal: Terminal, question: string): Promise<void> {
  const answer = `ANSWER ${stage.model.requests.length + 1}`;
  stage.model.say({ text: answer });
  await terminal.send(question);
  await terminal.see(new RegExp(answer));
}

export async function quit(terminal: Terminal): Promise<void> {
  await terminal.send('/exit');
  await terminal.exited();
}

export function expectQuiet({ repo }: Stage): void {
  expect('no hook failed', journal(repo) === '', journal(repo));
}

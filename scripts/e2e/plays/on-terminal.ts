import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelRequest } from '../api/reply.ts';
import { expect, expectIn } from '../expect.ts';
import { put } from '../put.ts';
import { expectPack, expectQuiet, TASK, untilSaved } from '../scenarios/work.ts';
import { onStage, type Stage } from '../stage.ts';
import { inTerminal, type Terminal } from '../terminal.ts';
import { type Player, prompt, requestOf, sayWork, type TerminalManners } from './player.ts';

/** A client draws its screen before its hooks have ended. */
const SETTLING_MS = 1500;

/** Begins a client on a terminal, has it do its piece of work, and goes on from there. */
function afterWork(
  player: Player,
  { args, begin }: TerminalManners,
  goOn: (stage: Stage, terminal: Terminal) => Promise<void>,
): Promise<void> {
  return onStage(async (stage) => {
    const client = stage.client(player.agent);
    stage.checkpoint('install', player.agent);
    await inTerminal(stage, [...client, ...args], async (terminal) => {
      await begin(terminal);
      sayWork(stage, player);
      await terminal.send(TASK);
      await terminal.see(/The greeter is done/);
      await untilSaved(stage, 1);
      await goOn(stage, terminal);
    });
    expectQuiet(stage);
  });
}

/** Answers the request that the question led to. It has no question mark: typed by a machine, that is a command in one client. */
async function ask(stage: Stage, terminal: Terminal, question: string): Promise<ModelRequest | undefined> {
  const answer = `ANSWER-${stage.model.requests.length + 1}`;
  stage.model.say({ text: answer });
  await terminal.send(question);
  await terminal.see(new RegExp(answer));
  await sleep(SETTLING_MS);
  return requestOf(stage, question);
}

/** Waits until a checkpoint has a file. */
async function untilKept({ repo }: Stage, path: string): Promise<void> {
  const refs = () => repo.git('for-each-ref', '--format=%(refname)', 'refs/checkpoints').split('\n');
  const isKept = () => refs().some((ref) => repo.tryGit('cat-file', '-e', `${ref}:${path}`).status === 0);
  for (const end = Date.now() + 30_000; !isKept() && Date.now() < end; ) await sleep(200);
  expect(`${path} is in a checkpoint`, isKept());
}

/** What is typed to begin anew leads to a session that has the pack. */
export function cleared(player: Player, manners: TerminalManners): Promise<void> {
  return afterWork(player, manners, async (stage, terminal) => {
    await terminal.send(manners.clear);
    await sleep(2 * SETTLING_MS);
    const request = await ask(stage, terminal, 'Tell me where we were');
    expectPack(stage, undefined, request);
  });
}

/** A compaction is preceded by a save and followed by the pack. */
export function compacted(player: Player, manners: TerminalManners): Promise<void> {
  return afterWork(player, manners, async (stage, terminal) => {
    await ask(stage, terminal, 'Tell me what it says');
    // There must be something to leave out.
    await ask(stage, terminal, 'Tell me that once more');
    put(join(stage.repo.root, 'by-hand.txt'), 'written before the compaction\n');
    const before = stage.model.requests.length;
    await terminal.send(manners.compact ?? '');
    await terminal.see(manners.compacted ?? /What was done so far, in short/);
    if (!manners.compactsUntold) await untilKept(stage, 'by-hand.txt');
    await sleep(SETTLING_MS);
    const request = await ask(stage, terminal, 'Tell me about the compaction');
    const asked = stage.model.requests.length > before + 1;
    expect('the model was asked for a summary where the client has it written', asked === !manners.compactsUntold);
    expectPack(stage, undefined, request);
    await untilKept(stage, 'by-hand.txt');
  });
}

/** The next session has the pack of what was left, with the file that nobody had saved. */
async function expectLeft(stage: Stage, player: Player, path: string): Promise<void> {
  await prompt(stage, player, 'What is left?');
  const request = requestOf(stage, 'What is left?');
  expectPack(stage, undefined, request);
  expectIn(request, { [path]: path });
}

/** Leaving the client saves what was done since the last turn. */
export function left(player: Player, manners: TerminalManners): Promise<void> {
  return afterWork(player, manners, async (stage, terminal) => {
    put(join(stage.repo.root, 'by-hand.txt'), 'written after the turn\n');
    await terminal.send(manners.exit);
    await terminal.exited();
    if (manners.endsUntold) {
      await expectLeft(stage, player, 'by-hand.txt');
    }
    await untilKept(stage, 'by-hand.txt');
  });
}

/** What a killed session left is saved by the next one, which has the pack. */
export function killed(player: Player, manners: TerminalManners): Promise<void> {
  return afterWork(player, manners, async (stage, terminal) => {
    terminal.kill();
    await terminal.exited();
    put(join(stage.repo.root, 'late.txt'), 'written after the kill\n');
    await expectLeft(stage, player, 'late.txt');
    await untilKept(stage, 'late.txt');
  });
}

import { setTimeout as sleep } from 'node:timers/promises';
import { count, expect, expectIn } from '../expect.ts';
import type { Player } from '../plays/player.ts';
import { prompt, sayWork } from '../plays/player.ts';
import { playsFor } from '../plays/plays.ts';
import { onStage, type Stage } from '../stage.ts';
import { inTerminal, type Terminal } from '../terminal.ts';
import { preventSaves } from './compact.ts';
import { expectQuiet, TASK, untilSaved } from './work.ts';

const PROMPT = /\(fake\) fake-1/;

const player: Player = {
  agent: 'pi',
  part: 'pi',
  headless: ['-p'],
  goOn: (session) => ['--session', session],
  foreign: { '.pi/agent/mcp.json': '{\n  // mine\n  "mcpServers": { "other": { "command": "true" } }\n}\n' },
  settings: ['.pi/agent/mcp.json', '.pi/agent/settings.json'],
  call: (tool, input) => [{ tools: [{ name: `mcp__checkpoint__${tool}`, input }] }],
  write: (path, content) => ({ name: 'write', input: { path, content } }),
  shell: (command) => ({ name: 'bash', input: { command } }),
  terminal: {
    args: [],
    begin: async (terminal) => void (await terminal.see(PROMPT)),
    clear: '/new',
    compact: '/compact',
    compacted: /Compacted from/,
    command: (words) => `/checkpoint-save ${words}`,
    exit: '/quit',
  },
};

/** Begins on a terminal and works; then something changes that no turn saves. */
function afterChange(use: (stage: Stage, terminal: Terminal) => Promise<void>): Promise<void> {
  return onStage(async (stage) => {
    const client = stage.client('pi');
    stage.checkpoint('install', 'pi');
    await inTerminal(stage, client, async (terminal) => {
      await terminal.see(PROMPT);
      sayWork(stage, player);
      await terminal.send(TASK);
      await terminal.see(/The greeter is done/);
      await untilSaved(stage, 1);
      stage.repo.write('by-hand.txt', 'one\ntwo\n');
      await use(stage, terminal);
    });
  });
}

interface Listed {
  readonly number: number;
  readonly trigger: string;
  readonly pending: boolean;
}

const listed = (stage: Stage): Listed[] => JSON.parse(stage.checkpoint('list', '--json'));
const QUESTION =
  /Work changed since checkpoint 1 .*Files changed: 1, Lines added: 2.*Save a checkpoint before clearing\?/s;

/** /new asks before it clears: c stays, n goes on without, y saves. */
function promptMode(): Promise<void> {
  return afterChange(async (stage, terminal) => {
    await terminal.send('/new');
    await terminal.see(QUESTION);
    terminal.press('c');
    await sleep(1500);
    stage.model.say({ text: 'STILL HERE' });
    await terminal.send('Are you still there?');
    await terminal.see(/STILL HERE/);
    const stayed = stage.model.requests.at(-1)?.text ?? '';
    expect('after c the session goes on', stayed.includes('The greeter is done'), stayed);
    await untilSaved(stage, 2);
    stage.repo.write('by-hand.txt', 'one\ntwo\nthree\n');
    const before = listed(stage).length;
    await terminal.send('/new');
    await terminal.see(/Save a checkpoint before clearing\?/);
    terminal.press('n');
    await terminal.see(/Resumed from checkpoint/);
    expect('after n nothing was saved', listed(stage).length === before, JSON.stringify(listed(stage)));
    stage.model.say({ text: 'BEGUN ANEW' });
    await terminal.send('Where were we?');
    await terminal.see(/BEGUN ANEW/);
    await sleep(1500);
    stage.repo.write('by-hand.txt', 'one\ntwo\nthree\nfour\n');
    await terminal.send('/new');
    await terminal.see(/Save a checkpoint before clearing\?/);
    const asked = listed(stage).length;
    terminal.press('y');
    await untilSaved(stage, asked + 1);
    const [newest] = listed(stage);
    const kept = stage.repo.git('show', `refs/checkpoints/${newest?.number}:by-hand.txt`);
    expect('after y it is saved, and nobody has to decide', newest?.trigger === 'clear' && !newest.pending);
    expect('as it was', kept === 'one\ntwo\nthree\nfour', kept);
    expectQuiet(stage);
  });
}

/** A save that fails stops the compaction, where the settings say so; when it can be saved again, it goes on. */
function compactUnsaved(): Promise<void> {
  return afterChange(async (stage, terminal) => {
    stage.checkpoint('config', 'set', 'blockUnsavedCompaction', 'true');
    stage.model.say({ text: 'SECOND ANSWER' });
    await terminal.send('And again?');
    await terminal.see(/SECOND ANSWER/);
    await sleep(2000);
    stage.repo.write('by-hand.txt', 'changed before the compaction\n');
    const asked = stage.model.requests.length;
    const giveWay = preventSaves(stage);
    await terminal.send('/compact');
    await terminal.see(/git-checkpoint stopped the compaction/);
    await sleep(1000);
    expect('the model was not asked for a summary', stage.model.requests.length === asked);
    giveWay();
    await terminal.send('/compact now');
    await terminal.see(/Compacted from/);
    expect('the next one went on', stage.model.requests.length > asked);
  });
}

const ASK = 'git-checkpoint: the context is 80% full';

/** The agent tells how full its context is: when it crosses the threshold, it is saved and asked, each once. */
function threshold(): Promise<void> {
  return onStage(async (stage) => {
    stage.client('pi');
    stage.checkpoint('install', 'pi');
    const write = (name: string) => player.write(`${stage.repo.root}/${name}`, `${name}\n`);
    stage.model.say(
      { tools: [write('one.txt')], tokens: 60_000 },
      { tools: [write('two.txt')], tokens: 160_000 },
      { tools: [write('three.txt')], tokens: 162_000 },
      { text: 'FULL OF WORK', tokens: 164_000 },
    );
    await prompt(stage, player, 'Please work for long');
    const [, second, third] = stage.model.requests;
    expect('below the threshold it is not asked', !second?.text.includes(ASK));
    expectIn(third, { 'the question, before it went on': ASK, 'how to answer': 'store_checkpoint' });
    expect('it was asked once', count(stage.model.requests.at(-1)?.text ?? '', ASK) === 1);
    const crossings = listed(stage).filter(({ trigger }) => trigger === 'threshold');
    expect('the crossing was saved once', crossings.length === 1, JSON.stringify(listed(stage)));
    expectQuiet(stage);
  });
}

export const piScenarios = {
  ...playsFor(player),
  'pi-prompt-mode': promptMode,
  'pi-compact-unsaved': compactUnsaved,
  'pi-threshold': threshold,
};

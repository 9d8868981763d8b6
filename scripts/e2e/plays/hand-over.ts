import { expect, expectIn } from '../expect.ts';
import { runHeadless } from '../headless.ts';
import { onPath } from '../on-path.ts';
import { CONTENT, expectQuiet, TASK, untilSaved } from '../scenarios/work.ts';
import { onStage, type Stage } from '../stage.ts';
import { type Player, prompt, sayWork } from './player.ts';

/** What the scenarios that agents share need to know of Claude Code. */
export const claude: Player = {
  agent: 'claude-code',
  part: 'claude',
  headless: ['--dangerously-skip-permissions', '-p'],
  settings: [],
  call: (tool, input) => [
    { tools: [{ name: 'ToolSearch', input: { query: `select:mcp__checkpoint__${tool}` } }] },
    { tools: [{ name: `mcp__checkpoint__${tool}`, input }] },
  ],
  write: (file_path, content) => ({ name: 'Write', input: { file_path, content } }),
  shell: (command) => ({ name: 'Bash', input: { command, description: 'Run it' } }),
};

/** Some clients write quotes differently. */
const FIRST = CONTENT.split('"')[0] ?? '';
const SECOND = 'export const part = (name) => name;';

/** From Claude Code to the agent, which goes on with the work, and back. */
export function handOver(player: Player): Promise<void> {
  return onStage(async (stage) => {
    const { agent } = player;
    onPath(stage, ['claude-code', agent]);
    stage.checkpoint('install', 'claude-code', agent);
    sayWork(stage, claude);
    await prompt(stage, claude, TASK);
    await untilSaved(stage, 1);
    const write = player.write(`${stage.repo.root}/src/part.js`, `${SECOND}\n`);
    stage.model.say({ tools: [write] }, { text: 'The second file is there.' });
    await handOff(stage, player, { 'the file of Claude Code': FIRST, 'who wrote it': 'Session: claude-code' });
    await untilSaved(stage, 2);
    await handOff(stage, claude, { 'the file of the agent': SECOND, 'who wrote it': `Session: ${agent}` });
    const lists = JSON.parse(stage.checkpoint('list', '--json')) as { handoffs?: { to: string }[] }[];
    const handed = lists.flatMap(({ handoffs = [] }) => handoffs.map(({ to }) => to));
    const both = [agent, 'claude-code'].toSorted().join();
    expect('the checkpoints say who received them', handed.toSorted().join() === both, handed.join());
    expectQuiet(stage);
  });
}

async function handOff(stage: Stage, to: Player, parts: Readonly<Record<string, string>>): Promise<void> {
  const first = stage.model.requests.length;
  await runHeadless(stage, ['git-checkpoint', 'handoff', '--to', to.agent, '--', ...to.headless]);
  const request = stage.model.requests[first];
  expectIn(request, { 'the headline': /Resumed from checkpoint: /, 'the task': TASK, ...parts });
  expect('once only', request?.text.split('Resumed from checkpoint: ').length === 2, request?.text);
}

import type { World } from '../../core/world.ts';
import { loadNamed, type Repository } from '../../open/repository.ts';
import { list } from '../../repository/list.ts';
import { timeline } from '../../repository/timeline.ts';
import { withColors } from '../colors.ts';
import type { Arguments, Call, Command } from '../command.ts';
import { parseArguments } from '../parse-arguments.ts';
import { timelineRenderer } from '../render/timeline.ts';
import { whichCheckpoint } from '../usage-failure.ts';
import { pickCheckpoint } from './pick.ts';
import { emptyPicker } from './state.ts';
import { anyKey, canPick } from './terminal.ts';

/** So many are named to somebody who has no terminal to choose on. */
const SOME = 10;

/** Has a person choose the checkpoint that a command is about. Undefined when they chose none. */
export async function pickFor(call: Call, command: Command): Promise<string | undefined> {
  const repository = await call.repository();
  const world = await withColors(call.world, repository);
  // Where there is none, that is what to say.
  if ((await list(repository, { limit: 1, briefly: true })).length === 0) await loadNamed(repository, 'latest');
  if (call.args.flag('json') || !canPick(world)) {
    if (!call.args.flag('json')) await printSome(repository, world);
    throw whichCheckpoint(command);
  }
  let state = emptyPicker;
  for (;;) {
    const picked = await pickCheckpoint(repository, world, state);
    state = picked.state;
    if (picked.action === 'quit' || picked.number === undefined) return undefined;
    const number = String(picked.number);
    if (picked.action === 'restore') {
      tellCommand(world, [command.name, ...optionWords(command, call.args), number, ...wordsAfter(call.args)]);
      return number;
    }
    await look({ ...call, world }, picked.action, number);
  }
}

async function look(call: Call, action: 'diff' | 'show', number: string): Promise<void> {
  const command =
    action === 'diff'
      ? (await import('../commands/diff.ts')).diffCommand
      : (await import('../commands/show.ts')).showCommand;
  tellCommand(call.world, [action, number]);
  await command.run({ ...call, args: await parseArguments(command, [number]) });
  call.world.stderr.write('Press any key to go back to the list. ');
  await anyKey(call.world);
  call.world.stderr.write('\n');
}

function tellCommand({ stderr }: World, words: readonly string[]): void {
  stderr.write(`$ git checkpoint ${words.join(' ')}\n`);
}

/** The options as they could be typed. */
function optionWords({ options }: Command, args: Arguments): string[] {
  return options.flatMap(({ name, kind }) => {
    if (kind === 'flag') return args.flag(name) ? [`--${name}`] : [];
    return args.texts(name).flatMap((value) => [`--${name}`, quoted(value)]);
  });
}

function wordsAfter({ after = [] }: Arguments): string[] {
  return after.length === 0 ? [] : ['--', ...after.map(quoted)];
}

function quoted(word: string): string {
  return /^[\w./@%+=:,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

async function printSome(repository: Repository, world: World): Promise<void> {
  const renderer = timelineRenderer({ all: false }, world);
  for await (const rows of timeline(repository, { limit: SOME })) world.stderr.write(renderer.part(rows));
}

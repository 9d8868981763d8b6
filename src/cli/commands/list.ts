import { checkpointJson } from '../../core/checkpoint-json.ts';
import { defined } from '../../core/defined.ts';
import { Failure } from '../../core/failure.ts';
import { type Trigger, triggers } from '../../core/note.ts';
import type { World } from '../../core/world.ts';
import { pathsFromTop } from '../../open/paths-from-top.ts';
import { numbersNamed, type Repository } from '../../open/repository.ts';
import type { CheckpointFilter } from '../../repository/checkpoint-filter.ts';
import { list, listInChunks, refuseLost } from '../../repository/list.ts';
import { readWorkingTree, type TimelineOptions, timeline } from '../../repository/timeline.ts';
import { withColors } from '../colors.ts';
import { type Arguments, type Command, jsonOption } from '../command.ts';
import { writeJsonList } from '../json-output.ts';
import { timeOption, wholeNumber } from '../option-values.ts';
import { page } from '../pager.ts';
import { renderList } from '../render/list.ts';
import { timelineRenderer } from '../render/timeline.ts';

export const listCommand: Command = {
  name: 'list',
  about: 'List checkpoints by session, newest first',
  inBare: true,
  positionals: [{ form: '[ID...]', about: 'Only these, such as 42, 30-32 or 1..4' }],
  options: [
    { name: 'limit', short: 'n', kind: 'text', value: 'N', about: 'At most this many' },
    {
      name: 'branch',
      kind: 'text',
      value: 'BRANCH',
      completes: 'branch',
      about: "Only this branch, or a pattern such as 'team/*'",
    },
    {
      name: 'trigger',
      kind: 'text',
      value: 'TRIGGER',
      completes: 'trigger',
      about: `Only these reasons, comma-separated: ${triggers.join(', ')}`,
    },
    {
      name: 'session',
      kind: 'text',
      value: 'ID',
      completes: 'session',
      about: 'Only this session (a prefix is enough)',
    },
    { name: 'since', kind: 'text', value: 'TIME', about: "Only from this time on: '2h', '3d', a date" },
    {
      name: 'path',
      kind: 'texts',
      value: 'FILE',
      completes: 'path',
      about: 'Only those that changed this file or folder (repeatable)',
    },
    { name: 'tag', kind: 'text', value: 'TAG', completes: 'tag', about: 'Only checkpoints with this tag' },
    { name: 'kept', kind: 'flag', about: 'Only kept checkpoints' },
    { name: 'pending', kind: 'flag', about: 'Only unconfirmed checkpoints' },
    { name: 'all', short: 'a', kind: 'flag', about: 'Show the safety copies of restores, too' },
    { name: 'flat', kind: 'flag', about: 'One table, not folded by session, with counts against the commit' },
    jsonOption,
  ],
  details:
    'Counts are against the checkpoint before in the same worktree; `--flat` counts against the commit that the checkpoint was made on.',
  async run({ args, world, repository }) {
    const opened = await repository();
    const options = defined({ ...readOptions(args, world, opened), numbers: await numbersOf(args, opened) });
    if (args.flag('json')) {
      await writeJsonList({ args, world }, asJson(opened, options));
      return 0;
    }
    const screen = await withColors(world, opened);
    const text = args.flag('flat')
      ? flat(opened, options, screen)
      : folded(opened, { ...options, all: args.flag('all') }, screen);
    const shown = await page(text, screen, opened);
    if (!shown) await tellNothing(opened, world);
    return 0;
  },
};

function readOptions(args: Arguments, world: World, repository: Repository): TimelineOptions {
  const paths = pathsFromTop(repository, args.texts('path'));
  return defined({
    limit: wholeNumber(args, 'limit'),
    branch: args.text('branch'),
    session: args.text('session'),
    tag: args.text('tag'),
    triggers: triggersOf(args.text('trigger')),
    since: timeOption(args, 'since', world.now()),
    pending: args.flag('pending'),
    kept: args.flag('kept'),
    paths: paths.length === 0 || paths.includes('') ? undefined : paths,
  });
}

async function numbersOf({ positionals }: Arguments, repository: Repository): Promise<Set<number> | undefined> {
  return positionals.length === 0 ? undefined : new Set(await numbersNamed(repository, positionals));
}

function triggersOf(text: string | undefined): readonly Trigger[] | undefined {
  return text?.split(',').map((word) => {
    const known = triggers.find((trigger) => trigger === word.trim());
    if (known !== undefined) return known;
    throw new Failure('usage', `option '--trigger' is one of ${triggers.join(', ')}, not '${word}'`);
  });
}

async function* asJson(repository: Repository, options: TimelineOptions): AsyncGenerator<object[]> {
  if (options.paths === undefined)
    for await (const chunk of listInChunks(repository, options)) yield chunk.map((entry) => checkpointJson(entry));
  else for await (const rows of timeline(repository, options)) yield rows.map(({ entry }) => checkpointJson(entry));
}

async function* flat(repository: Repository, options: CheckpointFilter, world: World): AsyncGenerator<string> {
  for await (const chunk of listInChunks(repository, { ...options, briefly: true }))
    if (chunk.length > 0) yield renderList(chunk, world);
}

async function* folded(
  repository: Repository,
  { all, ...options }: TimelineOptions & { readonly all: boolean },
  world: World,
): AsyncGenerator<string> {
  // To compare the working tree takes as long as `git status`: only for somebody who looks.
  const looks = world.stdout.isTTY && !repository.engine.place.bare;
  const here = looks ? await readWorkingTree(repository) : undefined;
  if (here?.problem !== undefined) repository.warnings.push(`what is not saved cannot be told: ${here.problem}`);
  const renderer = timelineRenderer(defined({ here, all }), world);
  let started = false;
  for await (const rows of timeline(repository, options)) {
    if (rows.length === 0) continue;
    started = true;
    yield renderer.part(rows);
  }
  if (started) yield renderer.end();
}

async function tellNothing(repository: Repository, world: World): Promise<void> {
  const some = (await list(repository, { limit: 1, briefly: true })).length > 0;
  if (!some) await refuseLost(repository);
  world.stderr.write(some ? 'No checkpoints match.\n' : 'No checkpoints yet. Make one with `git checkpoint save`.\n');
}

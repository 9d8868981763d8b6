import type { Checkpoint } from '../../core/checkpoint.ts';
import { defined } from '../../core/defined.ts';
import { Failure } from '../../core/failure.ts';
import { countChanges } from '../../core/tree-change.ts';
import { loadNamed, type Repository } from '../../open/repository.ts';
import { compare, firstChangesOf } from '../../repository/compare.ts';
import { describeCheckpoint, wordsOfOthers } from '../../repository/describe.ts';
import { exportMarkdown, exportStateful, exportYaml } from '../../repository/export.ts';
import { readFileAt } from '../../repository/read-file-at.ts';
import { resume } from '../../repository/resume.ts';
import { findWayOn } from '../../repository/way-on.ts';
import { withColors } from '../colors.ts';
import { type Call, type Command, jsonOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { page } from '../pager.ts';
import { renderShow, type ShownCheckpoint } from '../render/show.ts';
import { showConversation } from '../show-conversation.ts';

/** More than that nobody reads on a page. */
const MAX_FILES = 100;

export const showCommand: Command = {
  name: 'show',
  about: 'Show a checkpoint, or a file as it was',
  inBare: true,
  positionals: [{ form: '[ID]', about: 'Checkpoint (default: latest)' }],
  options: [
    {
      name: 'format',
      kind: 'text',
      value: 'FORMAT',
      choices: ['page', 'md', 'json', 'yaml'],
      about: 'A page, Markdown, stateful JSON, or the note',
    },
    { name: 'conversation', kind: 'flag', about: 'What was said up to the checkpoint; --format=md writes it unpaged' },
    { name: 'since', kind: 'text', value: 'ID', about: 'With --conversation, only what checkpoint ID does not have' },
    { name: 'with-content', kind: 'flag', about: 'With --json, also print the contents of changed text files' },
    { name: 'story', kind: 'flag', about: 'Also tell the session step by step' },
    jsonOption,
  ],
  dashes: '[-- PATH]',
  details: 'With `-- PATH`, or as `42:PATH`, prints that file as the checkpoint has it.',
  async run({ args, world, repository }) {
    const opened = await repository();
    const [, name = args.positionals[0] ?? 'latest', inside] = /^([^:]+):(.+)$/.exec(args.positionals[0] ?? '') ?? [];
    const checkpoint = await loadNamed(opened, name);
    const after = inside === undefined ? args.after : [inside, ...(args.after ?? [])];
    if (after !== undefined) {
      const [path, ...more] = after;
      if (path === undefined || more.length > 0) throw new Failure('usage', 'show needs exactly one path after --');
      await page(await readFileAt(opened, checkpoint, path), world, opened);
      return 0;
    }
    if (args.flag('conversation')) return showConversation(opened, checkpoint, { args, world });
    if (args.text('since') !== undefined) throw new Failure('usage', '--since needs --conversation');
    if (args.flag('json')) {
      writeJson({ args, world }, await describeCheckpoint(opened, checkpoint, { contents: args.flag('with-content') }));
      return 0;
    }
    await showDocument(opened, checkpoint, { args, world });
    return 0;
  },
};

async function showDocument(
  opened: Repository,
  checkpoint: Checkpoint,
  { args, world }: Pick<Call, 'args' | 'world'>,
): Promise<void> {
  const format = args.text('format') ?? 'page';
  if (format === 'md') world.stdout.write(exportMarkdown(checkpoint));
  else if (format === 'yaml') world.stdout.write(exportYaml(checkpoint));
  else if (format === 'json')
    world.stdout.write(`${JSON.stringify(await exportStateful(opened, checkpoint), null, 2)}\n`);
  else {
    const screen = await withColors(world, opened);
    const shown = renderShow(await readShown(opened, checkpoint, { args, world }), screen);
    await page(shown, screen, opened);
  }
}

/** Comparing the working tree and packing take as long as `git status`: only for somebody who looks at a screen. */
async function readShown(
  repository: Repository,
  checkpoint: Checkpoint,
  { args, world }: Pick<Call, 'args' | 'world'>,
): Promise<ShownCheckpoint> {
  const files = await firstChangesOf(repository, checkpoint, MAX_FILES);
  const others = await wordsOfOthers(repository, checkpoint);
  const wayOn = await findWayOn(repository, checkpoint);
  const page = { checkpoint, files, others, wayOn, story: args.flag('story') };
  if (!world.stdout.isTTY || repository.engine.place.bare) return page;
  const [{ changes }, outcome] = await Promise.all([
    compare(repository, { from: checkpoint }),
    resume(repository, { number: checkpoint.number }),
  ]);
  const tokens = outcome.kind === 'none' ? undefined : outcome.pack.tokens;
  return defined({ ...page, now: countChanges(changes), tokens });
}

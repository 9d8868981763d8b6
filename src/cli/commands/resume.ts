import { defined } from '../../core/defined.ts';
import type { World } from '../../core/world.ts';
import { writerOf } from '../../note/writer.ts';
import { numberNamed } from '../../open/repository.ts';
import { describeOffered, packFormats, type ResumeRequest, resume } from '../../repository/resume.ts';
import { withColors } from '../colors.ts';
import { type Arguments, type Command, jsonOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { partOption, wholeNumber } from '../option-values.ts';
import { page } from '../pager.ts';
import { renderDigest } from '../render/digest.ts';
import { renderExplanation } from '../render/explanation.ts';

export const resumeCommand: Command = {
  name: 'resume',
  about: 'Print the context for the next session',
  positionals: [{ form: '[ID]', about: 'Checkpoint (default: the newest of this branch and worktree)' }],
  options: [
    {
      name: 'budget',
      kind: 'text',
      value: 'TOKENS',
      about: 'At most this many tokens; resume.budget_tokens by default',
    },
    { name: 'max-chars', kind: 'text', value: 'N', about: 'At most this many characters for each text' },
    { name: 'format', kind: 'text', value: 'FORMAT', choices: packFormats, about: 'Plain text, Markdown or JSON' },
    { name: 'part', kind: 'text', value: 'N/M', about: 'The nth of m texts, for hosts that take several' },
    { name: 'full', kind: 'flag', about: 'On a terminal, too: the whole text, not a digest' },
    { name: 'explain', kind: 'flag', about: 'Show what goes in, what it costs of the budget and what is left out' },
    jsonOption,
  ],
  details:
    'The text first says what changed since, then the task, next actions, decisions, and as much of the working files as the limits allow. It never exceeds either limit. On a terminal it prints a digest of about ten lines, unless --full or an option about the text is given.',
  async run({ args, world, repository }) {
    const opened = await repository();
    const [name] = args.positionals;
    const named = name === undefined ? {} : { number: await numberNamed(opened, name) };
    const outcome = await resume(opened, { ...readRequest(args), ...named });
    if (outcome.kind === 'none') {
      world.stderr.write(
        outcome.offered === undefined
          ? 'No checkpoint to resume from. Make one with `git checkpoint save`.\n'
          : `Only checkpoints of other people are here. ${describeOffered(outcome.offered)}\n`,
      );
      return 0;
    }
    const { pack } = outcome;
    if (args.flag('explain') && args.flag('json'))
      writeJson({ args, world }, { ...pack, text: undefined, further: undefined });
    else {
      const screen = await withColors(world, opened);
      await page(renderFor(outcome, args, screen), screen, opened);
    }
    return 0;
  },
};

/** What asks for the text itself, in some form. */
const textOptions = ['full', 'budget', 'max-chars', 'format', 'part', 'json'];

/** A person at a terminal wants to know where they were; programs and agents, which may run on a terminal too, get the text. */
function renderFor(outcome: Parameters<typeof renderDigest>[0], args: Arguments, screen: World): string {
  if (args.flag('explain')) return renderExplanation(outcome, screen);
  const looks = screen.stdout.isTTY === true && writerOf(screen) === 'user';
  return looks && !textOptions.some(args.flag) ? renderDigest(outcome, screen) : outcome.pack.text;
}

function readRequest(args: Arguments): ResumeRequest {
  const budget = wholeNumber(args, 'budget');
  const maxChars = wholeNumber(args, 'max-chars');
  const format = packFormats.find(
    (known) => known === (args.flag('json') && !args.flag('explain') ? 'json' : args.text('format')),
  );
  const part = partOption(args, 'part');
  return defined({ budget, maxChars, format, part });
}

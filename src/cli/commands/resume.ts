import { defined } from '../../core/defined.ts';
import { numberNamed } from '../../open/repository.ts';
import { describeOffered, packFormats, type ResumeRequest, resume } from '../../repository/resume.ts';
import { type Arguments, type Command, jsonOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { partOption, wholeNumber } from '../option-values.ts';
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
    { name: 'explain', kind: 'flag', about: 'Show what goes in, at which level, what it costs and what is left out' },
    jsonOption,
  ],
  details:
    'The text first says what changed since, then the task, next actions, decisions, and as much of the working files as the limits allow. It never exceeds either limit.',
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
    if (!args.flag('explain')) world.stdout.write(pack.text);
    else if (args.flag('json')) writeJson({ args, world }, { ...pack, text: undefined, further: undefined });
    else world.stdout.write(renderExplanation(pack));
    return 0;
  },
};

function readRequest(args: Arguments): ResumeRequest {
  const budget = wholeNumber(args, 'budget');
  const maxChars = wholeNumber(args, 'max-chars');
  const format = packFormats.find(
    (known) => known === (args.flag('json') && !args.flag('explain') ? 'json' : args.text('format')),
  );
  const part = partOption(args, 'part');
  return defined({ budget, maxChars, format, part });
}

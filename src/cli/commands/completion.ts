import { Failure } from '../../core/failure.ts';
import type { Call, Command, Completes } from '../command.ts';
import { type Candidate, completionsFor } from '../complete.ts';
import { readCandidates } from '../completion-values.ts';
import { renderCompletion, shells } from '../render/completion.ts';

export const completionCommand: Command = {
  name: 'completion',
  about: 'Print a completion script for bash, zsh or fish',
  positionals: [{ form: '[SHELL]', about: 'bash, zsh or fish (default: bash)', words: shells }],
  options: [],
  dashes: true,
  details:
    'For bash and zsh: `eval "$(git checkpoint completion bash)"` in the startup file; for fish: `git checkpoint completion fish | source`. The scripts ask `git checkpoint completion -- WORDS`, which prints what may stand in the place of the last word: a line each, and behind a tab what it means; `:files` where it is a path.',
  async run(call) {
    const { args, world } = call;
    if (args.after === undefined) {
      world.stdout.write(renderCompletion(args.positionals[0] ?? 'bash'));
      return 0;
    }
    const commands = await call.commands();
    const found = await completionsFor(args.after, { commands, read: (kind) => readHere(call, kind) });
    if (found === 'files') world.stdout.write(':files\n');
    else
      for (const { word, about } of found)
        world.stdout.write(about === undefined ? `${word}\n` : `${word}\t${about}\n`);
    return 0;
  },
};

/** Outside of a repository, or in one that cannot be read, there is nothing to offer, and nobody at the prompt to tell. */
async function readHere(call: Call, kind: Exclude<Completes, 'trigger' | 'path'>): Promise<readonly Candidate[]> {
  try {
    return await readCandidates(await call.repository(), kind);
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}

import type { Command } from '../command.ts';

export const completionCommand: Command = {
  name: 'completion',
  about: 'Print a completion script for bash, zsh or fish',
  positionals: [{ form: '[SHELL]', about: 'bash, zsh or fish; bash when left out' }],
  options: [],
  details:
    'For bash: `eval "$(git checkpoint completion bash)"`. It completes `git checkpoint` through git’s own completion.',
  async run({ args, world, commands }) {
    const { renderCompletion } = await import('../render/completion.ts');
    world.stdout.write(renderCompletion(args.positionals[0] ?? 'bash', await commands()));
    return 0;
  },
};

import type { Command } from '../command.ts';

export const completionCommand: Command = {
  name: 'completion',
  about: 'Print a completion script for bash, zsh or fish',
  positionals: [{ form: '[SHELL]', about: 'bash, zsh or fish (default: bash)' }],
  options: [],
  dashes: true,
  details:
    'For bash: `eval "$(git checkpoint completion bash)"`. It completes `git checkpoint` through git\'s own completion. The scripts ask `git checkpoint completion -- WORDS`, which prints the possible completions of the last word.',
  async run({ args, world, commands }) {
    const all = await commands();
    if (args.after === undefined) {
      const { renderCompletion } = await import('../render/completion.ts');
      world.stdout.write(renderCompletion(args.positionals[0] ?? 'bash', all));
    } else {
      const { completionsFor } = await import('../help-parser.ts');
      for (const word of await completionsFor(args.after, all)) world.stdout.write(`${word}\n`);
    }
    return 0;
  },
};

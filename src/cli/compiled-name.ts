import { hotCommands } from './hot-commands.ts';

/**
 * The file beside the program with the code that V8 compiled for a command: it fits one version of Node, and holds what this command runs.
 * Hooks with parts are those of a session's start, which run far more than the others.
 */
export function compiledName(program: string, args: readonly string[]): string {
  const [command = 'save'] = args;
  const own = hotCommands.has(command) ? command : 'other';
  return `${program}-${process.version}-${process.arch}-${own}${args.includes('--part') ? '-start' : ''}.cache`;
}

import { Failure } from '../core/failure.ts';
import type { Command } from './command.ts';

/** That a command was called wrongly, and where it is said how to call it. */
export function usageFailure(command: Pick<Command, 'name'>, message: string): Failure {
  return new Failure('usage', message, { hint: `See \`git checkpoint ${command.name} -h\`.` });
}

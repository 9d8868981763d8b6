import { Failure } from '../core/failure.ts';
import type { Command } from './command.ts';

/** That a command was called wrongly, and where it is said how to call it. */
export function usageFailure(command: Pick<Command, 'name'>, message: string): Failure {
  return new Failure('usage', message, { hint: `See \`git checkpoint ${command.name} -h\`.` });
}

/** That a command needs the name of a checkpoint. */
export function whichCheckpoint({ name }: Pick<Command, 'name'>): Failure {
  return new Failure('usage', `${name}: which checkpoint?`, {
    hint: `Try \`git checkpoint ${name} latest\`, or run \`git checkpoint list\`.`,
  });
}

import { Failure } from '../../core/failure.ts';
import type { RemoteCall } from '../engine.ts';
import { gitFailure } from './run.ts';

/** What git says on the way to a failure, and what says nothing. */
const chatter =
  /^(?:To |From |hint:|remote: *$|error: failed to push some refs|(?:remote: )?(?:Enumerating|Counting|Compressing|Writing|Receiving|Resolving|Unpacking|Total|Delta|Checking)\b)/;

/** What a git that spoke to a remote said, as a failure. */
export function remoteFailure(verb: string, call: RemoteCall, stderr: string): Failure {
  const words = stderr
    .split(/[\n\r]/)
    .filter((line) => !chatter.test(line))
    .join('\n');
  const { message, cause } = gitFailure([verb], words);
  const asks = /terminal prompts disabled|could not read (?:Username|Password)|Permission denied|passphrase/i;
  const hint = asks.test(stderr)
    ? `The remote wants to know who you are; try \`git fetch ${call.remote}\` on a terminal first.`
    : 'Nothing was lost. The next sync goes on where this one stopped.';
  return new Failure('fatal', `${verb} with '${call.remote}' failed: ${message}`, { hint, cause });
}

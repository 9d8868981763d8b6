import type { Repository } from '../open/repository.ts';
import { type ShareOptions, type ShareOutcome, share } from '../sync/share.ts';
import { recordingFailure } from '../sync/sync-failure.ts';
import { type PushOptions, recordAllowed } from './push.ts';

/** Both directions: afterwards this clone and the remote have the same checkpoints, under the same numbers. */
export async function sync(
  repository: Repository,
  options: ShareOptions & Pick<PushOptions, 'allowSecrets'> = {},
): Promise<ShareOutcome> {
  await recordAllowed(repository, options);
  const run = () => share(repository, { filter: { push: () => true, fetch: () => true } }, options);
  return options.dryRun ? run() : recordingFailure(repository, run);
}

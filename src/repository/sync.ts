import type { Repository } from '../open/repository.ts';
import { withFailureKept } from '../sync/background-sync.ts';
import { type ShareOptions, type ShareOutcome, share } from '../sync/share.ts';
import { type PushOptions, recordAllowed } from './push.ts';

/** Both directions: afterwards this clone and the remote have the same checkpoints, under the same numbers. */
export async function sync(
  repository: Repository,
  options: ShareOptions & Pick<PushOptions, 'allowSecrets'> = {},
): Promise<ShareOutcome> {
  await recordAllowed(repository, options);
  return withFailureKept(repository, () =>
    share(repository, { filter: { push: () => true, fetch: () => true } }, options),
  );
}

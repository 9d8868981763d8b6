import { type PushOptions, recordAllowed } from './push.ts';
import { configOf, type Repository } from './repository.ts';
import { type ShareOptions, type ShareOutcome, share } from './share.ts';

/** Both directions: afterwards this clone and the remote have the same checkpoints, under the same numbers. */
export async function sync(
  repository: Repository,
  options: ShareOptions & Pick<PushOptions, 'allowSecrets'> = {},
): Promise<ShareOutcome> {
  await recordAllowed(repository, options);
  return share(repository, { wishes: { send: () => true, receive: () => true } }, options);
}

/** Starts a sync that nobody waits for, when the user asked for that. */
export async function startBackgroundSync(repository: Repository): Promise<void> {
  const { autoSync, remote } = await configOf(repository);
  if (autoSync && remote !== '') repository.world.startSelf?.(['sync', '--background'], repository.engine.place.root);
}

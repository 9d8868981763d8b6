import { configOf, type Repository } from '../open/repository.ts';

/** Starts a sync that nobody waits for, when the user asked for that. */
export async function startBackgroundSync(repository: Repository): Promise<void> {
  const { autoSync, remote } = await configOf(repository);
  if (autoSync && remote !== '')
    await repository.world.startSelf?.(['sync', '--background'], repository.engine.place.root);
}

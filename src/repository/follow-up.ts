import type { Repository } from '../open/repository.ts';
import { startBackgroundSync } from '../sync/background-sync.ts';
import { wantsModel } from './enrich.ts';
import type { SaveOutcome } from './save.ts';

/** Starts what may follow a save and nobody waits for: a better analysis by a model, a sync. Each only when it was asked for. */
export async function startFollowUps(
  repository: Repository,
  outcome: SaveOutcome,
  allowed: { readonly model: boolean },
): Promise<void> {
  if (outcome.kind !== 'saved') return;
  const { number, note } = outcome.checkpoint;
  const hasSession = note.session?.transcript !== undefined;
  if (allowed.model && hasSession && (await wantsModel(repository)))
    await repository.world.startSelf?.(['enrich', String(number)], repository.engine.place.root);
  await startBackgroundSync(repository);
}

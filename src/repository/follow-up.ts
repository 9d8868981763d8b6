import { configOf, type Repository } from '../open/repository.ts';
import { wantsModel } from './enrich.ts';
import type { SaveOutcome } from './save.ts';

/** Starts what may follow a save and nobody waits for: a better analysis by a model, a sync. Each only when it was asked for. */
export async function startFollowUps(
  repository: Repository,
  outcome: SaveOutcome,
  allowed: { readonly model: boolean },
): Promise<void> {
  if (outcome.kind !== 'saved') return;
  const { world, engine } = repository;
  const { number, note } = outcome.checkpoint;
  const hasSession = note.session?.transcript !== undefined;
  if (allowed.model && hasSession && (await wantsModel(repository)))
    await world.startSelf?.(['enrich', String(number)], engine.place.root);
  const { autoSync, remote } = await configOf(repository);
  if (autoSync && remote !== '') await world.startSelf?.(['sync', '--background'], engine.place.root);
}

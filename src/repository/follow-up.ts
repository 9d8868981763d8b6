import { configOf, type Repository } from '../open/repository.ts';
import { modelUse } from './model-use.ts';
import type { SaveOutcome } from './save.ts';

/**
 * Starts what may follow a save and nobody waits for: a better analysis by a model, a sync. Each only when the user agreed to it.
 * Answers where a digest of the session is sent.
 */
export async function startFollowUps(
  repository: Repository,
  outcome: SaveOutcome,
  allowed: { readonly model: boolean },
): Promise<string | undefined> {
  if (outcome.kind !== 'saved') return undefined;
  const { world, engine } = repository;
  const { number, note } = outcome.checkpoint;
  const { llm, host, hasKey } = await modelUse(repository);
  const asks = allowed.model && note.session?.transcript !== undefined && llm === 'on';
  if (asks) await world.startSelf?.(['enrich', String(number)], engine.place.root);
  const { autoSync, remote } = await configOf(repository);
  if (autoSync && remote !== '') await world.startSelf?.(['sync', '--background'], engine.place.root);
  return asks && hasKey ? host : undefined;
}

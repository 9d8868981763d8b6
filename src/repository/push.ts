import { isDamaged } from '../core/checkpoint.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { Repository } from '../open/repository.ts';
import { loadCheckpoint } from '../store/load.ts';
import { allowSecrets } from '../sync/refuse-secrets.ts';
import { type ShareOptions, type ShareOutcome, share } from '../sync/share.ts';
import { list } from './list.ts';

export { previewPush } from '../sync/preview-push.ts';

export interface PushOptions extends ShareOptions {
  /** Which ones; absent or empty: all that were not shared yet. */
  readonly numbers?: readonly CheckpointNumber[];
  readonly branch?: string;
  readonly since?: Date;
  /** Checkpoints whose finds are no secrets. */
  readonly allowSecrets?: readonly CheckpointNumber[];
}

/** Shares checkpoints with the remote, and drops there what was dropped here. Fetches none. */
export async function push(repository: Repository, options: PushOptions = {}): Promise<ShareOutcome> {
  await recordAllowed(repository, options);
  const chosen = await choose(repository, options);
  const isChosen = (number: CheckpointNumber) => chosen === undefined || chosen.has(number);
  return share(repository, { filter: { push: isChosen }, only: [] }, options);
}

/** Keeps on record that the finds in these checkpoints are no secrets. */
export async function recordAllowed(
  repository: Repository,
  options: Pick<PushOptions, 'allowSecrets' | 'dryRun'>,
): Promise<void> {
  if (options.dryRun || options.allowSecrets === undefined) return;
  for (const number of options.allowSecrets) {
    const checkpoint = await loadCheckpoint(repository.engine, number);
    allowSecrets(repository.engine, [checkpoint], repository.world.now());
  }
}

async function choose(repository: Repository, options: PushOptions): Promise<Set<CheckpointNumber> | undefined> {
  const { numbers = [], branch, since } = options;
  if (numbers.length > 0) {
    for (const number of numbers) await loadCheckpoint(repository.engine, number);
    return new Set(numbers);
  }
  if (branch === undefined && since === undefined) return undefined;
  const entries = await list(repository, branch === undefined ? {} : { branch });
  const young = entries.filter((entry) => {
    if (isDamaged(entry)) return false;
    return since === undefined || Date.parse(entry.note.created) >= since.getTime();
  });
  return new Set(young.map(({ number }) => number));
}

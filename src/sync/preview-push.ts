import { isDamaged } from '../core/checkpoint.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { machineIdentity } from '../open/machine-identity.ts';
import { configOf, type Repository } from '../open/repository.ts';
import { readCheckpoints } from '../store/load.ts';
import { renderNote } from '../store/note-text.ts';
import type { SecretFinding } from './attribute-secrets.ts';
import { readLocalRefs } from './local-refs.ts';
import { notAllowed } from './refuse-secrets.ts';
import { readTrackedCheckpoints, readTrackedState } from './remote-refs.ts';
import { scanOutgoing } from './scan-outgoing.ts';
import { sharedForm } from './shared-note.ts';

/** What a push would send, as far as this clone knows the remote. */
interface PushPreview {
  readonly remote: string;
  readonly outgoing: readonly CheckpointNumber[];
  /** At the remote when it was last heard of, and not here. */
  readonly incoming: number;
  /** Why the push would be refused. */
  readonly secrets: readonly SecretFinding[];
}

/** Looks at what would be pushed, without a word to the remote; undefined where nothing is shared. */
export async function previewPush(repository: Repository): Promise<PushPreview | undefined> {
  const { engine } = repository;
  const { remote } = await configOf(repository);
  if (remote === '') return undefined;
  const [local, tracked, state] = await Promise.all([
    readLocalRefs(engine),
    readTrackedCheckpoints(engine, remote),
    readTrackedState(engine, remote),
  ]);
  const there = new Set(tracked.values());
  const here = new Set(local.checkpoints.values());
  const dead = local.state.ledger.value.dead;
  const outgoing = [...local.checkpoints]
    .filter(([, commit]) => !there.has(commit))
    .map(([number, commit]) => ({ number, commit }));
  const places = machineIdentity(repository);
  const notes = new Map<string, string>();
  const numbers = outgoing.map(({ number }) => number);
  for (const entry of await readCheckpoints(engine, numbers, { state: local.state }))
    if (!isDamaged(entry)) notes.set(entry.commit, renderNote(sharedForm(entry.note, places)));
  const { findings } = await scanOutgoing(engine, {
    branches: [`refs/remotes/${remote}/`],
    outgoing,
    remote: { checkpoints: tracked, quarantined: [], state, tracked: true },
    notes,
  });
  return {
    remote,
    outgoing: numbers,
    incoming: [...there].filter((commit) => !here.has(commit) && !dead.has(commit)).length,
    secrets: notAllowed(engine, findings),
  };
}

import type { Checkpoint } from '../core/checkpoint.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { Repository } from '../open/repository.ts';
import { driftSince } from '../resume/drift-since.ts';
import { findHere, findNumbered } from '../resume/find-resumable.ts';
import { type DriftFacts, isUnchanged } from '../resume/pack/drift.ts';
import type { Pack } from '../resume/pack/pack.ts';
import { type PackRequest, packerFor } from '../resume/packer.ts';
import { newestNumbers } from '../store/find.ts';

export type { Pack } from '../resume/pack/pack.ts';
export { formats as packFormats } from '../resume/pack/pack-input.ts';

export interface ResumeRequest extends PackRequest {
  /** Absent: the one that belongs here. */
  readonly number?: CheckpointNumber;
  /** Not one that another worktree of this machine made: its work goes on there. */
  readonly ownOnly?: boolean;
}

export type ResumeOutcome =
  | {
      readonly kind: 'resumed';
      readonly checkpoint: Checkpoint;
      readonly pack: Pack;
      /** What happened since; absent when nothing did. */
      readonly drift?: DriftFacts;
    }
  /** `others` says that there are checkpoints, made by people who were not allowed. */
  | { readonly kind: 'none'; readonly others: boolean };

/** Makes the text that the next session reads from the checkpoint that belongs here, or from another one. */
export async function resume(repository: Repository, request: ResumeRequest = {}): Promise<ResumeOutcome> {
  const { engine } = repository;
  const { number, ownOnly = false } = request;
  // git's status takes longest: everything else happens beside it. What it throws is thrown where it is awaited.
  const status = engine.status();
  status.catch(() => undefined);
  const packer = await packerFor(repository, request);
  const found =
    number === undefined ? await findHere(repository, { status, ownOnly }) : await findNumbered(repository, number);
  if (found === undefined) return { kind: 'none', others: (await newestNumbers(engine, 1)).length > 0 };
  const { checkpoint } = found;
  const [{ changes, files }, now] = await Promise.all([found.contents, status]);
  const drift = await driftSince(engine, { checkpoint, changes, status: now });
  const pack = packer.make(found, { files, drift });
  return { kind: 'resumed', checkpoint, pack, ...(isUnchanged(drift) ? {} : { drift }) };
}

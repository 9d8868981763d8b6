import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { isFromElsewhere } from '../open/provenance.ts';
import type { Repository } from '../open/repository.ts';
import { readLineAfterRestore } from '../restore/journal.ts';
import { readContents } from '../resume/checkpoint-contents.ts';
import { type DriftMaterial, driftSince } from '../resume/drift-since.ts';
import { findHere, findNumbered } from '../resume/find-resumable.ts';
import { findLastWork } from '../resume/last-work.ts';
import { summaryOfLine } from '../resume/line-summary.ts';
import { findOffered } from '../resume/offered.ts';
import type { SessionName } from '../resume/own-line.ts';
import { type DriftFacts, isUnchanged } from '../resume/pack/drift.ts';
import type { Pack } from '../resume/pack/pack.ts';
import type { PackLimits } from '../resume/pack/pack-input.ts';
import { type PackRequest, packerFor } from '../resume/packer.ts';
import { findUnfinishedWork, type UnfinishedWork } from '../resume/unfinished-work.ts';

export { describeOffered } from '../resume/offered.ts';
export { describeDrift } from '../resume/pack/drift.ts';
export type { Pack } from '../resume/pack/pack.ts';
export { formats as packFormats } from '../resume/pack/pack-input.ts';
export type { UnfinishedWork } from '../resume/unfinished-work.ts';

export interface ResumeRequest extends PackRequest {
  /** Absent: the one that belongs here. */
  readonly number?: CheckpointNumber;
  /** Not one that another worktree of this machine made: its work goes on there. */
  readonly ownOnly?: boolean;
  /** Only of the line of work of this session; absent: whatever was done here last. */
  readonly session?: SessionName;
}

export type ResumeOutcome =
  | {
      readonly kind: 'resumed';
      readonly checkpoint: Checkpoint;
      /** What its work is called. */
      readonly title: string;
      readonly pack: Pack;
      readonly limits: PackLimits;
      /** What happened since; absent when nothing did. */
      readonly drift?: DriftFacts;
      /** Other work that was left unfinished in this worktree, newest first; not looked for when one session's work was asked for. */
      readonly otherWork: readonly UnfinishedWork[];
    }
  /** `offered` is the newest by somebody whom the user did not allow. */
  | { readonly kind: 'none'; readonly offered?: Checkpoint };

/** Makes the text that the next session reads from the checkpoint that belongs here, or from another one. */
export async function resume(repository: Repository, request: ResumeRequest = {}): Promise<ResumeOutcome> {
  const { engine } = repository;
  const { number, ownOnly = false, session } = request;
  // git's status takes longest: everything else happens beside it. What it throws is thrown where it is awaited.
  const status = engine.status();
  status.catch(() => undefined);
  const packer = await packerFor(repository, request);
  const found =
    number === undefined
      ? await findHere(repository, defined({ status, ownOnly, session }))
      : await findNumbered(repository, number);
  if (found === undefined) return defined({ kind: 'none' as const, offered: await findOffered(repository) });
  const { checkpoint } = found;
  const [{ changes, files, read }, now] = await Promise.all([found.contents, status]);
  const elsewhere = isFromElsewhere(repository, checkpoint) && !isRestoredHere(repository, checkpoint);
  const drift = await driftOnLine(repository, { checkpoint, changes, status: now, elsewhere });
  const title = await summaryOfLine(engine, checkpoint);
  const pack = packer.make(found, { files, read, drift, title });
  const isOpen = number === undefined && session === undefined;
  const otherWork = isOpen ? await findUnfinishedWork(repository, checkpoint) : [];
  return defined({
    kind: 'resumed',
    checkpoint,
    title,
    pack,
    limits: packer.limits,
    drift: isUnchanged(drift) ? undefined : drift,
    otherWork,
  });
}

/** The text for a working tree that is as the checkpoint has it. */
export async function packAlone(repository: Repository, number: CheckpointNumber): Promise<Pack> {
  const found = await findNumbered(repository, number);
  const [packer, { files, read }] = await Promise.all([packerFor(repository, {}), found.contents]);
  return packer.make(found, { files, read });
}

/** A restore brought it here, wherever it was saved. */
function isRestoredHere({ engine }: Repository, { note }: Checkpoint): boolean {
  return readLineAfterRestore(engine.place)?.goesOn?.uid === note.uid;
}

/** What happened since the session's own work, which a later checkpoint of the same line need not hold. */
async function driftOnLine(repository: Repository, material: DriftMaterial): Promise<DriftFacts> {
  const { engine } = repository;
  const work = await findLastWork(repository, material.checkpoint);
  if (work.number === material.checkpoint.number) return driftSince(repository, material);
  const { changes } = await readContents(engine, work);
  return { ...(await driftSince(repository, { ...material, checkpoint: work, changes })), since: work.number };
}

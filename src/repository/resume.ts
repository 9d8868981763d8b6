import type { Checkpoint } from '../core/checkpoint.ts';
import type { Repository } from '../open/repository.ts';
import { driftSince } from '../resume/drift-since.ts';
import { findHere, findNamed, findPrepared } from '../resume/find-resumable.ts';
import { type DriftFacts, isUnchanged } from '../resume/pack/drift.ts';
import type { Pack } from '../resume/pack/pack.ts';
import { type PackRequest, packerFor } from '../resume/packer.ts';
import { keepPack, questionFor } from '../resume/prepared-pack.ts';
import { standOf } from '../resume/stand.ts';
import { newestNumbers } from '../store/find.ts';

export type { Pack } from '../resume/pack/pack.ts';
export { formats as packFormats } from '../resume/pack/pack-input.ts';

export interface ResumeRequest extends PackRequest {
  /** How somebody named the checkpoint; absent: the one that belongs here. */
  readonly name?: string;
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

/** Makes the text that the next session reads from the checkpoint that belongs here, or from a named one. */
export async function resume(repository: Repository, request: ResumeRequest = {}): Promise<ResumeOutcome> {
  const { engine, world } = repository;
  const began = world.now();
  // The look at the working tree takes longest: everything else happens beside it. What it throws is thrown where it is awaited.
  const looking = engine.status();
  looking.catch(() => undefined);
  const packer = await packerFor(repository, request);
  const { name, ownOnly = false, exact = false } = request;
  const search = { looking, packer, ownOnly, exact };
  const asked = name === undefined ? await questionFor(engine, packer) : undefined;
  const prepared = asked && (await findPrepared(repository, asked, search));
  if (prepared !== undefined) return { kind: 'resumed', checkpoint: prepared.checkpoint, pack: prepared.pack };
  const found = name === undefined ? await findHere(repository, search) : await findNamed(repository, name);
  if (found === undefined) return { kind: 'none', others: (await newestNumbers(engine, 1)).length > 0 };
  const { checkpoint, why, contents, ahead } = found;
  const [{ changes, files }, status] = await Promise.all([contents, looking]);
  const material = { checkpoint, changes, status };
  const facts = await driftSince(engine, material);
  const fits = isUnchanged(facts) && why === undefined;
  const pack = (fits ? await ahead : undefined) ?? (await packer.make(found, { files, drift: facts }));
  const stand = fits && asked?.number === checkpoint.number ? standOf(engine.place.root, material, began) : undefined;
  if (asked !== undefined && stand !== undefined) keepPack(engine.place, asked, { checkpoint, pack, stand });
  return { kind: 'resumed', checkpoint, pack, ...(isUnchanged(facts) ? {} : { drift: facts }) };
}

import { describeError, Failure } from '../core/failure.ts';
import type { GitEngine } from '../git/engine.ts';
import { recordHoldings } from '../local/nested-records.ts';
import { SnapshotLost } from './confirm-saved.ts';
import { lookAtParts } from './lost-parts.ts';
import type { NestedDraft } from './nested-commits.ts';
import { nestedRefOf } from './refs.ts';
import { releaseNested } from './release-nested.ts';
import { retainingWriter } from './retaining-writer.ts';

interface HoldOptions {
  /** Whose they are. */
  readonly uid: string;
  /** Has the system write them to the disk. */
  readonly flush: boolean;
  readonly maxGcWait?: number;
}

/**
 * Does a save while the content of nested repositories is held by refs in them. They are made before the checkpoint that names them. When
 * the save fails they go again; after a crash, `doctor --repair` and retention find them by the record of this save.
 */
export async function whileHeld<T>(
  engine: GitEngine,
  held: { readonly drafts: readonly NestedDraft[]; readonly options: HoldOptions },
  save: () => Promise<T>,
): Promise<T> {
  const { drafts, options } = held;
  const holdings = [{ uid: options.uid, nested: drafts.map(({ entry }) => entry) }];
  const forget = recordHoldings(engine.place, holdings);
  try {
    for (const draft of drafts) await holdOrTell(engine, draft, options);
    const saved = await save();
    forget();
    return saved;
  } catch (error) {
    await releaseNested(engine, holdings);
    forget();
    throw error;
  }
}

/** A nested repository cannot be written to. */
export class NestedUnwritable extends Failure {
  constructor(path: string, cause: unknown) {
    super('fatal', `cannot write to the repository ${path}: ${describeError(cause)}`, {
      hint: '`checkpoint.nested = name` leaves repositories inside of the working tree out.',
      cause,
    });
  }
}

async function holdOrTell(engine: GitEngine, draft: NestedDraft, options: HoldOptions): Promise<void> {
  try {
    await hold(engine, draft, options);
  } catch (error) {
    throw error instanceof SnapshotLost ? error : new NestedUnwritable(draft.entry.path, error);
  }
}

async function hold(engine: GitEngine, { entry, parts, commits }: NestedDraft, options: HoldOptions): Promise<void> {
  const nested = await engine.openNested(entry.path);
  if (typeof nested === 'string')
    throw new Failure('no', `${entry.path} changed while it was being saved`, { hint: 'Save again.' });
  try {
    const writer = retainingWriter(nested, options.maxGcWait);
    for (const commit of commits) await writer.writeObject('commit', commit);
    const ref = nestedRefOf(entry.commit);
    let isLost = false;
    const look = async () => {
      const { objects, lost } = await lookAtParts(nested, parts, new Date(0));
      isLost ||= lost.length > 0;
      return objects;
    };
    const made = await writer.moveRefs([[{ ref, new: entry.commit }]], async () => {
      await look();
      return !isLost;
    });
    const objects = await look();
    if (isLost) throw new SnapshotLost();
    if (made === 0) throw new Failure('fatal', `${ref} cannot be made`);
    if (options.flush) await nested.flushToDisk([...objects, ...writer.written()], [ref]);
  } finally {
    await nested.close();
  }
}

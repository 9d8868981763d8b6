import type { Oid } from '../core/checkpoint.ts';
import type { GitEngine } from '../git/engine.ts';
import { findNotes } from '../git/notes.ts';
import { readLocalLines } from '../local/local-lines.ts';
import { isSignedBy, readSignatures } from '../open/signatures.ts';
import { findForeignNotes } from '../store/foreign-notes.ts';
import { parseNote } from '../store/note-text.ts';
import type { LocalRefs } from './local-refs.ts';
import type { MergedNotes } from './merge-notes.ts';
import type { RemoteRefs } from './remote-refs.ts';

/** What a remote has no say in. */
interface Standing {
  /** Whether a checkpoint was made here, and not fetched. */
  readonly isOwn: (commit: Oid) => boolean;
  /** Checkpoints that the remote wants dropped, and that were made here, are kept, or were signed by the user on another machine. */
  readonly retained: ReadonlySet<Oid>;
}

export async function readStanding(
  engine: GitEngine,
  { local, remote, email }: { readonly local: LocalRefs; readonly remote: RemoteRefs; readonly email: string },
): Promise<Standing> {
  const fetched = new Set(readLocalLines(engine, 'imported').map((line) => line.split(' ')[0]));
  const isOwn = (commit: Oid) => !fetched.has(commit);
  const here = local.state.ledger.value.dead;
  const asked = remote.state.ledger.value.dead;
  const dropped = [...local.checkpoints.values()].filter((commit) => asked.has(commit) && !here.has(commit));
  const kept = await findKept(engine, local, dropped);
  const signatures = await readSignatures(engine);
  // Nobody signs a drop, so whoever may push could take away what the user signed.
  const isSigned = (commit: Oid) => isSignedBy(signatures.get(commit), email);
  const isHeld = (commit: Oid) => isOwn(commit) || kept.has(commit) || isSigned(commit);
  return { isOwn, retained: new Set(dropped.filter(isHeld)) };
}

async function findKept(engine: GitEngine, { state }: LocalRefs, commits: readonly Oid[]): Promise<Set<Oid>> {
  const blobs = [...(await findNotes(engine, state.notes?.tree, commits))];
  const notes = await engine.readObjects(blobs.map(([, blob]) => blob));
  const kept = new Set<Oid>();
  for (const [at, [commit]] of blobs.entries()) {
    // Where that cannot be read, it may be kept.
    const note = await parseNote(notes[at]?.bytes ?? Buffer.alloc(0)).catch(() => ({ kept: true }));
    if (note.kept === true) kept.add(commit);
  }
  return kept;
}

/** Without what is kept apart already, and was told. */
export async function withoutKnown(engine: GitEngine, remote: string, merged: MergedNotes): Promise<MergedNotes> {
  if (merged.apart.size === 0) return merged;
  const known = await findForeignNotes(engine, remote, [...merged.apart.keys()]);
  return { ...merged, apart: new Map([...merged.apart].filter(([commit, blob]) => known.get(commit) !== blob)) };
}

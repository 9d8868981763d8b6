import type { Oid } from '../core/checkpoint.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine } from '../git/engine.ts';
import { isSignedBy } from '../open/signatures.ts';
import { diffNotes, type NotePair } from './diff-notes.ts';

/** What the user's own key says about checkpoints whose notes differ here and at the remote. */
export interface Vouched {
  /** The user's key signed the checkpoint, on whatever machine. */
  readonly mine: ReadonlySet<Oid>;
  /** And it signed the change that brought the remote's version of the note. */
  readonly notes: ReadonlySet<Oid>;
}

/** How far back the change is looked for that brought a note. */
const MAX_CHANGES = 500;

/** Finds out what the user's other machines signed. A signature covers what its notes commit changed, not what it found there. */
export async function readVouched(
  engine: GitEngine,
  pairs: ReadonlyMap<Oid, NotePair>,
  by: { readonly notes: Oid | undefined; readonly email: string },
): Promise<Vouched> {
  const { signing } = engine;
  const theirs = [...pairs].filter(([, pair]) => pair.theirs !== undefined).map(([commit]) => commit);
  const signed = signing === undefined ? [] : await signedAmong(engine, theirs);
  if (signing === undefined || by.notes === undefined || signed.length === 0)
    return { mine: new Set(), notes: new Set() };
  const found = await signing.verify(signed);
  const mine = new Set(signed.filter((commit) => isSignedBy(found.get(commit), by.email)));
  const changes = await findChanges(engine, by.notes, mine);
  const judged = await signing.verify([...new Set(changes.values())]);
  const notes = [...changes].filter(([, change]) => isSignedBy(judged.get(change), by.email));
  return { mine, notes: new Set(notes.map(([commit]) => commit)) };
}

async function signedAmong(engine: GitEngine, commits: readonly Oid[]): Promise<Oid[]> {
  const objects = await engine.readObjects(commits);
  return commits.filter((_, at) => {
    const object = objects[at];
    return object?.type === 'commit' && parseCommit(object.bytes)?.signed === true;
  });
}

/** Which commit in the history of the notes brought the version that is there now. One without a parent brought nothing: it may hold anything. */
async function findChanges(engine: GitEngine, tip: Oid, wanted: ReadonlySet<Oid>): Promise<Map<Oid, Oid>> {
  const changes = new Map<Oid, Oid>();
  let [at, commit] = [tip, await factsOf(engine, tip)];
  for (let steps = 0; steps < MAX_CHANGES && changes.size < wanted.size; steps += 1) {
    const parent = commit?.parents[0];
    const before = parent === undefined ? undefined : await factsOf(engine, parent);
    if (commit === undefined || parent === undefined || before === undefined) break;
    for (const changed of (await diffNotes(engine, before.tree, commit.tree)).keys()) {
      if (wanted.has(changed) && !changes.has(changed)) changes.set(changed, at);
    }
    [at, commit] = [parent, before];
  }
  return changes;
}

async function factsOf(engine: GitEngine, oid: Oid) {
  const [object] = await engine.readObjects([oid]);
  return object?.type === 'commit' ? parseCommit(object.bytes) : undefined;
}

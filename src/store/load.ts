import type { Checkpoint, DamagedCheckpoint, Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { describeError, Failure } from '../core/failure.ts';
import type { Note } from '../core/note.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine, GitObject } from '../git/engine.ts';
import { findNotes } from '../git/notes.ts';
import type { KnownTrees } from '../git/read-trees.ts';
import { createdAt } from './created-at.ts';
import { headAmong } from './index-commit.ts';
import { withWorktree } from './known-worktrees.ts';
import { noteFromMessage } from './message.ts';
import { NewerNote } from './note-schema.ts';
import { parseNote, type Reading } from './note-text.ts';
import { refOf, TRASH } from './refs.ts';
import { readState, type StoreState } from './state.ts';

interface ReadOptions extends Reading {
  /** The store as the caller has read it. */
  readonly state?: StoreState;
  /** Trees of the notes, for who reads in several goes. */
  readonly noteTrees?: KnownTrees;
  /** What refs point at, where the caller has listed them: git finds an object by its id several times as quickly as by a ref. */
  readonly commits?: ReadonlyMap<CheckpointNumber, Oid>;
}

/** Reads checkpoints by number, in the order asked. A number that does not exist is left out; a damaged one says why. */
export async function readCheckpoints(
  engine: GitEngine,
  numbers: readonly CheckpointNumber[],
  { state: given, noteTrees, commits: listed, ...reading }: ReadOptions = {},
): Promise<(Checkpoint | DamagedCheckpoint)[]> {
  const names = numbers.map((number) => listed?.get(number) ?? refOf(number));
  const [commits, state] = await Promise.all([engine.readObjects(names), given ?? readState(engine)]);
  const found = numbers.flatMap((number, at) => (commits[at] === undefined ? [] : [{ number, commit: commits[at] }]));
  const { objectFormat } = engine;
  const readObjects = (names: readonly string[]) => engine.readObjects(names);
  const blobs = await findNotes(
    defined({ objectFormat, readObjects, known: noteTrees }),
    state.notes?.tree,
    found.map(({ commit }) => commit.oid),
  );
  const notes = await engine.readObjects(found.map(({ commit }) => blobs.get(commit.oid) ?? commit.oid));
  const entries = await Promise.all(
    found.map(({ number, commit }, at) => {
      const note = blobs.has(commit.oid) ? notes[at] : undefined;
      return readOne(engine, defined({ number, commit, note, reading }));
    }),
  );
  if (found.length === numbers.length) return entries;
  const known = new Map(
    [...(await findLost(engine, numbers, found)), ...entries].map((entry) => [entry.number, entry]),
  );
  return numbers.flatMap((number) => known.get(number) ?? []);
}

/** Those of the numbers whose ref stands and whose commit is gone: a broken disk, or a repository that was copied by halves. */
async function findLost(
  engine: GitEngine,
  numbers: readonly CheckpointNumber[],
  found: readonly { readonly number: CheckpointNumber }[],
): Promise<DamagedCheckpoint[]> {
  const there = new Set(found.map(({ number }) => number));
  const absent = numbers.filter((number) => !there.has(number));
  const oids = await engine.resolveRefs(absent.map(refOf));
  return absent.flatMap((number, at) => {
    const commit = oids[at];
    return commit === undefined ? [] : [{ number, commit, damage: `its commit ${commit} is missing`, lost: true }];
  });
}

interface Raw {
  readonly number: CheckpointNumber;
  readonly commit: GitObject;
  readonly note?: GitObject;
  readonly reading: Reading;
}

async function readOne(engine: GitEngine, raw: Raw): Promise<Checkpoint | DamagedCheckpoint> {
  const { number, commit } = raw;
  const facts = commit.type === 'commit' ? parseCommit(commit.bytes) : undefined;
  if (facts === undefined)
    return { number, commit: commit.oid, damage: `it points at a ${commit.type} that is no checkpoint` };
  const common = {
    number,
    commit: commit.oid,
    tree: facts.tree,
    author: facts.author,
    ...(facts.signed ? { signed: true } : {}),
  };
  const rescue = async (): Promise<Checkpoint | undefined> => {
    const created = createdAt(facts);
    const note = noteFromMessage(facts.message, { created, commit: await headAmong(engine, facts.parents) });
    return note === undefined ? undefined : { ...common, ...madeOn(facts.parents, note), note, noteFrom: 'message' };
  };
  try {
    if (raw.note !== undefined) {
      const note = await parseNote(raw.note.bytes, raw.reading);
      return { ...common, ...madeOn(facts.parents, note), note: withWorktree(note, engine.place), noteFrom: 'note' };
    }
  } catch (error) {
    const damage = describeError(error);
    const rescued = await rescue();
    const newer = error instanceof NewerNote ? true : undefined;
    return defined({ number, commit: commit.oid, damage, rescued, newer });
  }
  const damage = "it has no note, and its message is not a checkpoint's";
  return (await rescue()) ?? { number, commit: commit.oid, damage };
}

/** HEAD and index as commits. Before the first commit there is no HEAD, and the index comes first. */
function madeOn(parents: readonly Oid[], { context }: Note): Pick<Checkpoint, 'base' | 'index'> {
  const [base, index] = context.commit === '' && parents.length === 1 ? [undefined, ...parents] : parents;
  return defined({ base, index });
}

/** Reads one checkpoint that must be there and whole. */
export async function loadCheckpoint(engine: GitEngine, number: CheckpointNumber): Promise<Checkpoint> {
  const [entry] = await readCheckpoints(engine, [number]);
  if (entry === undefined) throw await missing(engine, number);
  if ('damage' in entry) {
    throw new Failure('fatal', `checkpoint ${number} cannot be read: ${entry.damage}`, {
      hint: entry.lost
        ? 'Another clone or a backup may have it; `git fsck` tells what else is gone.'
        : `Its files are whole: \`git show refs/checkpoints/${number}\`. \`git checkpoint doctor --repair\` rebuilds the note.`,
    });
  }
  return entry;
}

async function missing(engine: GitEngine, number: CheckpointNumber): Promise<Failure> {
  const { ledger } = await readState(engine);
  const dropped = [...ledger.value.dead.values()].includes(number);
  const word = dropped ? 'was dropped' : 'does not exist';
  const inTrash = (await engine.listRefs(TRASH)).some(({ ref }) => ref.startsWith(`${TRASH}${number}-`));
  return new Failure('fatal', `checkpoint ${number} ${word}`, {
    hint: inTrash
      ? 'It is in the trash: find the operation with `git checkpoint log`, then `git checkpoint undo N` brings it back.'
      : 'Run `git checkpoint list` to see what there is.',
  });
}

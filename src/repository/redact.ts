import { uncommittedWords } from '../analysis/changes.ts';
import type { Checkpoint, Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { Note } from '../core/note.ts';
import { hidePlacesIn, mapWords } from '../core/note-words.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { namedInLog } from '../core/operation.ts';
import { countChanges, SUBMODULE, type TreeChange } from '../core/tree-change.ts';
import { clampTime, parseCommit, renderCommit } from '../git/commit-bytes.ts';
import { editTree, leavesOf } from '../git/edit-tree.ts';
import { emptyTree } from '../git/hash.ts';
import { machineIdentity } from '../open/machine-identity.ts';
import { pathsFromTop } from '../open/paths-from-top.ts';
import { recordRewritten } from '../open/provenance.ts';
import { withRealObjects } from '../open/real-objects.ts';
import { recordOperation } from '../open/record-operation.ts';
import { type Repository, signature } from '../open/repository.ts';
import { findSigner } from '../open/sign-commit.ts';
import { redact } from '../redaction/redact.ts';
import { isSecretName } from '../redaction/secret-names.ts';
import { createdAt } from '../store/created-at.ts';
import { loadCheckpoint } from '../store/load.ts';
import { renderMessage } from '../store/message.ts';
import { renderNote } from '../store/note-text.ts';
import { TRACKING } from '../store/refs.ts';
import { forgetNotesBeforeRepair } from '../store/repair-notes.ts';
import { replaceCheckpoint } from '../store/replace.ts';
import { scanBytes, UNREAD } from '../sync/scan-bytes.ts';

interface RedactRequest {
  /** Not a checkpoint: its real objects are read, whatever stands in for them. */
  readonly number: CheckpointNumber;
  /** Files to take out, relative to where one stands; absent, with no texts either: those in which secrets are found. */
  readonly files?: readonly string[];
  /** Texts to take out of words, and with the files that hold them. */
  readonly texts?: readonly string[];
}

interface RedactOutcome {
  readonly number: CheckpointNumber;
  /** The new commit; the old one when there was nothing to take out. */
  readonly commit: Oid;
  /** Removed new files are gone, tracked ones are as the commit below has them. */
  readonly files: readonly string[];
  readonly words: boolean;
}

/** Writes a checkpoint anew without a file or a text. Only before it was shared: what left cannot be called back. */
export async function redactCheckpoint(repository: Repository, request: RedactRequest): Promise<RedactOutcome> {
  if (request.texts?.includes('')) throw new Failure('usage', 'the text to take out is empty');
  const files = pathsFromTop(repository, request.files ?? []);
  return withRealObjects(repository, (real) => redactReal(real, { ...request, files }));
}

async function redactReal(repository: Repository, request: RedactRequest): Promise<RedactOutcome> {
  const checkpoint = await loadCheckpoint(repository.engine, request.number);
  await refuseShared(repository, checkpoint);
  const changes = await allChanges(repository, checkpoint);
  const texts = request.texts ?? [];
  const automatic = texts.length === 0 && (request.files ?? []).length === 0;
  const named = namedFiles(changes, request.files ?? [], checkpoint.number);
  const found = await filesThat(repository, changes, (bytes, change) =>
    automatic ? holdsSecret(bytes, change) : texts.some((text) => Buffer.from(bytes).includes(text)),
  );
  const files = new Map([...named, ...found].map((change) => [change.path, change]));
  const words = renderNote(withoutTexts(checkpoint.note, texts)) !== renderNote(checkpoint.note);
  const { number } = checkpoint;
  if (files.size === 0 && !words) return { number, commit: checkpoint.commit, files: [], words };
  const edits = new Map([...files.values()].map((change) => [change.path, leavesOf(change)[0]]));
  const tree = await editTree(repository.engine, checkpoint.tree, edits);
  const note = await withoutFiles(repository, withoutTexts(checkpoint.note, texts), {
    files: [...files.values()],
    left: await changesOf(repository, checkpoint.base, tree),
  });
  const commit = await rewrite(repository, checkpoint, { note, tree, edits });
  recordRewritten(repository, checkpoint.commit, commit);
  await recordOperation(repository, { kind: 'redact', checkpoints: [namedInLog({ ...checkpoint, commit, note })] });
  return { number, commit, files: [...files.keys()], words };
}

async function refuseShared({ engine }: Repository, { number, commit }: Checkpoint): Promise<void> {
  const shared = (await engine.listRefs(TRACKING)).find(({ oid }) => oid === commit);
  if (shared === undefined) return;
  const remote = shared.ref.slice(TRACKING.length).replace(/\/c\/\d+$/, '');
  throw new Failure('no', `checkpoint ${number} was shared with '${remote}' already`, {
    hint: `What left cannot be called back: change the secret, then \`git checkpoint drop ${number}\` and \`git checkpoint sync\`.`,
  });
}

/** What the snapshot and, where it differs, the index bring that the commit below has not. */
async function allChanges({ engine }: Repository, { base, tree, index }: Checkpoint): Promise<TreeChange[]> {
  const from = base ?? emptyTree(engine.objectFormat);
  const trees = [tree, ...(index === undefined ? [] : [index])];
  const changes = await Promise.all(trees.map((to) => engine.diffTrees(from, to, { counts: false })));
  return changes.flat();
}

function changesOf({ engine }: Repository, base: Oid | undefined, tree: Oid): Promise<readonly TreeChange[]> {
  return engine.diffTrees(base ?? emptyTree(engine.objectFormat), tree, { counts: true });
}

function namedFiles(changes: readonly TreeChange[], files: readonly string[], number: number): TreeChange[] {
  return files.flatMap((file) => {
    const matching = changes.filter(({ path }) => file === '' || path === file || path.startsWith(`${file}/`));
    if (matching.length > 0) return matching;
    throw new Failure('fatal', `checkpoint ${number} does not change '${file}'`, {
      hint: `\`git checkpoint show ${number}\` lists what it changes.`,
    });
  });
}

async function filesThat(
  { engine }: Repository,
  changes: readonly TreeChange[],
  holds: (bytes: Uint8Array, change: TreeChange) => boolean,
): Promise<TreeChange[]> {
  const candidates = changes.filter(({ newOid, newMode }) => newOid !== undefined && newMode !== SUBMODULE);
  const blobs = await engine.readObjects(candidates.map(({ newOid }) => newOid ?? ''));
  return candidates.filter((change, at) => holds(blobs[at]?.bytes ?? new Uint8Array(), change));
}

function holdsSecret(bytes: Uint8Array, { path, status }: TreeChange): boolean {
  const found = scanBytes(bytes);
  // A tracked archive that cannot be looked into is pushed as it is; a new one is not.
  if (status === 'added') return isSecretName(path) || found.length > 0;
  return found.some(({ kind }) => kind !== UNREAD);
}

function withoutTexts(note: Note, texts: readonly string[]): Note {
  return mapWords(note, (words) =>
    texts.reduce((kept, text) => kept.replaceAll(text, '[REDACTED:text]'), redact(words).text),
  );
}

/** The note without the files that were taken out, and with the counts of what is left. */
async function withoutFiles(
  { engine }: Repository,
  note: Note,
  { files, left }: { readonly files: readonly TreeChange[]; readonly left: readonly TreeChange[] },
): Promise<Note> {
  const gone = new Set(files.map(({ path }) => path));
  const blobs = await engine.readObjects(files.map(({ newOid }) => newOid ?? ''));
  const skipped = files.map(({ path }, at) => ({ path, size: blobs[at]?.bytes.length ?? 0, why: 'redacted' as const }));
  const taken = skipped.reduce((sum, { size }) => sum + size, 0);
  const { analysis, totals } = note;
  const uncommitted = uncommittedWords(left);
  return {
    ...note,
    files_modified: note.files_modified.filter((path) => !gone.has(path)),
    analysis: {
      ...analysis,
      artifacts: analysis.artifacts.filter(({ path }) => !gone.has(path)),
      current_state: analysis.current_state.map((line) => (line.startsWith('Uncommitted: ') ? uncommitted : line)),
    },
    skipped: [...note.skipped.filter(({ path }) => !gone.has(path)), ...skipped],
    totals: { ...countChanges(left), bytes: Math.max(0, totals.bytes - taken) },
  };
}

async function rewrite(
  repository: Repository,
  checkpoint: Checkpoint,
  made: { readonly note: Note; readonly tree: Oid; readonly edits: Parameters<typeof editTree>[2] },
): Promise<Oid> {
  const { engine } = repository;
  const [old, oldIndex] = await engine.readObjects([checkpoint.commit, checkpoint.index ?? checkpoint.commit]);
  const facts = old === undefined ? undefined : parseCommit(old.bytes);
  if (facts === undefined) throw new Failure('fatal', `checkpoint ${checkpoint.number} cannot be read`);
  const parents = checkpoint.base === undefined ? [] : [checkpoint.base];
  const index = checkpoint.index === undefined || oldIndex === undefined ? undefined : parseCommit(oldIndex.bytes);
  if (index !== undefined) {
    const tree = await editTree(engine, index.tree, made.edits);
    parents.push(await engine.writeObject('commit', renderCommit({ ...index, tree })));
  }
  const message = renderMessage(hidePlacesIn(made.note, machineIdentity(repository)));
  const time = clampTime(new Date(createdAt(facts)));
  const unsigned = renderCommit({ ...facts, tree: made.tree, parents, time, message });
  const sign = await findSigner(repository, false);
  const commit = await engine.writeObject('commit', sign === undefined ? unsigned : await sign(unsigned));
  const note = await engine.writeObject('blob', Buffer.from(renderNote(made.note)));
  const by = await signature(repository);
  await replaceCheckpoint(engine, { number: checkpoint.number, old: checkpoint.commit, new: commit, note, by });
  await forgetNotesBeforeRepair(engine);
  return commit;
}

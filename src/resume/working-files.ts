import type { Checkpoint, Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { Artifact } from '../core/note.ts';
import { LINK, SUBMODULE, type TreeChange } from '../core/tree-change.ts';
import { diskPath, lstatIfThere } from '../git/disk-path.ts';
import type { GitEngine } from '../git/engine.ts';
import { type Redacted, redact } from '../redaction/redact.ts';
import { FILES_WITH_CONTENT, rankFiles } from './pack/rank-files.ts';
import type { WorkingFile } from './pack/working-file.ts';

// Reading a giant to show nothing of it would cost more than the rest of the pack. What lies on the disk now tells the size
// nearly as well as the object, and without reading it.
const MAX_READ_BYTES = 2_000_000;

/** The changed files of a checkpoint with the contents of those that a pack may show. */
export async function workingFiles(
  engine: GitEngine,
  checkpoint: Checkpoint,
  changes: readonly TreeChange[],
): Promise<WorkingFile[]> {
  const trail = new Map(checkpoint.note.analysis.artifacts.map((artifact) => [artifact.path, artifact]));
  const candidates = changes.filter(hasText);
  const wanted = rankFiles(candidates, checkpoint.note)
    .slice(0, FILES_WITH_CONTENT)
    .filter(({ path }) => sizeOnDisk(engine, path) <= MAX_READ_BYTES);
  const blobs = await readBlobs(engine, wanted);
  const shown = new Set(wanted);
  return changes.map((change) => {
    const contents = shown.has(change) ? blobs : new Map();
    // The trail knows no renames: there the whole of a renamed file counts as new.
    const counts = change.from === undefined ? noted(trail.get(change.path)) : { binary: false };
    return { ...counts, ...workingFile(change, contents) };
  });
}

function hasText({ newOid, newMode }: TreeChange): boolean {
  return newOid !== undefined && newMode !== SUBMODULE;
}

function sizeOnDisk({ place }: GitEngine, path: string): number {
  return lstatIfThere(diskPath(place.root, path))?.size ?? 0;
}

async function readBlobs(engine: GitEngine, changes: readonly TreeChange[]): Promise<Map<Oid, Uint8Array>> {
  const oids = [...new Set(changes.flatMap(({ oldOid, newOid }) => [oldOid ?? '', newOid ?? '']))];
  const known = oids.filter((oid) => oid !== '');
  const objects = await engine.readObjects(known);
  return new Map(known.map((oid, at) => [oid, objects[at]?.bytes ?? new Uint8Array()]));
}

/** What the trail knows of a file without reading it. */
function noted(artifact: Artifact | undefined): Pick<WorkingFile, 'binary' | 'added' | 'removed'> {
  const { added, removed } = artifact ?? {};
  return defined({ binary: false, added, removed });
}

type Contents = Omit<WorkingFile, 'binary'> & { readonly binary?: true };

function workingFile(change: TreeChange, blobs: ReadonlyMap<Oid, Uint8Array>): Contents {
  const { path, status, from, oldOid = '', newOid = '' } = change;
  const [before, after] = [blobs.get(oldOid), blobs.get(newOid)];
  const binary = after?.includes(0) === true || change.newMode === SUBMODULE;
  const old = before === undefined || before.includes(0) ? undefined : textOf(before);
  const text = after === undefined || binary ? undefined : textOf(after);
  return defined({
    path,
    status,
    ...(binary ? { binary } : {}),
    from,
    ...(change.newMode === LINK ? { link: true } : {}),
    ...executable(change),
    before: old === undefined ? undefined : old.text,
    after: text === undefined ? undefined : text.text,
    ...((old?.count ?? 0) + (text?.count ?? 0) > 0 ? { redacted: true } : {}),
    ...(binary && after !== undefined ? { size: after.length } : {}),
  });
}

function executable({ oldMode, newMode }: TreeChange): Pick<WorkingFile, 'executable'> {
  const isFile = (mode: string | undefined) => mode?.startsWith('100') === true;
  return isFile(oldMode) && isFile(newMode) && oldMode !== newMode ? { executable: newMode === '100755' } : {};
}

/** A snapshot has a file as it is, and the text goes to a model: what a note may not hold does not come back this way. */
function textOf(bytes: Uint8Array): Pick<Redacted, 'text' | 'count'> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
  return redact(text);
}

import { SUBMODULE, type TreeChange } from '../core/tree-change.ts';
import type { Repository } from '../open/repository.ts';
import { findSecrets } from '../redaction/redact.ts';
import { redactHunks } from '../redaction/redact-hunks.ts';
import { isSecretName } from '../redaction/secret-names.ts';
import { type Comparison, renderPatch } from './compare.ts';

/** A file whose lines are not in the patch. */
interface LeftOutFile {
  readonly path: string;
  readonly why: 'size' | 'secret';
}

interface PatchForOthers {
  readonly patch: string;
  readonly leftOut: readonly LeftOutFile[];
}

/** A line of code is seldom longer: so many characters are not even asked for. */
const LINE_CHARS = 40;

/**
 * The patch of a comparison as it may leave the machine: without secrets, without files that hold a key of several lines, of which a hunk
 * shows only some, and without those whose lines are longer than `maxFile` characters.
 */
export async function patchForOthers(
  repository: Repository,
  comparison: Comparison,
  { maxFile }: { readonly maxFile: number },
): Promise<PatchForOthers> {
  const keys = await filesWithKeys(repository, comparison.changes);
  const leftOut: LeftOutFile[] = [];
  const wanted = comparison.changes.filter(({ path, added = 0, removed = 0 }) => {
    const secret = isSecretName(path) || keys.has(path);
    const large = (added + removed) * LINE_CHARS > maxFile;
    if (secret || large) leftOut.push({ path, why: secret ? 'secret' : 'size' });
    return !secret && !large;
  });
  if (wanted.length === 0) return { patch: '', leftOut };
  const paths = [...new Set(wanted.flatMap(({ path, from }) => (from === undefined ? [path] : [from, path])))];
  const bytes = await renderPatch(repository, comparison, { contextLines: 3, paths });
  const parts = Buffer.from(bytes)
    .toString('utf8')
    .split(/^(?=diff --git )/m);
  const short = parts.filter((part) => part.length <= maxFile);
  for (const part of parts)
    if (part.length > maxFile) leftOut.push({ path: /^\+\+\+ b\/(.*)$/m.exec(part)?.[1] ?? '?', why: 'size' });
  return { patch: redactHunks(short.join('')), leftOut };
}

async function filesWithKeys({ engine }: Repository, changes: readonly TreeChange[]): Promise<Set<string>> {
  const blobs = changes.flatMap(({ path, oldOid, newOid, oldMode, newMode }) => [
    ...(oldOid === undefined || oldMode === SUBMODULE ? [] : [{ path, oid: oldOid }]),
    ...(newOid === undefined || newMode === SUBMODULE ? [] : [{ path, oid: newOid }]),
  ]);
  const found = new Set<string>();
  for (const { path, oid } of blobs) {
    const [object] = await engine.readObjects([oid]);
    const text = Buffer.from(object?.bytes ?? []).toString('utf8');
    if (findSecrets(text).some(({ start, end }) => text.slice(start, end).includes('\n'))) found.add(path);
  }
  return found;
}

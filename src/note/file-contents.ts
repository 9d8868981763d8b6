import { type FileContents, sessionFirst } from '../analysis/artifacts.ts';
import type { TreeChange } from '../core/tree-change.ts';
import { SUBMODULE } from '../core/tree-change.ts';
import type { GitEngine } from '../git/engine.ts';

/** A note names so many files with what changed in them; of the others it has the counts. */
const MAX_FILES = 24;
/** Lines changed: where more changed, the names of what did would not fit anyway. */
const MAX_LINES = 4000;
const MAX_BYTES = 256 * 1024;

/** Reads both states of the changed files that a note describes, those of the session first. */
export async function readContents(
  engine: GitEngine,
  changes: readonly TreeChange[],
  edited: readonly string[],
): Promise<FileContents> {
  const readable = changes.filter(
    ({ binary, oldMode, newMode, added = 0, removed = 0 }) =>
      !binary && oldMode !== SUBMODULE && newMode !== SUBMODULE && added + removed <= MAX_LINES,
  );
  const chosen = sessionFirst(readable, edited).slice(0, MAX_FILES);
  const oids = chosen.flatMap(({ oldOid, newOid }) => [oldOid, newOid]).filter((oid) => oid !== undefined);
  const objects = await engine.readObjects(oids);
  const texts = new Map(
    objects.flatMap((object) => (object === undefined ? [] : [[object.oid, object.bytes] as const])),
  );
  const textOf = (oid: string | undefined) => {
    const bytes = oid === undefined ? undefined : texts.get(oid);
    return bytes === undefined || bytes.length > MAX_BYTES ? '' : Buffer.from(bytes).toString('utf8');
  };
  return new Map(chosen.map(({ path, oldOid, newOid }) => [path, { before: textOf(oldOid), after: textOf(newOid) }]));
}

import type { Checkpoint } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import { pathsFromTop } from '../open/paths-from-top.ts';
import type { Repository } from '../open/repository.ts';

/** A file's bytes as a checkpoint has it. The path is relative to where the user stands. */
export async function readFileAt(repository: Repository, checkpoint: Checkpoint, path: string): Promise<Uint8Array> {
  const { engine } = repository;
  const [full = ''] = pathsFromTop(repository, [path]);
  const [entry] = await engine.listTree(checkpoint.tree, [full]);
  const [object] = entry?.path === full ? await engine.readObjects([entry.oid]) : [];
  if (object === undefined) {
    throw new Failure('fatal', `checkpoint ${checkpoint.number} has no file ${full}`, {
      hint: `See \`git checkpoint show ${checkpoint.number}\` for its files.`,
    });
  }
  return object.bytes;
}

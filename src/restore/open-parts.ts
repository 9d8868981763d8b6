import { Failure } from '../core/failure.ts';
import type { GitEngine } from '../git/engine.ts';
import { scratchPath } from '../local/scratch.ts';
import { refuseWhilePending } from './holder.ts';
import type { RestorePart } from './plan-files.ts';

/** A part of a restore with its repository open, and the place where its files lie ready. */
export interface OpenPart extends RestorePart {
  readonly engine: GitEngine;
  readonly staged: string;
}

/** Does work with the repositories open in which a restore changes something; the one that it is about is always among them, and first. */
export async function withParts<T>(
  outer: GitEngine,
  parts: readonly RestorePart[],
  work: (open: readonly OpenPart[]) => Promise<T>,
): Promise<T> {
  const nested: GitEngine[] = [];
  try {
    const open: OpenPart[] = [];
    for (const part of parts.filter((one) => one.path === '' || changes(one))) {
      const engine = part.path === '' ? outer : await openAgain(outer, part.path);
      if (engine !== outer) nested.push(engine);
      open.push({ ...part, engine, staged: scratchPath(engine.place, 'restore-') });
    }
    return await work(open);
  } finally {
    for (const engine of nested) await engine.close();
  }
}

/** Whether a part of a restore has anything to do. */
export function changes({ steps, index }: RestorePart): boolean {
  return steps.length > 0 || index?.kind === 'write';
}

async function openAgain(outer: GitEngine, path: string): Promise<GitEngine> {
  const engine = await outer.openNested(path);
  if (typeof engine === 'string')
    throw new Failure('no', `${path} changed after the restore was planned`, {
      hint: 'Nothing was restored. Try again.',
    });
  // Somebody may restore a checkpoint of its own there.
  refuseWhilePending(engine.place);
  return engine;
}

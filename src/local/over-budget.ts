import { rmSync } from 'node:fs';
import { localPath, type PathsTo } from './files.ts';
import { readOwnJson, writeOwnFile } from './own-file.ts';

/** Checkpoints that went because all of them took too much room, and of which nobody was told yet. */
interface OverBudget {
  /** ISO time. */
  readonly at: string;
  readonly checkpoints: number;
}

export function recordOverBudget(place: PathsTo<'over-budget'>, over: OverBudget): void {
  writeOwnFile(localPath(place, 'over-budget'), `${JSON.stringify(over)}\n`);
}

export function readOverBudget(place: PathsTo<'over-budget'>): OverBudget | undefined {
  const { at, checkpoints = Number.NaN } = readOwnJson<OverBudget>(localPath(place, 'over-budget')) ?? {};
  return typeof at === 'string' && Number.isSafeInteger(checkpoints) ? { at, checkpoints } : undefined;
}

export function forgetOverBudget(place: PathsTo<'over-budget'>): void {
  rmSync(localPath(place, 'over-budget'), { force: true });
}

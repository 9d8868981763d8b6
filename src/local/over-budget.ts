import { rmSync } from 'node:fs';
import { localPath, type PathsTo } from './files.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';

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
  const text = readOwnFile(localPath(place, 'over-budget'));
  if (text === undefined) return undefined;
  try {
    const { at, checkpoints }: OverBudget = JSON.parse(text);
    return typeof at === 'string' && Number.isSafeInteger(checkpoints) ? { at, checkpoints } : undefined;
  } catch {
    // Torn by a crash of the machine.
    return undefined;
  }
}

export function forgetOverBudget(place: PathsTo<'over-budget'>): void {
  rmSync(localPath(place, 'over-budget'), { force: true });
}

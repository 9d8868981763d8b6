import { rmSync } from 'node:fs';
import { localPath, type PathsTo } from './files.ts';
import { readOwnJson, writeOwnFile } from './own-file.ts';

/** Advice to ignore untracked files, from a save that nobody watched. */
interface UntrackedAdvice {
  readonly advice: string;
  readonly told: boolean;
}

/** Keeps the advice until there is none to give: so it is told once. The save has happened, so nothing fails when it cannot be kept. */
export function recordUntrackedAdvice(place: PathsTo<'untracked-advice'>, advice: string | undefined): void {
  try {
    const before = readUntrackedAdvice(place);
    if (advice !== undefined) write(place, { advice, told: before?.told === true });
    else if (before !== undefined) rmSync(localPath(place, 'untracked-advice'), { force: true });
  } catch {
    // Such as a full disk: the next save gives the same advice.
  }
}

export function readUntrackedAdvice(place: PathsTo<'untracked-advice'>): UntrackedAdvice | undefined {
  const { advice, told } = readOwnJson<UntrackedAdvice>(localPath(place, 'untracked-advice')) ?? {};
  return typeof advice === 'string' ? { advice, told: told === true } : undefined;
}

export function markUntrackedAdviceTold(place: PathsTo<'untracked-advice'>): void {
  const before = readUntrackedAdvice(place);
  if (before?.told === false) write(place, { ...before, told: true });
}

function write(place: PathsTo<'untracked-advice'>, advice: UntrackedAdvice): void {
  writeOwnFile(localPath(place, 'untracked-advice'), `${JSON.stringify(advice)}\n`);
}

import { rmSync } from 'node:fs';
import { localPath, type PathsTo } from './files.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';

/** A save for a hook that took too long and was ended. */
interface HungSave {
  /** ISO time. */
  readonly at: string;
  readonly event: string;
  readonly seconds: number;
}

export function recordHungSave(place: PathsTo<'hung-save'>, hung: HungSave): void {
  writeOwnFile(localPath(place, 'hung-save'), `${JSON.stringify(hung)}\n`);
}

/** The last one that nobody was told yet. */
export function readHungSave(place: PathsTo<'hung-save'>): HungSave | undefined {
  const text = readOwnFile(localPath(place, 'hung-save'));
  if (text === undefined) return undefined;
  try {
    const { at, event, seconds }: HungSave = JSON.parse(text);
    return [at, event].every((one) => typeof one === 'string') ? { at, event, seconds } : undefined;
  } catch {
    // Torn by a crash of the machine.
    return undefined;
  }
}

export function forgetHungSave(place: PathsTo<'hung-save'>): void {
  rmSync(localPath(place, 'hung-save'), { force: true });
}

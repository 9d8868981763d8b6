import { rmSync } from 'node:fs';
import { localPath, type PathsTo } from './files.ts';
import { readOwnJson, writeOwnFile } from './own-file.ts';

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
  const { at, event, seconds = 0 } = readOwnJson<HungSave>(localPath(place, 'hung-save')) ?? {};
  return typeof at === 'string' && typeof event === 'string' ? { at, event, seconds } : undefined;
}

export function forgetHungSave(place: PathsTo<'hung-save'>): void {
  rmSync(localPath(place, 'hung-save'), { force: true });
}

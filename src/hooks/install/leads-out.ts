import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative } from 'node:path';
import { targetOf } from './apply.ts';

/** Whether a file of a project lies outside of it in truth. A repository may bring links along, and they may lead anywhere. */
export function leadsOut(root: string, path: string): boolean {
  return isBelow(root, path) && !isBelow(realpathSync(root), realpathSync(nearestFolder(targetOf(path))));
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return !isAbsolute(way) && !/^\.\.(?:[/\\]|$)/.test(way);
}

function nearestFolder(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) ? folder : nearestFolder(folder);
}

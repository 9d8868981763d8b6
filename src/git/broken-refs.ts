import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAbsence } from './files/read-if-there.ts';

const SOUND = /^(?:ref:\s*\S+|[0-9a-f]{40}|[0-9a-f]{64})\s*$/;

/** Names of ref files at or below a prefix that hold no ref: a power cut leaves them empty, and git stops at them. */
export function brokenRefFiles(commonDir: string, prefix: string): string[] {
  if (existsSync(join(commonDir, 'reftable'))) return [];
  const path = join(commonDir, prefix);
  try {
    return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
      const name = `${prefix.replace(/\/$/, '')}/${entry.name}`;
      if (entry.isDirectory()) return brokenRefFiles(commonDir, name);
      return entry.name.endsWith('.lock') || isSound(join(commonDir, name)) ? [] : [name];
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return isSound(path) ? [] : [prefix];
    if (isAbsence(error)) return [];
    throw error;
  }
}

function isSound(path: string): boolean {
  try {
    return SOUND.test(readFileSync(path, 'latin1'));
  } catch (error) {
    // Packed or deleted meanwhile.
    if (isAbsence(error)) return true;
    throw error;
  }
}

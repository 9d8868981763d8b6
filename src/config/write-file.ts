import { existsSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { World } from '../core/world.ts';
import { replaceFile } from '../local/own-file.ts';
import { configFilePath, readConfigFile } from './read-file.ts';

export interface FileSetting {
  /** Section and key, as in the file. */
  readonly key: string;
  /** Absent: take it out. */
  readonly value?: unknown;
}

/** Changes one setting of the user's file and leaves the rest as it is, comments included. */
export async function writeConfigFile(world: Pick<World, 'env'>, setting: FileSetting): Promise<void> {
  // A file that cannot be read is not written over.
  await readConfigFile(world);
  const path = configFilePath(world);
  const { parseDocument } = await import('yaml');
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const document = parseDocument(before);
  const keys = setting.key.split('.');
  if (setting.value !== undefined) document.setIn(keys, setting.value);
  else if (document.hasIn(keys)) document.deleteIn(keys);
  const json = path.endsWith('.json');
  replaceTarget(path, json ? `${JSON.stringify(document.toJS(), null, 2)}\n` : document.toString());
}

/** The file may be a link into somebody's collection of settings: what it points at is replaced, at once. */
function replaceTarget(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const real = existsSync(path) ? realpathSync(path) : path;
  const mode = statSync(real, { throwIfNoEntry: false })?.mode ?? 0o644;
  replaceFile(real, text, { mode, flush: true });
}

import { existsSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '../core/failure.ts';
import type { World } from '../core/world.ts';
import { replaceFile } from '../local/own-file.ts';
import { configFilePath, readConfigFile, withoutSlashComments } from './read-file.ts';

interface FileSetting {
  /** Section and key, as in the file. */
  readonly key: string;
  /** Absent: take it out. */
  readonly value?: unknown;
}

/** Changes one setting of the user's file and leaves the rest as it is, comments included. */
export async function writeConfigFile(world: Pick<World, 'env'>, setting: FileSetting): Promise<void> {
  // A file that cannot be read is not written over.
  const { values } = await readConfigFile(world);
  const path = configFilePath(world);
  const { parseDocument } = await import('yaml');
  const isThere = existsSync(path);
  const document = parseDocument(isThere ? withoutComments(path, readFileSync(path, 'utf8')) : '');
  // What counted until now came from an older place.
  if (!isThere) for (const [key, value] of values) document.setIn(key.split('.'), value);
  const keys = setting.key.split('.');
  if (setting.value !== undefined) document.setIn(keys, setting.value);
  else if (document.hasIn(keys)) document.deleteIn(keys);
  const json = path.endsWith('.json');
  replaceTarget(path, json ? `${JSON.stringify(document.toJS(), null, 2)}\n` : document.toString());
}

function withoutComments(path: string, text: string): string {
  if (withoutSlashComments(text) === text) return text;
  throw new Failure('no', `${path} has comments that would be lost`, {
    hint: 'Change it with an editor, or set the value with `git checkpoint config set`.',
  });
}

/** The file may be a link into somebody's collection of settings: what it points at is replaced, at once. */
function replaceTarget(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const real = existsSync(path) ? realpathSync(path) : path;
  const mode = statSync(real, { throwIfNoEntry: false })?.mode ?? 0o644;
  replaceFile(real, text, { mode, flush: true });
}

import { statSync } from 'node:fs';
import { Failure } from '../../core/failure.ts';
import type { World } from '../../core/world.ts';
import { findSettings, parseConfig, type Setting } from '../files/config-parse.ts';
import { globalFiles } from '../files/config-reader.ts';
import { FileLock } from '../files/file-lock.ts';
import { readIfThere } from '../files/read-if-there.ts';
import { Refusal } from '../files/refusal.ts';
import { filesWith } from './object-files.ts';

/** Replaces all values of a key in one file of git's configuration; every other line stays as it is. */
export async function writeConfigFile(path: string, key: string, values: readonly string[]): Promise<void> {
  const lock = FileLock.take(path);
  if (lock === undefined)
    throw new Failure('fatal', `another process is writing ${path}`, { hint: `If none is, remove ${path}.lock.` });
  try {
    // A character a byte: the file may be written in any encoding.
    const before = readIfThere(path)?.toString('latin1') ?? '';
    const [name, ...bytes] = [key, ...values].map((text) => Buffer.from(text).toString('latin1'));
    const after = await replaceKey(before, name ?? '', bytes);
    refuseMistakes(path, [before, after], { key: name ?? '', values: bytes });
    if (after !== before) lock.commit(Buffer.from(after, 'latin1'));
  } finally {
    lock.release();
  }
}

/** The file of the user's configuration that git writes to: the one in the home folder, unless only the other one is there. */
export function userFileToWrite(env: World['env']): string {
  const files = globalFiles(env);
  const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return files.toReversed().find(isFile) ?? files.at(-1) ?? '';
}

/** isomorphic-git edits a text that only it sees: on the disk it would write without a lock, and leave half a file in a crash. */
async function replaceKey(before: string, key: string, values: readonly string[]): Promise<string> {
  const { setConfig } = await import('isomorphic-git');
  let text = before.replace(/\n$/, '');
  const fs = filesWith({
    readFile: async () => text,
    writeFile: async (_: string, written: string) => {
      text = written;
    },
  });
  const set = (value: string | undefined) =>
    setConfig({ fs, gitdir: '.', path: key, value, append: value !== undefined });
  for (const setting of parseConfig(before, '')) if (setting.key === key) await set(undefined);
  for (const value of values) await set(value);
  return text === '' ? '' : `${text}\n`.replace(/^\n/, '');
}

/** isomorphic-git misreads some forms that git allows, such as a setting on the line of its section: nothing is written then. */
function refuseMistakes(
  path: string,
  [before, after]: readonly [string, string],
  wanted: { readonly key: string; readonly values: readonly string[] },
): void {
  const keyed = (settings: readonly Setting[], isWanted: boolean) =>
    settings.filter(({ key }) => (key === wanted.key) === isWanted).map(({ key, value }) => `${key}\0${value}`);
  const expected = [
    ...keyed(parseConfig(before, path), false),
    ...wanted.values.map((value) => `${wanted.key}\0${value}`),
  ];
  // Undefined such as for a quote in the name of a section, which isomorphic-git does not escape.
  const written = findSettings(after, path);
  const found = written && [...keyed(written, false), ...keyed(written, true)];
  if (found?.join('\n') === expected.join('\n')) return;
  throw new Refusal(`'${wanted.key}' as ${path} is written`, 'Set it there by hand, or install git here.');
}

import { type Dirent, readdirSync } from 'node:fs';
import type { ConfigValues } from '../files/config-values.ts';

/** Whether the system hands names out decomposed, and this repository has them composed. `git init` finds that out on macOS. */
export function composesNames(
  config: Pick<ConfigValues, 'flag'>,
  platform: NodeJS.Platform = process.platform,
): boolean {
  return platform === 'darwin' && config.flag('core.precomposeunicode', false);
}

/** What lies in a folder, names as bytes. Composed, they are those that git has in its index and its trees. */
export function listFolder(folder: string | Buffer, composes: boolean): Dirent[] {
  const entries = readdirSync(folder, { withFileTypes: true, encoding: 'latin1' });
  if (composes) for (const entry of entries) entry.name = composed(entry.name);
  return entries;
}

/** `e` and an accent in one character. What is not UTF-8 stays as it is. */
function composed(name: string): string {
  const bytes = Buffer.from(name, 'latin1');
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? Buffer.from(text.normalize('NFC')).toString('latin1') : name;
}

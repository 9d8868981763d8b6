import { posix } from 'node:path';
import type { GitEngine } from '../git/engine.ts';
import { isConfigurationPath, scriptsDiffer } from './foreign-files.ts';
import type { Step } from './steps.ts';

/** Which of the files to be written agents, editors, builds or git obey. */
export async function findConfiguration(engine: GitEngine, steps: readonly Step[]): Promise<string[]> {
  const written = steps.filter(({ to }) => to !== undefined);
  const packages = written.filter(({ path }) => posix.basename(path).toLowerCase() === 'package.json');
  const versions = await engine.readObjects(
    packages.flatMap(({ from, to }) => [from?.oid ?? to?.oid ?? '', to?.oid ?? '']),
  );
  const text = (at: number) => Buffer.from(versions[at]?.bytes ?? new Uint8Array()).toString();
  const running = packages.filter(({ from }, at) =>
    scriptsDiffer(from === undefined ? undefined : text(2 * at), text(2 * at + 1)),
  );
  const plain = written.filter(({ path }) => isConfigurationPath(path));
  return [...new Set([...plain, ...running].map(({ path }) => path))].sort();
}

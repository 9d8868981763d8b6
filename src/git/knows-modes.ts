import type { GitEngine } from './engine.ts';

/** Whether the file system can hold exec bits and symbolic links; where it cannot, a mode proves nothing. */
export async function knowsModes(engine: GitEngine): Promise<boolean> {
  const entries = await engine.configEntries();
  const isOff = (key: string) =>
    /^(?:false|no|off|0|)$/i.test(entries.findLast((entry) => entry.key === key)?.value ?? 'true');
  return !isOff('core.filemode') && !isOff('core.symlinks');
}

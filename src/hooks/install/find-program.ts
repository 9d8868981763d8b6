import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { SettingsPlaces } from '../../agents/agent-settings.ts';
import type { World } from '../../core/world.ts';

export function findProgram(name: string, env: SettingsPlaces['env']): string | undefined {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe', ''] : [''];
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** How agents start this program: by its name where it is on the PATH, else by the full paths of this very one. */
export function programWords({ program = ['git-checkpoint'], env }: Pick<World, 'program' | 'env'>): readonly string[] {
  return findProgram('git-checkpoint', env) === undefined ? program : ['git-checkpoint'];
}

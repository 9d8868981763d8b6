import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsPlaces } from '../../agents/agent-settings.ts';
import type { World } from '../../core/world.ts';

export function findProgram(
  name: string,
  env: SettingsPlaces['env'],
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const [endings, delimiter] = platform === 'win32' ? [['.cmd', '.exe', ''], ';'] : [[''], ':'];
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(Boolean);
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
export function programWords(
  { program = ['git-checkpoint'], env }: Pick<World, 'program' | 'env'>,
  platform: NodeJS.Platform = process.platform,
): readonly string[] {
  const has = (name: string) => findProgram(name, env, platform) !== undefined;
  if (has('git-checkpoint')) return ['git-checkpoint'];
  if (platform !== 'win32') return program;
  // To PowerShell a quoted first word is a text and no program, and a POSIX shell takes backslashes for its own.
  const [first = '', ...rest] = program.map((word) => word.replaceAll('\\', '/'));
  return [/\/node\.exe$/i.test(first) && has('node') ? 'node' : first, ...rest];
}

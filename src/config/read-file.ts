import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../core/failure.ts';
import type { World } from '../core/world.ts';
import { settings } from './settings.ts';

export interface ConfigFile {
  readonly path: string;
  /** `section.key` → value. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** The user's settings file: config.yaml, or config.json beside it. */
export function configFilePath(world: Pick<World, 'env'>): string {
  const base = world.env['XDG_CONFIG_HOME'] || join(world.env['HOME'] ?? homedir(), '.config');
  const yaml = join(base, 'git-checkpoint', 'config.yaml');
  const json = join(base, 'git-checkpoint', 'config.json');
  return !existsSync(yaml) && existsSync(json) ? json : yaml;
}

/** Reads the settings file; an absent one is empty. The YAML library is loaded only when there is a file. */
export async function readConfigFile(world: Pick<World, 'env'>): Promise<ConfigFile> {
  const path = configFilePath(world);
  if (!existsSync(path)) return { path, values: new Map() };
  const { parse } = await import('yaml');
  let document: unknown;
  try {
    document = parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new Failure('fatal', `${path} is not YAML: ${String(cause).split('\n')[0]}`, {
      hint: 'Correct the file, or move it away.',
      cause,
    });
  }
  return { path, values: flatten(document ?? {}, path) };
}

function flatten(document: unknown, path: string): Map<string, unknown> {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new Failure('fatal', `${path} does not map names to settings`);
  }
  const values = new Map<string, unknown>();
  for (const [section, inside] of Object.entries(document)) {
    const nested = typeof inside === 'object' && inside !== null && !Array.isArray(inside);
    // A section all of whose lines are comments.
    if (inside === null && settings.some(({ file }) => file.startsWith(`${section}.`))) continue;
    if (!nested) values.set(section, inside);
    else for (const [key, value] of Object.entries(inside)) values.set(`${section}.${key}`, value);
  }
  return values;
}

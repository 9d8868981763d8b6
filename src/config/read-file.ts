import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describeError, Failure } from '../core/failure.ts';
import type { World } from '../core/world.ts';
import { settings } from './settings.ts';

export interface ConfigFile {
  readonly path: string;
  /** `section.key` → value. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** The user's settings file: config.yaml, or config.json beside it. */
export function configFilePath(world: Pick<World, 'env'>): string {
  const yaml = join(configFolder(world), 'git-checkpoint', 'config.yaml');
  const json = join(configFolder(world), 'git-checkpoint', 'config.json');
  return !existsSync(yaml) && existsSync(json) ? json : yaml;
}

/** The file of the program whose settings ours are named after; it counts where there is none of ours. */
function olderFilePath(world: Pick<World, 'env'>): string {
  return join(configFolder(world), 'contextd', 'config.json');
}

function configFolder({ env }: Pick<World, 'env'>): string {
  return env['XDG_CONFIG_HOME'] || join(env['HOME'] ?? homedir(), '.config');
}

/** Reads the settings file; an absent one is empty. The YAML library is loaded only when there is a file. */
export async function readConfigFile(world: Pick<World, 'env'>): Promise<ConfigFile> {
  const path = configFilePath(world);
  if (existsSync(path)) return readFrom(path);
  const older = olderFilePath(world);
  if (!existsSync(older)) return { path, values: new Map() };
  const { values } = await readFrom(older);
  // That program may have settings of its own.
  const ours = [...values].filter(([key]) => settings.some(({ file }) => file === key));
  return { path: older, values: new Map(ours) };
}

async function readFrom(path: string): Promise<ConfigFile> {
  const { parse } = await import('yaml');
  const text = readText(path);
  let document: unknown;
  try {
    document = parse(withoutSlashComments(text));
  } catch (cause) {
    const [problem = ''] = describeError(cause).split('\n');
    throw new Failure('fatal', `${path} is not YAML: ${problem.replace(/:$/, '')}`, { hint: HINT, cause });
  }
  return { path, values: flatten(document ?? {}, path) };
}

const HINT = 'Correct the file, or move it away.';

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Failure('fatal', `${path} cannot be read: ${describeError(cause)}`, { hint: HINT, cause });
  }
}

/** JSON in which people write `// …`, as they may in the settings of many programs; YAML has comments of its own. */
export function withoutSlashComments(text: string): string {
  if (!/^\s*(?:\/\/.*\s*)*\{/.test(text)) return text;
  return text.replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*/g, (_, quoted?: string) => quoted ?? '');
}

/** Under the name that the file has for it: `checkpoint.saveEachTurn` is a name of the setting as well. */
function nameInFile(key: string): string {
  return settings.find(({ file, git }) => file === key || `checkpoint.${git}` === key)?.file ?? key;
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
    else for (const [key, value] of Object.entries(inside)) values.set(nameInFile(`${section}.${key}`), value);
  }
  return values;
}

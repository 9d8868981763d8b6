import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { World } from '../core/world.ts';

const choices = ['auto', 'native', 'portable'] as const;
type Choice = (typeof choices)[number];

/**
 * Decides which engine works for this user. It is asked before there is an engine, so the settings are looked up in their files: a few
 * small reads, no process.
 */
export async function chooseEngine(world: Pick<World, 'env'>): Promise<'native' | 'portable'> {
  const choice = (await wanted(world)) ?? 'auto';
  if (choice !== 'auto') return choice;
  return hasGit(world.env) ? 'native' : 'portable';
}

/** The order of every setting: environment, git's configuration, the settings file. A repository has no say in it. */
async function wanted(world: Pick<World, 'env'>): Promise<Choice | undefined> {
  const given = world.env['GIT_CHECKPOINT_ENGINE'];
  if (given) return parseChoice(given);
  // Whoever set the engine wrote its name, or includes a file that may.
  if (userFiles(world.env).some((path) => /engine|include/i.test(textOf(path)))) {
    const { readConfigEntries } = await import('./files/config-reader.ts');
    const found = readConfigEntries(undefined, world.env).findLast(({ key }) => key === 'checkpoint.engine');
    if (found !== undefined) return parseChoice(found.value);
  }
  const folder = world.env['XDG_CONFIG_HOME'] || join(world.env['HOME'] ?? homedir(), '.config');
  const names = ['config.yaml', 'config.json'].map((name) => join(folder, 'git-checkpoint', name));
  const line = /(?:^|[{,])\s*["']?engine["']?\s*:\s*["']?(\w+)/m.exec(
    names.map(textOf).find((text) => text !== '') ?? '',
  );
  return line?.[1] === undefined ? undefined : parseChoice(line[1]);
}

function userFiles(env: World['env']): string[] {
  const home = env['HOME'] ?? homedir();
  return [
    env['GIT_CONFIG_GLOBAL'] ?? join(home, '.gitconfig'),
    join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'git', 'config'),
  ];
}

/** A value that is not allowed is refused, with its place, where all settings are read; and `config` can take it out. */
function parseChoice(text: string): Choice {
  return choices.find((choice) => choice === text) ?? 'auto';
}

function textOf(path: string): string {
  return existsSync(path) && statSync(path).isFile() ? readFileSync(path, 'utf8') : '';
}

/** Whether a `git` lies on PATH. */
function hasGit(env: World['env']): boolean {
  // A `git.cmd` is a batch file, which cannot be started without a shell.
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.some((folder) => isProgram(`${folder}/${name}`));
}

function isProgram(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Not to be run: the next folder may have one that is.
    return false;
  }
}

import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Failure } from '../../core/failure.ts';
import type { World } from '../../core/world.ts';
import type { Place } from '../engine.ts';
import { gitEnv, gitFailure, tryGit } from './run.ts';

/**
 * Finds the repository around a directory. The usual layouts are read in process, which saves a git process on every command;
 * git itself still checks ownership and validity when it first runs there. Everything unusual is asked of `git rev-parse`.
 */
export async function discover(directory: string, world: World): Promise<Place> {
  const asked = world.env['GIT_DIR'] !== undefined || world.env['GIT_WORK_TREE'] !== undefined;
  return (asked ? undefined : findNearby(directory)) ?? askGit(directory, world);
}

/** The nearest `.git` above, when it is an ordinary repository, a linked worktree or a submodule. */
function findNearby(directory: string): Place | undefined {
  for (let root = resolve(directory); ; root = dirname(root)) {
    const gitDir = gitDirIn(root);
    if (gitDir !== undefined) {
      const commonDir = readCommonDir(gitDir);
      if (!existsSync(join(gitDir, 'HEAD')) || !existsSync(join(commonDir, 'objects'))) return undefined;
      return { root, gitDir, commonDir, prefix: prefixOf(root, directory) };
    }
    if (dirname(root) === root) return undefined;
  }
}

function gitDirIn(root: string): string | undefined {
  const path = join(root, '.git');
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (found.isDirectory()) return path;
  const target = /^gitdir: (.*)$/m.exec(readFileSync(path, 'utf8'))?.[1];
  return target === undefined ? undefined : resolve(root, target);
}

function readCommonDir(gitDir: string): string {
  const path = join(gitDir, 'commondir');
  return existsSync(path) ? resolve(gitDir, readFileSync(path, 'utf8').trim()) : gitDir;
}

function prefixOf(root: string, directory: string): string {
  const below = relative(root, resolve(directory)).split(sep).join('/');
  return below === '' ? '' : `${below}/`;
}

async function askGit(directory: string, world: World): Promise<Place> {
  const args = ['rev-parse', '--is-bare-repository', '--is-inside-work-tree', '--absolute-git-dir', '--git-common-dir'];
  const env = { ...gitEnv(world), GIT_DIR: world.env['GIT_DIR'], GIT_WORK_TREE: world.env['GIT_WORK_TREE'] };
  const facts = await tryGit(args, { cwd: directory, env });
  if (facts.code !== 0) throw notFound(args, facts.stderr, directory);
  const [bare, inside, gitDir, commonDir] = facts.stdout.toString().split('\n');
  if (bare === 'true' || inside !== 'true' || gitDir === undefined || commonDir === undefined) {
    throw new Failure('fatal', 'this operation must be run in a work tree', {
      hint: 'A bare repository has no working tree to snapshot. Run git checkpoint in a clone or a worktree of it.',
    });
  }
  const top = await tryGit(['rev-parse', '--show-toplevel', '--show-prefix'], { cwd: directory, env });
  if (top.code !== 0) throw gitFailure(['rev-parse'], top.stderr);
  const [root, prefix] = top.stdout.toString().split('\n');
  return { root: root ?? '', gitDir, commonDir: resolve(directory, commonDir), prefix: prefix ?? '' };
}

function notFound(args: readonly string[], stderr: string, directory: string): Failure {
  if (!stderr.includes('not a git repository')) return gitFailure(args, stderr);
  return new Failure('fatal', `not a git repository: ${directory}`, {
    hint: 'Go into a repository, or make one here with `git init`.',
  });
}

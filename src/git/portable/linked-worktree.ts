import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Failure } from '../../core/failure.ts';
import { isRefName } from '../files/ref-name.ts';
import { moveRefs } from '../files/ref-writer.ts';
import type { NewWorktree } from '../worktree-engine.ts';
import { checkoutFiles } from './checkout.ts';
import { refTarget } from './ref-target.ts';
import type { RepositoryParts } from './repository-parts.ts';
import { writeIndex } from './user-index.ts';

/** Makes a linked worktree with a tree's files and an index of its own (see the contract). */
export async function addWorktree(parts: RepositoryParts, request: NewWorktree): Promise<void> {
  const { folder, branch, commit } = request;
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Failure('fatal', `‘${folder}’ already exists`);
  if (branch !== undefined) refuseBranch(parts, branch);
  const gitDir = claimName(join(parts.place.commonDir, 'worktrees'), refPart(basename(folder)));
  const place = { root: folder, gitDir, commonDir: parts.place.commonDir, prefix: '' };
  try {
    checkoutFiles(parts, request.tree, { folder });
    writeFileSync(join(gitDir, 'commondir'), '../..\n');
    writeFileSync(join(gitDir, 'gitdir'), `${join(folder, '.git')}\n`);
    writeFileSync(join(gitDir, 'HEAD'), branch === undefined ? `${commit}\n` : `ref: refs/heads/${branch}\n`);
    await writeIndex({ ...parts, place }, request.index);
    writeFileSync(join(folder, '.git'), `gitdir: ${gitDir}\n`);
    if (branch !== undefined) await createBranch(parts, branch, commit);
  } catch (error) {
    // Half a worktree helps nobody; it was empty before, and nothing in it is the user's.
    for (const path of [folder, gitDir]) rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

function refuseBranch({ refs }: RepositoryParts, branch: string): void {
  const ref = `refs/heads/${branch}`;
  if (branch === 'HEAD' || branch.startsWith('-') || !isRefName(ref))
    throw new Failure('fatal', `‘${branch}’ is not a valid branch name`);
  if (refs.read(ref) !== undefined) throw branchExists(branch);
}

function branchExists(branch: string): Failure {
  return new Failure('fatal', `a branch named ‘${branch}’ already exists`);
}

/** A worktree’s name is part of the names of its refs. */
function refPart(name: string): string {
  const allowed = name.replace(/[\x00-\x20\x7f~^:?*[\\]|(?<=@)\{/g, '-').replace(/\.{2,}/g, '.');
  return allowed.replace(/^\./, '-').replace(/(?:\.lock)+$/, '');
}

/** git numbers worktrees whose folders have one name. */
function claimName(worktrees: string, name: string): string {
  mkdirSync(worktrees, { recursive: true });
  for (let serial = 0; ; serial += 1) {
    const path = join(worktrees, serial === 0 ? name : `${name}${serial}`);
    try {
      mkdirSync(path);
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

async function createBranch(parts: RepositoryParts, branch: string, commit: string): Promise<void> {
  const done = await moveRefs(refTarget(parts), [[{ ref: `refs/heads/${branch}`, new: commit }]]);
  if (done === 0) throw branchExists(branch);
}

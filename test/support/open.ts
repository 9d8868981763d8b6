import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { World } from '../../src/core/world.ts';
import type { SaveRequest } from '../../src/note/save-request.ts';
import { openRepository, type Repository } from '../../src/open/repository.ts';
import type { SaveOutcome } from '../../src/repository/save.ts';
import { save } from '../../src/repository/save.ts';
import { fixedWorld } from './fixed-world.ts';
import type { TestRepo } from './with-repo.ts';

type Saved = Extract<SaveOutcome, { kind: 'saved' }>;

/** Opens the library on a test repository, hands it over, and closes it. */
export async function withOpen<T>(
  repo: Pick<TestRepo, 'root' | 'env'>,
  use: (repository: Repository) => Promise<T>,
  overrides: Partial<World> = {},
): Promise<T> {
  const repository = await openRepository(repo.root, fixedWorld(repo.root, { env: repo.env, ...overrides }));
  try {
    return await use(repository);
  } finally {
    await repository.close();
  }
}

/** Saves in process; answers the checkpoint and what was left out. */
export function saveIn(repo: Pick<TestRepo, 'root' | 'env'>, request: Partial<SaveRequest> = {}): Promise<Saved> {
  return withOpen(repo, async (repository) => {
    const outcome = await save(repository, { trigger: 'manual', ...request });
    if (outcome.kind !== 'saved') throw new Error(`not saved: ${outcome.kind}`);
    return outcome;
  });
}

/** What a user could see change: HEAD, refs of theirs, index bytes and time, stash, and every file. */
export function fingerprint(repo: TestRepo): string {
  return [
    repo.tryGit('rev-parse', 'HEAD').stdout,
    repo.tryGit('symbolic-ref', 'HEAD').stdout,
    repo.git('for-each-ref', 'refs/heads', 'refs/tags', 'refs/stash'),
    indexFacts(repo),
    filesOf(repo.root),
  ].join('\n');
}

function indexFacts(repo: TestRepo): string {
  const path = join(repo.git('rev-parse', '--absolute-git-dir'), 'index');
  if (!existsSync(path)) return 'no index';
  return `${createHash('sha1').update(readFileSync(path)).digest('hex')} ${statSync(path, { bigint: true }).mtimeNs}`;
}

function filesOf(root: string): string {
  const names = readdirSync(root, { recursive: true, encoding: 'latin1' })
    .filter((name) => !/^\.git(\/|$)/.test(name))
    .sort();
  return names
    .map((name) => {
      const path = Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name, 'latin1')]);
      const found = lstatSync(path, { bigint: true });
      const link = found.isSymbolicLink() ? readlinkSync(path) : '';
      const content = found.isFile() ? readFileSync(path).toString('hex') : link;
      return `${name} ${found.mode} ${found.mtimeNs} ${content}`;
    })
    .join('\n');
}

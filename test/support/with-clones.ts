import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../src/hooks/doctor/remove-folder.ts';
import { type TestRepo, testRepo } from './with-repo.ts';

export interface Clones {
  /** The bare repository that all share. */
  readonly remote: TestRepo;
  readonly ada: TestRepo;
  readonly bea: TestRepo;
}

/** A bare repository with one commit on `main`, and two clones of it on two machines: two homes, two users. */
export async function withClones(use: (clones: Clones) => void | Promise<void>): Promise<void> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'git-checkpoint-clones-')));
  try {
    const remote = testRepo(base, join(base, 'remote.git'));
    mkdirSync(remote.root);
    remote.git('init', '--quiet', '--bare', '--initial-branch=main');
    const ada = clone(base, 'ada', remote.root);
    ada.write('readme.txt', 'begin\n');
    ada.commit('begin');
    ada.git('push', '--quiet', 'origin', 'main');
    const bea = clone(base, 'bea', remote.root);
    await use({ remote, ada, bea });
  } finally {
    await removeFolder(base);
  }
}

function clone(base: string, user: string, remote: string): TestRepo {
  const home = join(base, `home-of-${user}`);
  mkdirSync(join(home, 'work'), { recursive: true });
  const repo = testRepo(home, join(home, 'work', 'shop'));
  const name = `${user[0]?.toUpperCase()}${user.slice(1)} Example`;
  for (const role of ['AUTHOR', 'COMMITTER']) {
    repo.env[`GIT_${role}_NAME`] = name;
    repo.env[`GIT_${role}_EMAIL`] = `${user}@example.com`;
  }
  repo.env['USER'] = `${user}-the-user`;
  mkdirSync(repo.root);
  repo.git('clone', '--quiet', remote, '.');
  repo.git('config', '--global', 'checkpoint.remote', 'origin');
  return repo;
}

import * as assert from 'uvu/assert';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const silence = { status: 0, stdout: '', stderr: '' };

async function withCheckpoint(use: (repo: TestRepo) => Promise<void>): Promise<void> {
  await withRepo(async (repo) => {
    repo.write('a.txt', 'one\n');
    repo.commit('base');
    assert.equal(await runMain(repo, ['save', '-q', '-m', 'First']), silence);
    repo.write('a.txt', 'two\n');
    await use(repo);
  });
}

describe('--quiet', (it) => {
  it('leaves nothing to read where all went well', () =>
    withCheckpoint(async (repo) => {
      const commands = [
        'save -q',
        'save -q',
        'keep 1 -q',
        'restore 1 --yes -q',
        'undo -q',
        'annotate 1 -m Words --quiet',
      ];
      for (const command of commands) assert.equal(await runMain(repo, command.split(' ')), silence, command);
      assert.is(repo.git('show', 'refs/checkpoints/1:a.txt'), 'one');
      assert.equal(await runMain(repo, ['drop', '2', '-q']), silence);
    }));

  it('is a question with an exit code for verify and grep', () =>
    withCheckpoint(async (repo) => {
      assert.equal(await runMain(repo, ['verify', '-q']), { ...silence, status: 1 });
      assert.equal(await runMain(repo, ['grep', '-q', 'First']), silence);
      assert.equal(await runMain(repo, ['grep', '-q', 'Second']), { ...silence, status: 1 });
    }));

  it('still tells failures and what was left out, and prints JSON', () =>
    withCheckpoint(async (repo) => {
      assert.match((await runMain(repo, ['keep', '-q', '9'])).stderr, /^fatal: .*9/);
      repo.write('.env', 'TOKEN=1\n');
      const saved = await runMain(repo, ['save', '-q', '-m', 'Second', '--json']);
      assert.is(JSON.parse(saved.stdout).summary, 'Second');
      repo.write('.env', 'TOKEN=2\n');
      assert.match((await runMain(repo, ['save', '-q'])).stderr, /^Not captured: \.env/);
      const refused = await runMain(repo, ['restore', '1', '-q']);
      assert.equal([refused.status, refused.stdout], [1, '']);
      assert.match(refused.stderr, 'Re-run with --yes');
    }));
});

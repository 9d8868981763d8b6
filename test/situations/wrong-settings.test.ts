import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { end, fire, prompt, start, stop } from '../support/hook-session.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

function numbers(repo: TestRepo): string {
  return repo.git('for-each-ref', '--format=%(refname:lstrip=2)', 'refs/checkpoints').replaceAll('\n', ' ');
}

const wrongs: Readonly<Record<string, (repo: TestRepo) => void>> = {
  'a value that is not allowed': (repo) => repo.git('config', 'checkpoint.thresholdPercent', '12'),
  'a key of a newer version': (repo) => repo.git('config', 'checkpoint.futureSwitch', 'on'),
  'a file that is not YAML': (repo) => {
    repo.env['XDG_CONFIG_HOME'] = join(repo.home, 'settings');
    const folder = join(repo.home, 'settings', 'git-checkpoint');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'config.yaml'), 'hooks: [');
  },
};

describe('a wrong setting', (it) => {
  for (const [name, set] of Object.entries(wrongs))
    it(`stops nothing that saves: ${name}`, () =>
      withRepo(async (repo) => {
        repo.write('a', '1');
        repo.commit('base');
        set(repo);
        const begun = await fire(repo, start('startup'));
        assert.match(begun.notice, /^git-checkpoint: .*; (?:the default is used|it is ignored)$/m);
        await fire(repo, prompt('1'));
        repo.write('a', '2');
        await fire(repo, stop('1'));
        repo.write('a', '3');
        await fire(repo, end('clear'));
        repo.write('a', '4');
        const run = await runMain(repo, ['save']);
        assert.is(run.status, 0, run.stderr);
        assert.match(run.stderr, /^warning: .*; (?:the default is used|it is ignored)$/m);
        assert.is(numbers(repo), '1 2 3');
        assert.is((await runMain(repo, ['doctor'])).status, 1);
      }));

  it('is ignored where no setting has that name', () =>
    withRepo(async (repo) => {
      repo.git('config', 'checkpoint.futureSwitch', 'on');
      const { stderr } = await runMain(repo, ['config']);
      assert.match(stderr, /unknown setting 'checkpoint\.futureswitch'; it is ignored/i);
    }));

  it('stops a command that is about it', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      await checkpoint(repo, 'save');
      repo.git('config', 'checkpoint.cleanupAfterDays', 'soon');
      const run = await runMain(repo, ['prune']);
      assert.is(run.status, 128);
      assert.match(run.stderr, /fatal: .*checkpoint\.cleanupAfterDays must be .* \(got 'soon'\)/);
      const got = await runMain(repo, ['config', 'get', 'cleanup_after_days']);
      assert.is(got.status, 128);
      assert.match((await runMain(repo, ['config'])).stderr, /cleanupAfterDays must be .*; the default is used/);
    }));
});

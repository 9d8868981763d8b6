import * as assert from 'uvu/assert';
import { checkGitSettings } from '../../src/hooks/doctor/check-git-settings.ts';
import { saveIn, withOpen } from '../support/open.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const found = (repo: TestRepo) => withOpen(repo, checkGitSettings);

describe("what doctor says of git's own settings", (it) => {
  it('warns of a remote that is a mirror', () =>
    withRepo(async (repo) => {
      assert.not((await found(repo)).some(({ text }) => text.includes('mirror')));
      repo.git('remote', 'add', '--mirror=push', 'backup', '../backup.git');
      const [finding] = await found(repo);
      assert.is(finding?.state, 'note');
      assert.match(finding?.text ?? '', "remote 'backup' is a mirror");
      repo.git('config', 'remote.backup.mirror', 'false');
      assert.not((await found(repo)).some(({ text }) => text.includes('mirror')));
    }));

  it('offers an alias that hides the checkpoints from git log --all, and it does', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      repo.write('a', '2');
      await saveIn(repo, { summary: 'hidden' });
      const hint = (await found(repo)).at(-1)?.hint ?? '';
      const value = /alias\.la '([^']+)'/.exec(hint)?.[1] ?? '';
      repo.git('config', 'alias.la', value);
      assert.match(repo.git('log', '--all', '--format=%s'), 'hidden');
      assert.is(repo.git('la', '--format=%s'), 'base');
      assert.is((await found(repo)).at(-1)?.state, 'ok');
    }));
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { ConfigEntry } from '../../../src/git/engine.ts';
import { recallConfig, rememberConfig } from '../../../src/git/native/config-cache.ts';
import { describe } from '../../support/suite.ts';
import { type TestRepo, withRepo } from '../../support/with-repo.ts';

const SECRET = 'c2VjcmV0';

/** What is kept of some entries in addition to one that is always kept, as text, and what is recalled of it. */
function keep(repo: TestRepo, key: string, value: string) {
  const gitDir = join(repo.root, '.git');
  const question = { place: { root: repo.root, gitDir, commonDir: gitDir, prefix: '' }, env: repo.env };
  const entry = { origin: `file:${join(gitDir, 'config')}`, scope: 'local' } as const;
  const entries: ConfigEntry[] = [
    { ...entry, key: 'user.name', value: 'Ada' },
    { ...entry, key, value },
  ];
  // Long after the files were written: what is young is not kept at all.
  rememberConfig(question, entries, Date.now() + 3_600_000);
  return recallConfig(question);
}

describe('what is kept of the configuration', (it) => {
  it('has no header, helper or password of the user in it', () =>
    withRepo((repo) => {
      for (const key of ['http.https://example.com.extraheader', 'credential.helper', 'sendemail.smtppass'])
        assert.equal(
          keep(repo, key, SECRET)?.map((entry) => entry.key),
          ['user.name'],
        );
      assert.not.match(readFileSync(join(repo.root, '.git/git-checkpoint/config.json'), 'utf8'), SECRET);
    }));

  it('has all that is asked for later, and of aliases only those that hide the checkpoints', () =>
    withRepo((repo) => {
      const kept = (key: string, value: string) => keep(repo, key, value)?.some((entry) => entry.key === key);
      assert.ok(kept('gc.packrefs', 'false'));
      assert.ok(kept('pager.list', 'false'));
      assert.ok(kept('alias.la', 'log --exclude=refs/checkpoint* --all'));
      assert.not(kept('alias.deploy', `!curl -H ${SECRET}`));
    }));

  it('is nothing where an address holds a password', () =>
    withRepo((repo) => {
      assert.is(keep(repo, 'remote.origin.url', `https://ada:${SECRET}@example.com/x.git`), undefined);
      assert.is(keep(repo, `url.https://${SECRET}@example.com/.insteadof`, 'x:'), undefined);
    }));
});

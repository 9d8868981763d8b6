import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { describe } from '../support/suite.ts';
import { type TestRepo, testRepo, withRepo } from '../support/with-repo.ts';
import { same, withEngines } from './compare-engines.ts';

/** Conditions by which a file may be included; each has a file of its own that sets its name. */
const conditions = (repo: TestRepo): Record<string, string> => ({
  'by-path': `gitdir:${repo.root}/.git`,
  'by-folder': `gitdir:${repo.home}/`,
  'by-home': 'gitdir:~/repo/',
  'by-name': 'gitdir:repo/',
  'by-star': 'gitdir:**/rep?/.git',
  'by-other-case': 'gitdir/i:REPO/',
  'by-wrong-case': 'gitdir:REPO/',
  'by-place-of-file': 'gitdir:./repo/',
  'by-elsewhere': 'gitdir:/somewhere/else/',
  'by-branch': 'onbranch:main',
  'by-branch-folder': 'onbranch:feature/',
  'by-remote': 'hasconfig:remote.*.url:https://example.com/**',
  'by-other-remote': 'hasconfig:remote.*.url:https://example.org/**',
  'by-what-nobody-knows': 'phaseofmoon:full',
});

function includeAll(repo: TestRepo): void {
  const lines = Object.entries(conditions(repo)).map(([name, condition]) => {
    writeFileSync(join(repo.home, `${name}.inc`), `[taken]\n\t${name} = yes\n`);
    return `[includeIf "${condition}"]\n\tpath = ${name}.inc\n`;
  });
  writeFileSync(repo.env['GIT_CONFIG_GLOBAL'] ?? '', lines.join(''));
}

/** What was included, which both engines have to agree on. */
async function taken(repo: TestRepo): Promise<string[]> {
  let names: string[] = [];
  await withEngines(repo, async (engines) => {
    names = await same(engines, async (engine) => {
      const entries = await engine.configEntries();
      return entries.flatMap(({ key }) => (key.startsWith('taken.') ? [key.slice('taken.'.length)] : []));
    });
  });
  return names.sort();
}

describe('both engines write configuration', (it) => {
  it('beside sections whose names hold brackets and words in another encoding', () =>
    withRepo(async (repo) => {
      repo.commit('ground');
      const path = join(repo.root, '.git', 'config');
      const odd = Buffer.from('[url "https://[::1]/"]\n\tinsteadOf = x:\n[user]\n\tname = J\xfcrgen\n', 'latin1');
      const before = Buffer.concat([readFileSync(path), odd]);
      await withEngines(repo, async (engines) => {
        await same(engines, async (engine) => {
          writeFileSync(path, before);
          await engine.writeConfig('local', 'checkpoint.remote', ['grün']);
          await engine.writeConfig('local', 'checkpoint.remote', ['blau', 'größer']);
          return readFileSync(path, 'latin1');
        });
      });
      assert.ok(readFileSync(path).includes(odd));
      assert.is(repo.git('config', '--get-all', 'checkpoint.remote'), 'blau\ngrößer');
    }));
});

describe('both engines include configuration', (it) => {
  it('where repository, branch and remote are as the condition says', () =>
    withRepo(async (repo) => {
      repo.commit('ground');
      repo.git('remote', 'add', 'origin', 'https://example.com/team/project');
      includeAll(repo);
      const always = ['by-folder', 'by-home', 'by-name', 'by-other-case', 'by-path', 'by-place-of-file', 'by-star'];
      assert.equal(await taken(repo), [...always, 'by-branch', 'by-remote'].sort());
      repo.git('checkout', '--quiet', '-b', 'feature/x');
      repo.git('remote', 'set-url', 'origin', 'https://example.org/team/project');
      assert.equal(await taken(repo), [...always, 'by-branch-folder', 'by-other-remote'].sort());
      repo.git('checkout', '--quiet', '--detach');
      assert.equal(await taken(repo), [...always, 'by-other-remote'].sort());
    }));

  it('where a link leads to the repository', () =>
    withRepo(async (repo) => {
      repo.commit('ground');
      mkdirSync(join(repo.home, 'links'));
      symlinkSync(repo.root, join(repo.home, 'links', 'linked'));
      writeFileSync(join(repo.home, 'a.inc'), '[taken]\n\treal = yes\n');
      writeFileSync(repo.env['GIT_CONFIG_GLOBAL'] ?? '', `[includeIf "gitdir:${repo.root}/"]\n\tpath = a.inc\n`);
      assert.equal(await taken({ ...testRepo(repo.home, join(repo.home, 'links', 'linked')) }), ['real']);
    }));

  it('from a file that includes another, and no further than git goes', () =>
    withRepo(async (repo) => {
      repo.commit('ground');
      writeFileSync(join(repo.home, 'one.inc'), '[include]\n\tpath = two.inc\n[taken]\n\tone = yes\n');
      writeFileSync(join(repo.home, 'two.inc'), '[taken]\n\ttwo = yes\n');
      writeFileSync(repo.env['GIT_CONFIG_GLOBAL'] ?? '', '[include]\n\tpath = one.inc\n\tpath = nowhere.inc\n');
      assert.equal(await taken(repo), ['one', 'two']);
    }));
});

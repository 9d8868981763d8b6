import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

function editConfig(repo: TestRepo, edit: (text: string) => string): void {
  const path = join(repo.root, '.git/config');
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
}

const spellings = ['objectFormat = sha256 # long ids', 'objectformat = "sha256"', 'OBJECTFORMAT=sha256\t; so it is'];

describe('the format of a repository', (it) => {
  for (const spelling of [...spellings, 'on the line of its section'])
    it(`is SHA-256 however that is written: ${spelling}`, () =>
      withRepo(
        async (repo) => {
          editConfig(repo, (text) =>
            spellings.includes(spelling)
              ? text.replace(/objectformat = sha256/i, spelling)
              : text.replace(/\[extensions\]\s+objectformat = sha256/i, '[extensions] objectFormat = sha256'),
          );
          repo.write('a', '1');
          repo.commit('base');
          repo.write('a', '2');
          await checkpoint(repo, 'save', '-m', 'Long');
          assert.match(repo.git('rev-parse', 'refs/checkpoints/1'), /^[0-9a-f]{64}$/);
          assert.is(repo.git('show', 'refs/checkpoints/1:a'), '2');
          assert.match(await checkpoint(repo, 'list'), 'Long');
          assert.is(repo.tryGit('gc', '--quiet').status, 0);
        },
        ['--object-format=sha256'],
      ));

  for (const [name, value] of [
    ['refStorage', 'files:///elsewhere'],
    ['refStorage', 'reftable:///elsewhere'],
    ['somethingNew', 'true'],
  ] as const)
    it(`is git's to judge where it is not known: extensions.${name} = ${value}`, () =>
      withRepo(async (repo) => {
        repo.write('a', '1');
        repo.commit('base');
        await checkpoint(repo, 'save', '-m', 'Before');
        repo.git('config', 'core.repositoryFormatVersion', '1');
        repo.git('config', `extensions.${name}`, value.replace('/elsewhere', join(repo.home, 'elsewhere')));
        // A git that knows the extension looks for refs there; one that does not refuses the repository. We do what it does.
        const git = repo.tryGit('for-each-ref', 'refs/checkpoints');
        for (const args of [['list'], ['status'], ['save', '-m', 'After']]) {
          const run = await runMain(repo, args);
          assert.is(run.status, git.status === 0 ? run.status : 128, `${args[0]}: ${run.stdout}`);
        }
        assert.not.ok(existsSync(join(repo.root, '.git/refs/checkpoints/2')));
      }));

  it("is git's to judge where the environment moves the refs", () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      repo.env['GIT_REFERENCE_BACKEND'] = `files://${join(repo.home, 'elsewhere')}`;
      const run = await runMain(repo, ['save']);
      const listed = repo.git('for-each-ref', '--format=%(refname)', 'refs/checkpoints');
      // A git that knows the variable looks for refs there. What it does not see would be lost at its next gc.
      assert.is(listed, run.status === 0 ? 'refs/checkpoints/1' : '', run.stderr);
    }));
});

import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { damage } from '../support/damage.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const engines = ['native', 'portable'] as const;

/** A repository with a commit, driven by one of the engines. */
async function withEngine(engine: (typeof engines)[number], use: (repo: TestRepo) => Promise<void>): Promise<void> {
  await withRepo(async (repo) => {
    repo.write('f1', 'first\n');
    repo.write('d/f2', 'second\n');
    repo.commit('base');
    repo.env['GIT_CHECKPOINT_ENGINE'] = engine;
    await use(repo);
  });
}

describe('an object that a power cut damaged', (it) => {
  for (const engine of engines)
    for (const kind of ['empty', 'cut', 'other bytes'] as const) {
      it(`is stored again by the next save (${engine}, ${kind})`, () =>
        withEngine(engine, async (repo) => {
          repo.write('f1', 'precious work\n');
          repo.write('d/new', 'untracked\n');
          await checkpoint(repo, 'save');
          for (const name of [':f1', ':d/new', ':d', '^{tree}'])
            damage(repo, repo.git('rev-parse', `refs/checkpoints/1${name}`), kind);
          await checkpoint(repo, 'save');
          assert.is(repo.git('show', 'refs/checkpoints/2:f1'), 'precious work');
          assert.is(repo.git('show', 'refs/checkpoints/1:d/new'), 'untracked');
          assert.is(repo.tryGit('fsck', '--no-dangling').status, 0);
        }));
    }

  for (const engine of engines) {
    it(`does not cost the work that a restore replaces or deletes (${engine})`, () =>
      withEngine(engine, async (repo) => {
        await checkpoint(repo, 'save');
        repo.write('f1', 'precious work\n');
        repo.write('fresh', 'untracked\n');
        await checkpoint(repo, 'save');
        for (const path of ['f1', 'fresh']) damage(repo, repo.git('hash-object', path));
        await checkpoint(repo, 'restore', '1', '--yes');
        assert.is(readFileSync(join(repo.root, 'f1'), 'utf8'), 'first\n');
        await checkpoint(repo, 'undo', '--yes');
        assert.is(readFileSync(join(repo.root, 'f1'), 'utf8'), 'precious work\n');
        assert.is(readFileSync(join(repo.root, 'fresh'), 'utf8'), 'untracked\n');
      }));
  }

  it('stops a restore of another checkpoint only until the next save, as the hint tells', () =>
    withEngine('native', async (repo) => {
      await checkpoint(repo, 'save');
      repo.write('d/new', 'untracked\n');
      await checkpoint(repo, 'save');
      damage(repo, repo.git('rev-parse', 'refs/checkpoints/2:d'));
      const refused = await runMain(repo, ['restore', '1', '--yes']);
      assert.is(refused.status, 128);
      assert.match(refused.stderr, 'hint: `git checkpoint save` stores again what is in the working tree');
      await checkpoint(repo, 'save');
      await checkpoint(repo, 'restore', '1', '--yes');
      await checkpoint(repo, 'undo', '--yes');
      assert.is(readFileSync(join(repo.root, 'd/new'), 'utf8'), 'untracked\n');
    }));

  it('does not cost a file that is as in HEAD, whose own object is gone', () =>
    withEngine('native', async (repo) => {
      repo.write('f1', 'older\n');
      await checkpoint(repo, 'save');
      repo.write('f1', 'first\n');
      const oid = repo.git('rev-parse', 'HEAD:f1');
      damage(repo, oid);
      await checkpoint(repo, 'restore', '1', '--yes');
      assert.is(repo.git('cat-file', 'blob', oid), 'first');
      await checkpoint(repo, 'undo', '--yes');
      assert.is(readFileSync(join(repo.root, 'f1'), 'utf8'), 'first\n');
    }));

  for (const engine of engines)
    it(`of HEAD stops no save of the file that was changed since (${engine})`, () =>
      withEngine(engine, async (repo) => {
        await checkpoint(repo, 'save');
        repo.write('f1', 'precious work\n');
        repo.write('d/f2', 'more of it\n');
        damage(repo, repo.git('rev-parse', 'HEAD:f1'));
        assert.is((await runMain(repo, ['verify'])).status, 1);
        await checkpoint(repo, 'save');
        assert.is(repo.git('show', 'refs/checkpoints/2:f1'), 'precious work');
        assert.is(repo.git('show', 'refs/checkpoints/2:d/f2'), 'more of it');
        await checkpoint(repo, 'verify');
        // What it would write cannot be read, which has to be known before anything is touched.
        const refused = await runMain(repo, ['restore', '1', '--yes']);
        assert.is(refused.status, 128);
        assert.is(readFileSync(join(repo.root, 'f1'), 'utf8'), 'precious work\n');
        assert.is(readFileSync(join(repo.root, 'd/f2'), 'utf8'), 'more of it\n');
        await checkpoint(repo, 'restore', '1', '--yes', '--', 'd/f2');
        assert.is(readFileSync(join(repo.root, 'd/f2'), 'utf8'), 'second\n');
        await checkpoint(repo, 'undo', '--yes');
        assert.is(readFileSync(join(repo.root, 'd/f2'), 'utf8'), 'more of it\n');
      }));

  it('is written again when it is a link, a staged file, or stored through a filter', () =>
    withEngine('native', async (repo) => {
      repo.git('config', 'filter.upper.clean', 'tr a-z A-Z');
      repo.write('.gitattributes', '*.up filter=upper\n');
      repo.write('x.up', 'shout\n');
      repo.write('staged', 'staged and not changed since\n');
      repo.git('add', 'staged');
      symlinkSync('d/f2', join(repo.root, 'link'));
      await checkpoint(repo, 'save');
      for (const path of ['x.up', 'link', 'staged']) damage(repo, repo.git('rev-parse', `refs/checkpoints/1:${path}`));
      await checkpoint(repo, 'save');
      assert.is(repo.git('show', 'refs/checkpoints/2:x.up'), 'SHOUT');
      assert.is(repo.git('show', 'refs/checkpoints/2:link'), 'd/f2');
      assert.is(repo.git('show', 'refs/checkpoints/2:staged'), 'staged and not changed since');
    }));

  it('is left out with a warning when only the index has it', () =>
    withEngine('native', async (repo) => {
      repo.write('f1', 'staged\n');
      repo.git('add', 'f1');
      damage(repo, repo.git('rev-parse', ':f1'));
      repo.write('f1', 'newer\n');
      const run = await runMain(repo, ['save']);
      assert.is(run.status, 0, run.stderr);
      assert.match(run.stderr, 'warning: What is staged was not saved: an object of it is damaged.');
      assert.is(repo.git('show', 'refs/checkpoints/1:f1'), 'newer');
      assert.is(repo.tryGit('rev-parse', 'refs/checkpoints/1^2').status, 128);
    }));

  it('makes `verify` fail until it is saved again', () =>
    withEngine('native', async (repo) => {
      repo.write('f1', 'precious work\n');
      await checkpoint(repo, 'save');
      damage(repo, repo.git('hash-object', 'f1'), 'cut');
      const run = await runMain(repo, ['verify']);
      assert.equal([run.status, run.stdout], [128, '']);
      assert.match(run.stderr, 'fatal: checkpoint 1 is damaged: the content of f1 cannot be read');
      assert.match(run.stderr, 'hint: The working tree still has it: `git checkpoint save` stores it again.');
      await checkpoint(repo, 'save');
      assert.is((await runMain(repo, ['verify', '1'])).status, 0);
    }));

  it('makes `verify` fail, too, where it is a folder of the checkpoint or all of its tree', () =>
    withEngine('native', async (repo) => {
      repo.write('new/f1', 'precious work\n');
      await checkpoint(repo, 'save');
      for (const [name, path] of [
        ['refs/checkpoints/1:new', 'new/'],
        ['refs/checkpoints/1^{tree}', './'],
      ] as const) {
        damage(repo, repo.git('rev-parse', name));
        const run = await runMain(repo, ['verify']);
        assert.equal([run.status, run.stdout], [128, '']);
        assert.match(run.stderr, `fatal: checkpoint 1 is damaged: the content of ${path} cannot be read`);
        await checkpoint(repo, 'save');
        assert.is((await runMain(repo, ['verify', '1'])).status, 0);
        await checkpoint(repo, 'drop', 'latest');
      }
    }));

  it('is found by `doctor`, set aside by `--repair`, and stored by the next save', () =>
    withEngine('native', async (repo) => {
      repo.write('f1', 'precious work\n');
      await checkpoint(repo, 'save');
      const oid = repo.git('hash-object', 'f1');
      damage(repo, oid, 'cut');
      const found = await runMain(repo, ['doctor']);
      assert.is(found.status, 1);
      assert.match(found.stdout, `1 object is damaged: ${oid}`);
      const repaired = await runMain(repo, ['doctor', '--repair']);
      assert.match(repaired.stdout, `fixed: moved the damaged object ${oid} to `);
      assert.is(readFileSync(join(repo.root, '.git/git-checkpoint/damaged', oid)).length, 5);
      assert.match((await runMain(repo, ['doctor'])).stdout, 'checkpoint 1: objects of it are missing');
      await checkpoint(repo, 'save');
      assert.is((await runMain(repo, ['doctor'])).status, 0);
    }));
});

import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { fire, prompt, start, stop } from '../support/hook-session.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** Makes the place of a file's object unusable, for root too: what a disk does that is full, or `sudo git` that left its folders. */
function blockObject(repo: TestRepo, path: string): void {
  const oid = repo.git('hash-object', path);
  const folder = join(repo.root, '.git/objects', oid.slice(0, 2));
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
}

/** A file as the second checkpoint has it. */
function show(repo: TestRepo, path: string): string {
  return repo.git('show', `refs/checkpoints/2:${path}`);
}

async function withSaved(use: (repo: TestRepo) => Promise<void>): Promise<void> {
  await withRepo(async (repo) => {
    for (const name of ['a', 'b', 'c']) repo.write(name, `${name}\n`);
    repo.commit('base');
    await checkpoint(repo, 'save', '-m', 'First');
    repo.write('a', 'changed so that its object is new\n');
    repo.write('b', 'changed as well\n');
    await use(repo);
  });
}

describe('objects that cannot be written', (it) => {
  for (const engine of ['native', 'portable'])
    it(`make verify, diff, save and restore fail with the name of the file (${engine})`, () =>
      withSaved(async (repo) => {
        repo.env['GIT_CHECKPOINT_ENGINE'] = engine;
        blockObject(repo, 'a');
        for (const args of [['verify'], ['diff', '1'], ['save', '-m', 'Second'], ['restore', '1', '--yes']]) {
          const run = await runMain(repo, args);
          assert.equal([args[0], run.status, run.stdout], [args[0], 128, '']);
          assert.match(run.stderr, 'fatal: cannot store a: ');
          assert.match(run.stderr, 'hint: Is the disk full, is the repository read-only, or does a folder in');
        }
        assert.is(repo.git('for-each-ref', '--format=%(refname)', 'refs/checkpoints'), 'refs/checkpoints/1');
        assert.is(readFileSync(join(repo.root, 'a'), 'utf8'), 'changed so that its object is new\n');
      }));

  for (const engine of ['native', 'portable'])
    it(`let all others be saved where that was asked for (${engine})`, () =>
      withSaved(async (repo) => {
        repo.env['GIT_CHECKPOINT_ENGINE'] = engine;
        blockObject(repo, 'a');
        const saved = await runMain(repo, ['save', '--leave-out']);
        assert.is(saved.status, 0, saved.stderr);
        assert.match(saved.stderr, 'Not captured: a (git cannot store it');
        assert.equal([show(repo, 'a'), show(repo, 'b')], ['a', 'changed as well']);
        assert.is((await runMain(repo, ['verify'])).status, 128);
      }));

  it('are told on the screen by the hooks of a session', () =>
    withSaved(async (repo) => {
      blockObject(repo, 'a');
      await fire(repo, start('startup'));
      await fire(repo, prompt('1'));
      await fire(repo, stop('1'));
      const next = await fire(repo, prompt('2'));
      assert.match(next.notice, /^Not saved since \d\d:\d\d: cannot store a: /);
      // Said once.
      const later = await fire(repo, prompt('3'));
      assert.is(later.notice, '');
    }));
});

describe('a tracked file that cannot be read', (it) => {
  /** A filter that fails stands for it: root may read everything. */
  async function withFilter(use: (repo: TestRepo) => Promise<void>): Promise<void> {
    await withRepo(async (repo) => {
      repo.write('.gitattributes', '*.up filter=broken\n');
      repo.write('x.up', 'old\n');
      repo.write('b', 'b\n');
      repo.commit('base');
      await checkpoint(repo, 'save', '-m', 'First');
      repo.git('config', 'filter.broken.clean', 'false');
      repo.git('config', 'filter.broken.required', 'true');
      repo.write('x.up', 'changed\n');
      repo.write('b', 'changed\n');
      await use(repo);
    });
  }

  it('is never "the same", and stops a save unless it is to be left out', () =>
    withFilter(async (repo) => {
      repo.write('b', 'b\n');
      const verified = await runMain(repo, ['verify']);
      assert.equal([verified.status, verified.stdout], [128, '']);
      assert.match(verified.stderr, 'fatal: cannot compare: x.up cannot be stored by git');
      repo.write('b', 'changed\n');
      assert.is((await runMain(repo, ['verify'])).status, 1);
      const refused = await runMain(repo, ['save']);
      assert.is(refused.status, 128);
      assert.match(refused.stderr, 'fatal: x.up cannot be stored by git\nhint: Nothing was saved. `--leave-out` saves');
      const saved = await runMain(repo, ['save', '--leave-out']);
      assert.is(saved.status, 0, saved.stderr);
      assert.match(saved.stderr, 'Not captured: x.up');
      assert.is(repo.git('show', 'refs/checkpoints/2:b'), 'changed');
    }));

  it('is named by `diff`, `status` and `restore`, which leave open whether it differs', () =>
    withFilter(async (repo) => {
      const differs = await runMain(repo, ['diff', '1']);
      assert.equal([differs.status, differs.stderr], [0, 'Not compared: x.up cannot be stored by git\n']);
      assert.match((await runMain(repo, ['verify'])).stderr, 'Not compared: x.up cannot be stored by git');
      const elsewhere = await runMain(repo, ['diff', '1', '--', 'b']);
      assert.equal([elsewhere.status, elsewhere.stderr], [0, '']);
      const known = await runMain(repo, ['status']);
      assert.match(known.stdout, '1 file, +1 -1 and unknown changes (x.up cannot be stored by git) since checkpoint 1');

      const restored = await runMain(repo, ['restore', '1', '--yes']);
      assert.is(restored.status, 0, restored.stderr);
      assert.match(restored.stderr, 'Left alone: x.up (git cannot store it)');
      assert.is(readFileSync(join(repo.root, 'x.up'), 'utf8'), 'changed\n');

      const nothing = await runMain(repo, ['diff', '1']);
      assert.equal([nothing.status, nothing.stdout], [128, '']);
      assert.match(nothing.stderr, 'fatal: cannot compare: x.up cannot be stored by git');
      assert.match((await runMain(repo, ['status'])).stdout, 'unknown changes (x.up cannot be stored by git) since');
      const again = await runMain(repo, ['restore', '1', '--yes']);
      assert.match(again.stdout, 'Already at checkpoint 1, except for 1 file left alone; nothing to restore.');
      const part = await runMain(repo, ['restore', '1', '--yes', '--', 'b']);
      assert.is(part.stderr, '');
    }));

  it('stays as it is when the checkpoint that lacks it is restored', () =>
    withFilter(async (repo) => {
      await checkpoint(repo, 'save', '--leave-out');
      repo.git('config', 'filter.broken.clean', 'cat');
      repo.write('b', 'later\n');
      const restored = await runMain(repo, ['restore', '2', '--yes']);
      assert.match(restored.stderr, 'Left alone: x.up (the checkpoint has only what HEAD had of it)');
      assert.is(readFileSync(join(repo.root, 'b'), 'utf8'), 'changed\n');
      assert.is(readFileSync(join(repo.root, 'x.up'), 'utf8'), 'changed\n');
    }));

  it('is left out and told on the screen by a hook', () =>
    withFilter(async (repo) => {
      await fire(repo, start('startup'));
      await fire(repo, prompt('1'));
      await fire(repo, stop('1'));
      assert.is(repo.git('show', 'refs/checkpoints/2:b'), 'changed');
      const next = await fire(repo, prompt('2'));
      assert.match(next.notice, 'Checkpoint 2 was saved without x.up (git cannot store it)');
    }));
});

describe('a folder that cannot be read', (it) => {
  it('is named', () =>
    withRepo(async (repo) => {
      if (process.getuid?.() === 0) return;
      repo.write('a', '1');
      mkdirSync(join(repo.root, 'closed'));
      repo.write('closed/file', '2');
      chmodSync(join(repo.root, 'closed'), 0);
      const run = await runMain(repo, ['save']);
      assert.match(run.stderr, 'Not captured: closed/ (cannot be read');
      chmodSync(join(repo.root, 'closed'), 0o755);
    }));
});

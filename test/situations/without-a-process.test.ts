import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import type { GitEngine } from '../../src/git/engine.ts';
import { saveIn, withOpen } from '../support/open.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** Counts the git processes that some work on an open engine starts. */
async function counted<T>(
  repo: TestRepo,
  use: (engine: GitEngine) => Promise<T>,
): Promise<{ answer: T; calls: number }> {
  const log = join(repo.home, 'calls');
  const path = repo.env['PATH'] ?? '';
  repo.write('../bin/git', `#!/bin/sh\necho call >> '${log}'\nPATH='${path}' exec git "$@"\n`);
  chmodSync(join(repo.home, 'bin/git'), 0o755);
  const env = { ...repo.env, PATH: `${join(repo.home, 'bin')}:${path}` };
  return withOpen({ ...repo, env }, async ({ engine }) => {
    await engine.configEntries();
    writeFileSync(log, '');
    const answer = await use(engine);
    return { answer, calls: readFileSync(log, 'utf8').split('call').length - 1 };
  });
}

const textOf = (engine: GitEngine, name: string) =>
  engine.readObjects([name]).then(([object]) => object && Buffer.from(object.bytes).toString());

/** Leaves a loose copy of an object that cannot be read. */
function damage(repo: TestRepo, oid: string): void {
  const path = join(repo.root, '.git/objects', oid.slice(0, 2), oid.slice(2));
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  writeFileSync(path, 'this is no object');
}

describe('an ordinary repository', (it) => {
  it('is read without a git process, loose and packed', () =>
    withRepo(async (repo) => {
      repo.write('a', 'first');
      repo.commit('base');
      repo.git('gc', '--quiet');
      repo.git('update-ref', 'refs/checkpoints/1', repo.git('hash-object', '-w', join(repo.root, 'a')));
      repo.write('b', 'loose');
      const loose = repo.git('hash-object', '-w', 'b');
      const names = ['refs/heads/main^{tree}', 'refs/checkpoints/1', loose, 'refs/checkpoints/2'];
      const { answer, calls } = await counted(repo, (engine) => engine.readObjects(names));
      assert.equal(
        answer.map((object) => object?.type),
        ['tree', 'blob', 'blob', undefined],
      );
      assert.is(calls, 0);
    }));

  it('has refs moved without a git process, and only from the value that was named', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      const [one, two] = [repo.commit('one'), repo.commit('two')];
      const ref = 'refs/checkpoints/7';
      const { answer, calls } = await counted(repo, async (engine) => [
        await engine.moveRefs([[{ ref, new: one }], [{ ref, old: one, new: two }]]),
        await engine.moveRefs([[{ ref, new: one }]]),
        await engine.moveRefs([[{ ref, old: one, new: two }], [{ ref, old: two, new: one }]]),
      ]);
      assert.equal(answer, [2, 0, 2]);
      assert.is(repo.git('rev-parse', ref), one);
      assert.is(calls, 0);
    }));

  it('moves packed refs and refs that another name stands for as git does', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      const [one, two] = [repo.commit('one'), repo.commit('two')];
      repo.git('update-ref', 'refs/checkpoints/1', one);
      repo.git('pack-refs', '--all');
      repo.git('symbolic-ref', 'refs/notes/checkpoints', 'refs/checkpoints/1');
      await withOpen(repo, async ({ engine }) => {
        assert.is(await engine.moveRefs([[{ ref: 'refs/notes/checkpoints', old: one, new: two }]]), 1);
        assert.is(await engine.moveRefs([[{ ref: 'refs/checkpoints/1', new: two }]]), 0);
        assert.is(await engine.moveRefs([[{ ref: 'refs/checkpoints/1', old: one, new: two }]]), 1);
      });
      assert.is(repo.git('rev-parse', 'refs/checkpoints/1'), two);
      assert.is(repo.tryGit('symbolic-ref', '--quiet', 'refs/notes/checkpoints').status, 1);
    }));
});

describe('what is not ordinary', (it) => {
  it('is left to git: a damaged object with another copy, and one without', () =>
    withRepo(async (repo) => {
      repo.write('a', 'kept');
      repo.commit('base');
      const kept = repo.git('rev-parse', 'HEAD:a');
      repo.git('repack', '--quiet', '-a', '-d');
      repo.write('b', 'lost');
      const lost = repo.git('hash-object', '-w', 'b');
      for (const oid of [kept, lost]) damage(repo, oid);
      await withOpen(repo, async ({ engine }) => {
        assert.is(await textOf(engine, lost), undefined);
        assert.is(await textOf(engine, kept), 'kept');
      });
    }));

  it('is left to git: objects that stand in for others', () =>
    withRepo(async (repo) => {
      repo.write('a', 'old');
      repo.commit('base');
      const old = repo.git('rev-parse', 'HEAD:a');
      repo.write('a', 'new');
      repo.git('replace', old, repo.git('hash-object', '-w', 'a'));
      await withOpen(repo, async ({ engine }) => assert.is(await textOf(engine, old), 'new'));
      repo.git('pack-refs', '--all');
      await withOpen(repo, async ({ engine }) => assert.is(await textOf(engine, old), 'new'));
    }));

  it('leaves no reflog unless every ref is to have one', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      await saveIn(repo);
      assert.not.ok(existsSync(join(repo.root, '.git/logs/refs/notes')));
      repo.git('config', 'core.logAllRefUpdates', 'always');
      await saveIn(repo);
      assert.ok(existsSync(join(repo.root, '.git/logs/refs/notes/checkpoints')));
      assert.ok(existsSync(join(repo.root, '.git/logs/refs/checkpoints/2')));
    }));
});

describe("git's configuration", (it) => {
  const names = (repo: TestRepo) =>
    withOpen(repo, async ({ engine }) =>
      (await engine.configEntries()).filter(({ key }) => key.startsWith('test.')).map(({ value }) => value),
    );

  it('is remembered, and asked for again when any file of it changed', () =>
    withRepo(async (repo) => {
      const remembered = join(repo.root, '.git/git-checkpoint/config.json');
      repo.git('config', 'test.own', 'aaa');
      repo.git('config', 'include.path', '../included');
      assert.equal(await names(repo), ['aaa']);
      assert.not.ok(existsSync(remembered), 'a file this young may still change without a trace');
      await sleep(2100);
      assert.equal(await names(repo), ['aaa']);
      assert.ok(existsSync(remembered));
      repo.git('config', 'test.own', 'bbb');
      assert.equal(await names(repo), ['bbb']);
      await sleep(2100);
      assert.equal(await names(repo), ['bbb']);
      repo.write('included', '[test]\nincluded = ccc\n');
      assert.equal(await names(repo), ['bbb', 'ccc']);
      assert.equal(await names({ ...repo, env: { ...repo.env, ...oneSetting } }), ['bbb', 'ccc', 'ddd']);
      assert.equal(await names(repo), ['bbb', 'ccc']);
    }));
});

const oneSetting = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'test.given', GIT_CONFIG_VALUE_0: 'ddd' };

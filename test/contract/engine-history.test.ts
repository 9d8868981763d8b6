import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as assert from 'uvu/assert';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';
import { same, withEngines } from './compare-engines.ts';

interface Made {
  readonly message: string | Buffer;
  /** Seconds after some beginning. */
  readonly at: number;
  readonly parents?: readonly string[];
  readonly encoding?: string;
}

function commit(repo: TestRepo, { message, at, parents = [], encoding = 'UTF-8' }: Made): string {
  const tree = repo.git('write-tree');
  const args = ['-c', `i18n.commitEncoding=${encoding}`, 'commit-tree', tree, ...parents.flatMap((one) => ['-p', one])];
  const env = { ...repo.env, GIT_COMMITTER_DATE: `@${1_700_000_000 + at} +0130` };
  return spawnSync('git', args, { cwd: repo.root, env, input: message, encoding: 'utf8' }).stdout.trim();
}

describe('both engines', (it) => {
  it('tell the commits between two where a clock went wrong', () =>
    withRepo(async (repo) => {
      const first = commit(repo, { message: 'first', at: 900 });
      const shared = commit(repo, { message: 'shared', at: 1000, parents: [first] });
      const yesterday = commit(repo, { message: 'by a clock that is late', at: 0, parents: [shared] });
      const from = commit(repo, { message: 'from', at: 3000, parents: [yesterday] });
      const to = commit(repo, { message: 'to', at: 2000, parents: [shared] });
      await withEngines(repo, async (engines) => {
        const between = await same(engines, (engine) => engine.commitsBetween(from, to, 9));
        assert.equal(
          between.map(({ subject }) => subject),
          ['to'],
        );
      });
    }));

  it('compare many pairs of trees at once, equal ones and odd names among them', () =>
    withRepo(async (repo) => {
      const trees = [{ a: 'one\n' }, { a: 'one\ntwo\n', 'b\nc': 'x\n' }, { ':d': 'y\n' }].map((files) => {
        repo.git('rm', '-r', '--quiet', '--cached', '--ignore-unmatch', '.');
        for (const [path, text] of Object.entries(files)) repo.write(path, text);
        repo.git('add', '--force', '--', ...Object.keys(files).map((path) => `:(literal)${path}`));
        return repo.git('write-tree');
      });
      const [first = '', second = '', third = ''] = trees;
      const pairs = [
        { from: first, to: second },
        { from: second, to: second },
        { from: second, to: third },
        { from: third, to: first },
      ];
      await withEngines(repo, async (engines) => {
        const differences = await same(engines, (engine) => engine.diffTreePairs(pairs));
        assert.equal(
          differences.map((changes) => changes.map(({ path, added, removed }) => `${path} ${added} ${removed}`)),
          [['a 1 0', 'b\nc 1 0'], [], [':d 1 0', 'a 0 2', 'b\nc 0 1'], [':d 0 1', 'a 1 0']],
        );
        assert.equal(await same(engines, (engine) => engine.diffTreePairs([])), []);
        const bare = await same(engines, (engine) => engine.diffTreePairs(pairs, { counts: false }));
        assert.equal(
          bare.map((changes) => changes.map(({ path, added }) => `${path} ${added}`)),
          differences.map((changes) => changes.map(({ path }) => `${path} undefined`)),
        );
      });
    }));

  it('count what only some commits hold, whatever else has it', () =>
    withRepo(async (repo) => {
      repo.write('a', 'shared\n');
      const base = repo.commit('base');
      repo.write('b', `${randomBytes(3000).toString('hex')}\n`);
      repo.git('add', '-A');
      const tree = repo.git('write-tree');
      const held = repo.git('commit-tree', '-p', base, '-m', 'held', tree);
      repo.git('update-ref', 'refs/checkpoints/1', held);
      await withEngines(repo, async (engines) => {
        for (const engine of [engines.native, engines.portable]) {
          assert.is(await engine.bytesBeyond([base], ['refs/heads/']), 0);
          assert.is(await engine.bytesBeyond([], ['refs/heads/']), 0);
          assert.is(await engine.bytesBeyond(['f'.repeat(40)], ['refs/heads/', 'refs/nothing']), 0);
          const only = await engine.bytesBeyond(['refs/checkpoints/'], ['HEAD', 'refs/heads/']);
          assert.ok(only > 3000 && only < 7000, String(only));
          assert.is(await engine.bytesBeyond([held], ['HEAD']), only);
          assert.is(
            (await engine.bytesBeyond([held], [repo.git('commit-tree', '-m', 'same', tree), base])) < 1000,
            true,
          );
        }
      });
    }));

  it('tell the subjects of commits with blanks and of several lines', () =>
    withRepo(async (repo) => {
      const messages = ['  one\n', '\n\n two \n  three\t\n\nmore\n', 'x\r\ny', ''];
      const tips = messages.map((message, at) => commit(repo, { message, at }));
      const from = commit(repo, { message: 'from', at: 50 });
      const to = commit(repo, { message: 'to', at: 99, parents: tips });
      await withEngines(repo, async (engines) => {
        const between = await same(engines, (engine) => engine.commitsBetween(from, to, 9));
        assert.is(between[3]?.subject, ' two   three');
      });
    }));

  it('tell the subjects of commits in other encodings', () =>
    withRepo(async (repo) => {
      const from = commit(repo, { message: 'from', at: 1 });
      const known = commit(repo, {
        message: Buffer.from('café', 'latin1'),
        at: 2,
        encoding: 'ISO-8859-1',
        parents: [from],
      });
      const to = commit(repo, { message: 'café', at: 3, encoding: 'no-encoding', parents: [known] });
      await withEngines(repo, async (engines) => {
        const between = await same(engines, (engine) => engine.commitsBetween(from, to, 9));
        assert.equal(
          between.map(({ subject }) => subject),
          ['café', 'café'],
        );
      });
    }));

  it('tell commits that claim to be of another age', () =>
    withRepo(async (repo) => {
      const from = commit(repo, { message: 'from', at: 1 });
      const late = commit(repo, { message: 'late', at: 999_999_999_999, parents: [from] });
      const to = commit(repo, { message: 'to', at: 99_999_999_999_999, parents: [late] });
      await withEngines(repo, async (engines) => {
        await same(engines, async (engine) => (await engine.commitsBetween(from, to, 9)).map(({ subject }) => subject));
        const [newest] = await engines.portable.commitsBetween(from, to, 1);
        assert.is(newest?.time, '9999-12-31T23:59:59+01:30');
      });
    }));
});

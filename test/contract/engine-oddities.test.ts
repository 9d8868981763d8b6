import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { GitEngine } from '../../src/git/engine.ts';
import { fixedWorld } from '../support/fixed-world.ts';
import { openPortableIn } from '../support/open-portable.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';
import { expectRefusal, same, withEngines } from './compare-engines.ts';
import { ground } from './zoo.ts';

// What the zoo cannot hold: `git fsck --strict` is not content with it, or git itself answers in two ways.
describe('both engines', (it) => {
  it('read an object from its pack when a crash emptied its own file', () =>
    withRepo(async (repo) => {
      ground(repo);
      const oid = repo.git('rev-parse', 'HEAD:readme.md');
      repo.git('repack', '--quiet');
      const path = join(repo.root, '.git/objects', oid.slice(0, 2), oid.slice(2));
      chmodSync(path, 0o644);
      writeFileSync(path, '');
      await withEngines(repo, async (engines) => {
        const [found] = await same(engines, (engine) => engine.readObjects([oid]));
        assert.is(found?.type, 'blob');
      });
    }));

  it('read the objects themselves where none may stand in for them', () =>
    withRepo(async (repo) => {
      ground(repo);
      const oid = repo.git('rev-parse', 'HEAD:readme.md');
      repo.write('other', 'other\n');
      repo.git('replace', oid, repo.git('hash-object', '-w', 'other'));
      const text = async (engine: GitEngine) =>
        Buffer.from((await engine.readObjects([oid]))[0]?.bytes ?? []).toString();
      const world = fixedWorld(repo.root, { env: repo.env });
      await expectRefusal(openPortableIn(repo.root, world), /refs\/replace/);
      const env = { ...repo.env, GIT_NO_REPLACE_OBJECTS: '1' };
      await withEngines({ ...repo, env }, async (engines) => assert.match(await same(engines, text), 'line 7'));
    }));

  it('see no change in a file mode of the first versions of git', () =>
    withRepo(async (repo) => {
      ground(repo);
      const blob = repo.git('rev-parse', 'HEAD:readme.md');
      const tree = Buffer.concat([Buffer.from('100664 old.md\0'), Buffer.from(blob, 'hex')]);
      const args = ['hash-object', '-t', 'tree', '-w', '--stdin', '--literally'];
      const written = spawnSync('git', args, { cwd: repo.root, env: repo.env, input: tree, encoding: 'utf8' });
      repo.git('reset', '--quiet', '--hard', repo.git('commit-tree', '-m', 'old', written.stdout.trim()));
      repo.write('new.md', 'new\n');
      repo.git('add', 'new.md');
      await withEngines(repo, async (engines) => {
        const { entries } = await same(engines, (engine) => engine.status());
        assert.equal(
          entries.map(({ path }) => path),
          ['new.md'],
        );
      });
    }));

  for (const successor of ['nothing', 'a link'])
    it(`take files without attributes in whose place is ${successor}`, () =>
      withRepo(async (repo) => {
        repo.write('.gitattributes', '*.c -diff text\n');
        for (const name of ['-.c', 'a.c']) repo.write(name, 'one\n');
        repo.commit('attributes');
        rmSync(join(repo.root, '.gitattributes'));
        if (successor === 'a link') symlinkSync('elsewhere', join(repo.root, '.gitattributes'));
        for (const name of ['-.c', 'a.c']) repo.write(name, 'two\r\n');
        const stored = repo.git('hash-object', '--no-filters', 'a.c');
        await withEngines(repo, async (engines) => {
          const { changes } = await same(engines, async (engine) => {
            const capture = await engine.beginCapture();
            const captured = await capture.finish(['-.c', '.gitattributes', 'a.c']);
            await capture.close();
            return captured;
          });
          const files = changes.filter(({ path }) => path.endsWith('.c'));
          assert.equal(
            files.map(({ added, newOid }) => ({ added, newOid })),
            files.map(() => ({ added: 1, newOid: stored })),
          );
        });
      }));
});

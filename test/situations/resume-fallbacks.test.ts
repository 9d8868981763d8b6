import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

describe('resume when something is missing', (it) => {
  it('reads the commit message when the note is lost', () =>
    withRepo(async (repo) => {
      repo.write('a.ts', 'one\n');
      await checkpoint(repo, '-m', 'Saved', '--next', 'Go on here', '--decision', 'Keep it small');
      repo.git('notes', '--ref=checkpoints', 'remove', 'refs/checkpoints/1');
      const text = await checkpoint(repo, 'resume');
      for (const words of ['note of this checkpoint is missing', 'Go on here', 'Keep it small', 'a.ts (added +1 -0)']) {
        assert.ok(text.includes(words), words);
      }
    }));

  it('reads the commit message when the note is damaged', () =>
    withRepo(async (repo) => {
      repo.write('a.ts', 'one\n');
      await checkpoint(repo, '-m', 'Saved', '--next', 'Go on here');
      repo.git('notes', '--ref=checkpoints', 'add', '--force', '-m', 'schema: [broken', 'refs/checkpoints/1');
      for (const args of [[], ['1']]) {
        const text = await checkpoint(repo, 'resume', ...args);
        assert.ok(text.includes('missing or damaged') && text.includes('Go on here'), text);
      }
    }));

  it('takes the newest that can be read, and names those that cannot', () =>
    withRepo(async (repo) => {
      for (const name of ['one', 'two', 'three']) {
        repo.write('a.ts', `${name}\n`);
        await checkpoint(repo, '-m', name);
      }
      for (const number of [2, 3]) {
        const commit = repo.git('rev-parse', `refs/checkpoints/${number}`);
        rmSync(join(repo.root, '.git/objects', commit.slice(0, 2), commit.slice(2)));
      }
      const text = await checkpoint(repo, 'resume');
      assert.match(text, /^Resumed from checkpoint: one /);
      assert.match(text, 'Newer, but damaged beyond reading: checkpoints 3, 2 (`git checkpoint doctor`).');
      assert.match(await checkpoint(repo, 'list', '--flat', '-n', '2'), /^3 .*damaged.*\n2 .*damaged.*\n$/);
      const shown = await runMain(repo, ['show']);
      assert.match(shown.stderr, /^fatal: checkpoint 3 cannot be read: its commit [0-9a-f]+ is missing\n/);
    }));

  it('says that a summary holds no files', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      repo.write('a.ts', 'one\n');
      await checkpoint(repo, '-m', 'Words only', '--mode', 'summary', '--next', 'Go on');
      const text = await checkpoint(repo, 'resume');
      assert.match(text, 'Saved in summary mode');
      assert.match(text, 'Nothing changed since.');
      assert.not.match(text, 'Working files');
    }));

  it('names deleted, binary and huge files without their content', () =>
    withRepo(async (repo) => {
      repo.write('old.ts', 'old\n');
      repo.write('huge.json', `${'{"a":1}\n'.repeat(400_000)}`);
      repo.commit('begin');
      rmSync(join(repo.root, 'old.ts'));
      repo.write('logo.dat', new Uint8Array(3000));
      repo.write('huge.json', `${'{"a":1}\n'.repeat(400_000)}{"b":2}\n`);
      await checkpoint(repo, '-m', 'Saved', '--max-size', '99999999');
      const text = await checkpoint(repo, 'resume');
      assert.match(text, /- old\.ts \(deleted \+0 -1\)/);
      assert.match(text, /- logo\.dat \(added, binary/);
      assert.match(text, /- huge\.json \(modified \+1 -0\)/);
      assert.not.match(text, '```json');
    }));

  it('shows a file that is no longer in the working tree', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      repo.write('a.ts', 'const kept = true;\n');
      await checkpoint(repo, '-m', 'Saved');
      rmSync(join(repo.root, 'a.ts'));
      const text = await checkpoint(repo, 'resume');
      assert.match(text, 'const kept = true;');
      assert.match(text, 'Gone since: a.ts. `git checkpoint show 1 -- PATH` prints one');
    }));

  it('tells of a summary what was written, put back and deleted since', () =>
    withRepo(async (repo) => {
      for (const name of ['a.ts', 'b.ts', 'c.ts', 'd.ts']) repo.write(name, 'one\n');
      repo.commit('begin');
      repo.write('a.ts', 'two\n');
      repo.write('b.ts', 'two\n');
      rmSync(join(repo.root, 'd.ts'));
      await checkpoint(repo, '-m', 'Words only', '--mode', 'summary');
      assert.match(await checkpoint(repo, 'resume'), 'Nothing changed since.');
      await new Promise((resolve) => setTimeout(resolve, 20));
      repo.git('restore', 'a.ts');
      repo.write('b.ts', 'three\n');
      rmSync(join(repo.root, 'c.ts'));
      assert.match(await checkpoint(repo, 'resume'), /\nChanged since: b\.ts, c\.ts, a\.ts\.\n/);
    }));

  it('says which files were in conflict', () =>
    withRepo(async (repo) => {
      repo.write('a.ts', 'one\n');
      repo.commit('begin');
      repo.git('switch', '--quiet', '--create', 'side');
      repo.write('a.ts', 'side\n');
      repo.commit('side');
      repo.git('switch', '--quiet', 'main');
      repo.write('a.ts', 'main\n');
      repo.commit('main');
      repo.tryGit('merge', 'side');
      await checkpoint(repo, '-m', 'Saved');
      assert.match(await checkpoint(repo, 'resume'), 'In conflict when it was saved: a.ts.');
    }));
});

describe('resume of changes that are more than lines', (it) => {
  it('names links, renames, exec bits and line ends as such', () =>
    withRepo(async (repo) => {
      repo.write('old.ts', 'old\n');
      repo.write('run.sh', 'true\n');
      repo.write('ends.ts', 'one\ntwo\n');
      repo.commit('begin');
      repo.git('mv', 'old.ts', 'new.ts');
      chmodSync(join(repo.root, 'run.sh'), 0o755);
      repo.write('ends.ts', 'one\r\nthree\r\n');
      symlinkSync('run.sh', join(repo.root, 'link'));
      await checkpoint(repo, '-m', 'Saved');
      const text = await checkpoint(repo, 'resume');
      for (const words of [
        '- new.ts (renamed from old.ts +0 -0)\n',
        '- run.sh (modified +0 -0, now executable)\n',
        '- ends.ts (modified +2 -2, line ends now CRLF)\n',
        '- link (added +1 -0, symbolic link)\n',
        'link, symbolic link to:\n',
        ' one\n-two\n+three\n',
      ]) {
        assert.ok(text.includes(words), `${words}\n${text}`);
      }
      assert.not.match(text, 'Artifacts:');
    }));
});

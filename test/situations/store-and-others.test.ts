import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { isDamaged } from '../../src/core/checkpoint.ts';
import { checkpointNumber } from '../../src/core/number.ts';
import type { GitEngine } from '../../src/git/engine.ts';
import { loadNamed } from '../../src/open/repository.ts';
import { drop, keep } from '../../src/repository/keep-drop.ts';
import { list } from '../../src/repository/list.ts';
import { NOTES } from '../../src/store/refs.ts';
import { saveIn, withOpen } from '../support/open.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** Lets git itself put notes on many commits, in whatever layout it likes. */
function manyNotes(repo: TestRepo, count: number): void {
  const marks = Array.from({ length: count }, (_, at) => at + 1);
  const commits = marks.map(
    (mark) => `commit refs/scratch/${count}\nmark :${mark}\ncommitter A <a@b> ${mark} +0000\ndata 0\n\n`,
  );
  const notes = marks.map((mark) => `N inline :${mark}\ndata <<E\n${count} ${mark}\nE\n`);
  const head = 'commit refs/notes/checkpoints\ncommitter A <a@b> 1 +0000\ndata 0\nfrom refs/notes/checkpoints^0\n';
  const input = `${commits.join('')}${head}${notes.join('')}\n`;
  execFileSync('git', ['fast-import', '--quiet', '--force'], { cwd: repo.root, env: repo.env, input });
}

describe('the store beside others', (it) => {
  it("leaves another tool's refs below the same prefix alone", () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      const head = repo.commit('base');
      repo.git('update-ref', 'refs/checkpoints/v1/abc', head);
      repo.git('update-ref', 'refs/checkpoints/007', head);
      await saveIn(repo);
      await withOpen(repo, async (repository) => {
        assert.equal(
          (await list(repository)).map(({ number }) => number),
          [1],
        );
        await drop(repository, [checkpointNumber(1)]);
      });
      assert.is(repo.git('rev-parse', 'refs/checkpoints/v1/abc'), head);
      assert.is(repo.git('rev-parse', 'refs/checkpoints/007'), head);
    }));

  it('drops the words of a checkpoint also when another writer comes between', () =>
    withRepo(async (repo) => {
      await saveIn(repo);
      const { checkpoint: dropped } = await saveIn(repo, { description: 'gone for good' });
      await withOpen(repo, async ({ engine, ...rest }) => {
        let tries = 0;
        // The first time, somebody else has moved the notes.
        const moveRefs: GitEngine['moveRefs'] = async (steps) => {
          if (steps[0]?.[0]?.ref !== NOTES) return engine.moveRefs(steps);
          tries += 1;
          return tries === 1 ? 0 : engine.moveRefs(steps);
        };
        await drop({ ...rest, engine: { ...engine, moveRefs } }, [checkpointNumber(2)]);
        assert.is(tries, 2);
      });
      assert.is(repo.git('for-each-ref', 'refs/checkpoints/2'), '');
      assert.not.match(repo.git('notes', '--ref=checkpoints', 'list'), dropped.commit);
    }));

  it('never gives a number out twice, also after the newest was dropped', () =>
    withRepo(async (repo) => {
      await saveIn(repo);
      await saveIn(repo);
      await withOpen(repo, (repository) => drop(repository, [checkpointNumber(2)]));
      rmSync(join(repo.root, '.git/git-checkpoint'), { recursive: true });
      assert.is((await saveIn(repo)).checkpoint.number, 3);
      assert.match(repo.git('cat-file', 'blob', 'refs/checkpoint-meta/ledger'), /^hwm 2\ndead [0-9a-f]{40} 2$/);
    }));

  it('takes the next number when the hint is behind', () =>
    withRepo(async (repo) => {
      for (let round = 0; round < 9; round += 1) await saveIn(repo);
      writeFileSync(join(repo.root, '.git/git-checkpoint/newest'), '2\n');
      assert.is((await saveIn(repo)).checkpoint.number, 10);
      writeFileSync(join(repo.root, '.git/git-checkpoint/newest'), '2\n');
      await withOpen(repo, async (repository) => assert.is((await loadNamed(repository, 'latest')).number, 10));
    }));

  it("frees a purged checkpoint's objects and its note", () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      repo.write('secret-plan', 'only here\n');
      const { checkpoint: gone } = await saveIn(repo, { summary: 'To be forgotten' });
      repo.git('rm', '--cached', '--quiet', '--ignore-unmatch', 'secret-plan');
      unlinkSync(join(repo.root, 'secret-plan'));
      await withOpen(repo, (repository) => drop(repository, [checkpointNumber(1)], { purge: true }));
      repo.git('reflog', 'expire', '--expire=now', '--all');
      repo.git('gc', '--quiet', '--prune=now');
      assert.is(repo.tryGit('cat-file', '-e', gone.commit).status, 1);
      assert.not.match(repo.git('cat-file', '--batch-all-objects', '--batch'), /To be forgotten|only here/);
    }));

  it('reads notes in every layout that git makes', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      const { checkpoint: first } = await saveIn(repo, { summary: 'Before' });
      // git re-shelves its notes as they grow: flat, one folder, two folders.
      for (const count of [10, 80, 600]) {
        manyNotes(repo, count);
        const { checkpoint: added } = await saveIn(repo, { summary: `Among ${count}` });
        assert.match(
          repo.git('notes', '--ref=checkpoints', 'show', added.commit),
          new RegExp(`^summary: Among ${count}$`, 'm'),
        );
        assert.match(repo.git('notes', '--ref=checkpoints', 'show', first.commit), /^summary: Before$/m);
        await withOpen(repo, async (repository) => {
          assert.is((await loadNamed(repository, String(added.number))).note.summary, `Among ${count}`);
          assert.is((await loadNamed(repository, '1')).note.summary, 'Before');
          await keep(repository, checkpointNumber(1));
        });
        assert.ok(repo.git('notes', '--ref=checkpoints', 'list').split('\n').length > count);
      }
      assert.is(repo.tryGit('fsck', '--strict', '--no-dangling').status, 0);
    }));

  it('keeps listing when one note is damaged, too large, or of the future', () =>
    withRepo(async (repo) => {
      for (let round = 0; round < 4; round += 1) await saveIn(repo, { summary: `Number ${round + 1}` });
      const note = (text: string, number: number) => {
        repo.write('.git/note', text);
        repo.git('notes', '--ref=checkpoints', 'add', '-f', '-F', '.git/note', `refs/checkpoints/${number}`);
      };
      note('schema: [broken\n', 1);
      note(`summary: ${'x'.repeat(70_000)}\n`, 2);
      note('schema: 9\n', 3);
      await withOpen(repo, async (repository) => {
        const entries = await list(repository);
        assert.is(entries.length, 4);
        assert.equal(entries.map(isDamaged), [false, true, true, true]);
      });
      const run = await runMain(repo, ['show', '3']);
      assert.is(run.status, 128);
      assert.match(run.stderr, /checkpoint 3 cannot be read: the note has schema 9/);
      assert.match(await checkpoint(repo, 'list'), /damaged: the note has 70/);
    }));

  it('resumes from the message when the note is gone', () =>
    withRepo(async (repo) => {
      await saveIn(repo, { summary: 'With a plan', given: { next_actions: ['Test it'], decisions: ['Use X'] } });
      repo.git('notes', '--ref=checkpoints', 'remove', 'refs/checkpoints/1');
      await withOpen(repo, async (repository) => {
        const found = await loadNamed(repository, '1');
        assert.is(found.noteFrom, 'message');
        assert.is(found.note.summary, 'With a plan');
        assert.equal(found.note.analysis.next_actions, ['Test it']);
        assert.equal(found.note.analysis.decisions, ['Use X']);
      });
    }));

  it('knows without the note that there was no commit yet', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'staged\n');
      repo.git('add', 'a.txt');
      repo.write('a.txt', 'later\n');
      const { checkpoint: before } = await saveIn(repo, { summary: 'First of all' });
      assert.equal([before.base, typeof before.index], [undefined, 'string']);
      repo.git('notes', '--ref=checkpoints', 'remove', 'refs/checkpoints/1');
      const again = await withOpen(repo, (repository) => loadNamed(repository, '1'));
      assert.equal([again.noteFrom, again.base, again.index], ['message', undefined, before.index]);
      await checkpoint(repo, 'doctor', '--repair');
      const repaired = await withOpen(repo, (repository) => loadNamed(repository, '1'));
      assert.equal([repaired.noteFrom, repaired.base, repaired.index], ['note', undefined, before.index]);
    }));

  it('passes over a number below which another tool keeps refs', () =>
    withRepo(async (repo) => {
      repo.write('a', 'one\n');
      const head = repo.commit('begin');
      for (const name of ['1/x', '3/deep/y']) repo.git('update-ref', `refs/checkpoints/${name}`, head);
      repo.git('pack-refs', '--all');
      repo.git('update-ref', 'refs/checkpoints/4/z', head);
      for (const content of ['two', 'three']) {
        repo.write('a', content);
        await checkpoint(repo, 'save', '-m', content);
      }
      assert.match(await checkpoint(repo, 'list', '--flat'), /^5 .*three\n2 .*two\n$/);
      assert.is(repo.git('for-each-ref', 'refs/checkpoints').split('\n').length, 5);
    }));

  it('rebuilds the notes by itself when their tree is lost', () =>
    withRepo(async (repo) => {
      await saveIn(repo, { summary: 'First', given: { next_actions: ['Go on'] } });
      const tree = repo.git('rev-parse', 'refs/notes/checkpoints^{tree}');
      rmSync(join(repo.root, '.git/objects', tree.slice(0, 2), tree.slice(2)));
      await saveIn(repo, { summary: 'Second' });
      await withOpen(repo, async (repository) => {
        const entries = await list(repository);
        assert.equal(
          entries.map((entry) => !isDamaged(entry) && [entry.note.summary, entry.noteFrom]),
          [
            ['Second', 'note'],
            ['First', 'note'],
          ],
        );
      });
    }));

  it('removes a stale lock of a dead writer, and waits for a living one', () =>
    withRepo(async (repo) => {
      await saveIn(repo);
      const lock = join(repo.root, '.git/refs/notes/checkpoints.lock');
      const old = new Date(Date.now() - 60_000);
      writeFileSync(lock, '');
      utimesSync(lock, old, old);
      mkdirSync(join(repo.root, '.git/git-checkpoint/writers'), { recursive: true });
      const { hostname } = await import('node:os');
      const host = hostname().replace(/[^\w.-]/g, '_');
      writeFileSync(join(repo.root, `.git/git-checkpoint/writers/999999@${host}+1`), '');
      assert.is((await saveIn(repo)).checkpoint.number, 2);
      writeFileSync(lock, '');
      setTimeout(() => unlinkSync(lock), 400);
      assert.is((await saveIn(repo)).checkpoint.number, 3);
    }));

  it('says so when the repository cannot be written, and loses nothing', () =>
    withRepo(async (repo) => {
      if (process.getuid?.() === 0) return;
      repo.write('a', '1');
      chmodSync(join(repo.root, '.git'), 0o555);
      const run = await runMain(repo, ['save']);
      chmodSync(join(repo.root, '.git'), 0o755);
      assert.is(run.status, 128);
      assert.match(run.stderr, /^fatal: /);
      assert.is(readFileSync(join(repo.root, 'a'), 'utf8'), '1');
    }));
});

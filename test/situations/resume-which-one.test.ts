import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpoint, runCli } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, testRepo, withRepo } from '../support/with-repo.ts';

function save(repo: TestRepo, summary: string, email = 'ada@example.com'): void {
  repo.write('work.txt', `${summary}\n`);
  const run = runCli(repo, ['-m', summary], { env: { GIT_COMMITTER_EMAIL: email, GIT_AUTHOR_EMAIL: email } });
  if (run.status !== 0) throw new Error(run.stderr);
}

const headline = (text: string) => /^Resumed from checkpoint: (.*) \(saved/.exec(text)?.[1];

describe('which checkpoint resume takes', (it) => {
  it('prefers the newest of this branch to a newer one of another', () =>
    withRepo((repo) => {
      repo.commit('begin');
      save(repo, 'on main');
      repo.git('switch', '--quiet', '--create', 'other');
      save(repo, 'on other');
      repo.git('switch', '--quiet', 'main');
      assert.is(headline(checkpoint(repo, 'resume')), 'on main');
    }));

  it('takes the newest of all on a branch without one, and says so', () =>
    withRepo((repo) => {
      repo.commit('begin');
      save(repo, 'first');
      save(repo, 'second');
      repo.git('switch', '--quiet', '--create', 'fresh');
      const text = checkpoint(repo, 'resume');
      assert.is(headline(text), 'second');
      assert.match(text, 'There is no checkpoint of branch fresh; this is the newest of all.');
      assert.match(text, 'The branch is now fresh, it was main.');
    }));

  it('prefers this worktree to another on the same branch', () =>
    withRepo((repo) => {
      repo.commit('begin');
      save(repo, 'here');
      const place = join(repo.home, 'linked');
      mkdirSync(place);
      repo.git('worktree', 'add', '--quiet', '--force', place, 'main');
      const linked = testRepo(repo.home, place);
      assert.match(checkpoint(linked, 'resume'), `Made in another worktree, ${repo.root}.`);
      save(linked, 'there');
      assert.is(headline(checkpoint(repo, 'resume')), 'here');
      assert.is(headline(checkpoint(linked, 'resume')), 'there');
    }));

  it('finds the one of a detached HEAD', () =>
    withRepo((repo) => {
      repo.commit('begin');
      save(repo, 'on main');
      repo.git('switch', '--quiet', '--detach');
      save(repo, 'detached');
      repo.git('switch', '--quiet', 'main');
      save(repo, 'later on main');
      repo.git('switch', '--quiet', '--detach');
      assert.is(headline(checkpoint(repo, 'resume')), 'detached');
    }));

  it('takes one made by somebody else only when asked or allowed', () =>
    withRepo((repo) => {
      repo.commit('begin');
      save(repo, 'by Mallory', 'mallory@example.com');
      const run = runCli(repo, ['resume']);
      assert.is(run.stdout, '');
      assert.match(run.stderr, 'Only checkpoints of other people are here');
      assert.match(checkpoint(repo, 'resume', '1'), 'Made by Ada Example <mallory@example.com>, not by you');
      repo.git('config', 'checkpoint.allowedAuthors', 'mallory@example.com');
      assert.is(headline(checkpoint(repo, 'resume')), 'by Mallory');
    }));

  it('looks past many of another branch', () =>
    withRepo((repo) => {
      repo.commit('begin');
      save(repo, 'old on main');
      repo.git('switch', '--quiet', '--create', 'busy');
      for (let round = 0; round < 6; round += 1) save(repo, `busy ${round}`);
      repo.git('switch', '--quiet', 'main');
      assert.is(headline(checkpoint(repo, 'resume')), 'old on main');
    }));
});

/** Checkpoint 1 is right, 2 went wrong; each with a word of its own. */
function goWrong(repo: TestRepo): void {
  repo.commit('begin');
  for (const word of ['right', 'wrong']) {
    repo.write('work.txt', `${word}\n`);
    checkpoint(repo, 'save', '-m', `the ${word} way`, '--decision', `Go the ${word} way`, '--next', `More of ${word}`);
  }
}

describe('which checkpoint resume takes after a restore', (it) => {
  it('is the one that was restored, and it says where the rest is', () =>
    withRepo((repo) => {
      goWrong(repo);
      checkpoint(repo, 'restore', '1', '--yes');
      const text = checkpoint(repo, 'resume');
      assert.is(headline(text), 'the right way');
      assert.match(text, 'put back to what this checkpoint holds; what was there before is checkpoint 3.');
      assert.match(text, 'Nothing changed since.');
      assert.not.match(text, 'wrong');
    }));

  it('is what was there before, when the restore was undone, and the restored one again after a redo', () =>
    withRepo((repo) => {
      goWrong(repo);
      checkpoint(repo, 'restore', '1', '--yes');
      checkpoint(repo, 'undo');
      const undone = checkpoint(repo, 'resume');
      assert.is(headline(undone), 'Before restoring checkpoint 1');
      assert.match(undone, 'More of wrong');
      assert.match(undone, 'Nothing changed since.');
      checkpoint(repo, 'undo');
      assert.match(checkpoint(repo, 'resume'), 'More of right');
    }));

  it('is the next one that is saved, which goes on from what was restored', () =>
    withRepo((repo) => {
      goWrong(repo);
      checkpoint(repo, 'restore', '1', '--yes');
      assert.match(checkpoint(repo, 'save', '--auto'), 'checkpoint 1');
      repo.write('work.txt', 'right, and further\n');
      checkpoint(repo, 'save', '-m', 'further');
      const text = checkpoint(repo, 'resume');
      assert.is(headline(text), 'further');
      assert.match(text, 'Go the right way');
      assert.not.match(text, 'wrong');
    }));

  it('is the newest, when only a file was restored', () =>
    withRepo((repo) => {
      goWrong(repo);
      checkpoint(repo, 'restore', '1', '--yes', '--', 'work.txt');
      assert.match(checkpoint(repo, 'resume'), 'More of wrong');
    }));

  it('is not one that somebody else made, though it was restored', () =>
    withRepo((repo) => {
      repo.commit('begin');
      save(repo, 'by Mallory', 'mallory@example.com');
      save(repo, 'mine');
      checkpoint(repo, 'restore', '1', '--yes', '--trust');
      const text = checkpoint(repo, 'resume');
      assert.match(text, 'put back since to checkpoint 1, which is not by you; `git checkpoint resume 1` tells');
      assert.is(headline(text), 'Before restoring checkpoint 1');
    }));
});

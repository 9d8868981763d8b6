import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { disownCheckpoints } from '../support/disown.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, testRepo, withRepo } from '../support/with-repo.ts';

async function save(repo: TestRepo, summary: string, email = 'ada@example.com'): Promise<void> {
  repo.write('work.txt', `${summary}\n`);
  const run = await runMain(repo, ['-m', summary], { env: { GIT_COMMITTER_EMAIL: email, GIT_AUTHOR_EMAIL: email } });
  if (run.status !== 0) throw new Error(run.stderr);
}

const headline = (text: string) => /^Resumed from checkpoint: (.*) \(saved/.exec(text)?.[1];

describe('which checkpoint resume takes', (it) => {
  it('prefers the newest of this branch to a newer one of another', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await save(repo, 'on main');
      repo.git('switch', '--quiet', '--create', 'other');
      await save(repo, 'on other');
      repo.git('switch', '--quiet', 'main');
      assert.is(headline(await checkpoint(repo, 'resume')), 'on main');
    }));

  it('takes the one of the branch from which a branch without one was made, and says so', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await save(repo, 'on main');
      repo.git('switch', '--quiet', '--create', 'feature');
      await save(repo, 'on feature');
      repo.git('switch', '--quiet', 'main');
      repo.git('switch', '--quiet', '--create', 'third');
      const text = await checkpoint(repo, 'resume');
      assert.is(headline(text), 'on main');
      assert.match(
        text,
        'There is no checkpoint of branch third; this is the newest of branch main, from which it was made.',
      );
      repo.git('branch', '--quiet', 'fourth', 'feature');
      repo.git('switch', '--quiet', 'fourth');
      assert.is(headline(await checkpoint(repo, 'resume')), 'on feature');
    }));

  it('takes the one of the commit that a branch without one is at, when nothing says where it was made', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await save(repo, 'on main');
      repo.git('switch', '--quiet', '--create', 'feature');
      repo.commit('further');
      await save(repo, 'on feature');
      repo.git('switch', '--quiet', '--force', '--create', 'third', 'main');
      rmSync(join(repo.root, '.git', 'logs'), { recursive: true });
      assert.is(headline(await checkpoint(repo, 'resume')), 'on main');
    }));

  it('takes the newest of all on a branch of which nothing else is known, and says so', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await save(repo, 'first');
      await save(repo, 'second');
      repo.git('switch', '--quiet', '--create', 'fresh');
      rmSync(join(repo.root, '.git', 'logs'), { recursive: true });
      const text = await checkpoint(repo, 'resume');
      assert.is(headline(text), 'second');
      assert.match(text, 'There is no checkpoint of branch fresh; this is the newest of all.');
      assert.match(text, 'The branch is now fresh, it was main.');
    }));

  it('prefers this worktree to another on the same branch', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await save(repo, 'here');
      const place = join(repo.home, 'linked');
      mkdirSync(place);
      repo.git('worktree', 'add', '--quiet', '--force', place, 'main');
      const linked = testRepo(repo.home, place);
      assert.match(await checkpoint(linked, 'resume'), `Made in another worktree, ${repo.root}.`);
      await save(linked, 'there');
      assert.is(headline(await checkpoint(repo, 'resume')), 'here');
      assert.is(headline(await checkpoint(linked, 'resume')), 'there');
    }));

  it('finds the one of a detached HEAD', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await save(repo, 'on main');
      repo.git('switch', '--quiet', '--detach');
      await save(repo, 'detached');
      repo.git('switch', '--quiet', 'main');
      await save(repo, 'later on main');
      repo.git('switch', '--quiet', '--detach');
      assert.is(headline(await checkpoint(repo, 'resume')), 'detached');
    }));

  it('takes one made by somebody else only when asked or allowed', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await save(repo, 'by Mallory', 'mallory@example.com');
      disownCheckpoints(repo);
      const run = await runMain(repo, ['resume']);
      assert.is(run.stdout, '');
      assert.is(
        run.stderr,
        'Only checkpoints of other people are here. Checkpoint 1 is by Ada Example <mallory@example.com>, not by you, and is not resumed unasked. ' +
          '`git checkpoint resume 1` reads it; `git config --global --add checkpoint.allowedAuthors mallory@example.com` allows all of this author.\n',
      );
      assert.match((await runMain(repo, ['doctor'])).stdout, 'resumes nothing of your own. Checkpoint 1 is by Ada');
      assert.match(await checkpoint(repo, 'resume', '1'), 'Made by Ada Example <mallory@example.com>, not by you');
      repo.git('config', '--global', 'checkpoint.allowedAuthors', 'mallory@example.com');
      assert.is(headline(await checkpoint(repo, 'resume')), 'by Mallory');
    }));

  it('makes no command of an address that a shell would run', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await save(repo, 'by Mallory', '$(id)@example.com');
      disownCheckpoints(repo);
      const { stderr } = await runMain(repo, ['resume']);
      assert.match(stderr, 'the setting `checkpoint.allowedAuthors` allows all of an author.');
      assert.not.match(stderr, /--add/);
    }));

  it("takes the user's own, whatever the address was when it was made", () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await save(repo, 'at the old company', 'ada@old.example.com');
      const text = await checkpoint(repo, 'resume');
      assert.is(headline(text), 'at the old company');
      assert.not.match(text, 'not by you');
      assert.match((await runMain(repo, ['doctor'])).stdout, 'the next session will resume from checkpoint 1');
      const [listed] = JSON.parse(await checkpoint(repo, 'list', '--json'));
      assert.equal(listed.origin, { remote: null, signed: false, trusted: true });
    }));

  it("takes the user's own where HOME is not set, and what was made so afterwards", () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await save(repo, 'at home');
      const { HOME, GIT_CONFIG_GLOBAL, XDG_CONFIG_HOME, GIT_COMMITTER_EMAIL, GIT_AUTHOR_EMAIL, ...env } = repo.env;
      const homeless = { ...repo, env: { ...env, XDG_STATE_HOME: join(repo.home, 'state') } };
      assert.is(headline(await checkpoint(homeless, 'resume')), 'at home');
      repo.write('work.txt', 'without a home\n');
      await checkpoint(homeless, 'save', '-m', 'without a home');
      assert.is(headline(await checkpoint(repo, 'resume')), 'without a home');
    }));

  it('goes by the address when one of them was fetched again: its words are those of the remote', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await save(repo, 'mine once', 'ada@old.example.com');
      const commit = repo.git('rev-parse', 'refs/checkpoints/1');
      writeFileSync(join(repo.root, '.git', 'git-checkpoint', 'imported'), `${commit} origin\n`);
      assert.match((await runMain(repo, ['resume'])).stderr, 'Checkpoint 1 is by Ada Example <ada@old.example.com>');
    }));

  it('stays the same after it was written anew without a secret', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      repo.write('note.txt', 'hush-hush\n');
      await save(repo, 'with a word too many', 'ada@old.example.com');
      await checkpoint(repo, 'redact', '1', '--text', 'hush-hush');
      assert.is(headline(await checkpoint(repo, 'resume')), 'with a word too many');
    }));

  it('looks past many of another branch', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await save(repo, 'old on main');
      repo.git('switch', '--quiet', '--create', 'busy');
      for (let round = 0; round < 6; round += 1) await save(repo, `busy ${round}`);
      repo.git('switch', '--quiet', 'main');
      assert.is(headline(await checkpoint(repo, 'resume')), 'old on main');
    }));
});

/** Checkpoint 1 is right, 2 went wrong; each with a word of its own. */
async function goWrong(repo: TestRepo): Promise<void> {
  repo.commit('begin');
  for (const word of ['right', 'wrong']) {
    repo.write('work.txt', `${word}\n`);
    await checkpoint(
      repo,
      'save',
      '-m',
      `the ${word} way`,
      '--decision',
      `Go the ${word} way`,
      '--next',
      `More of ${word}`,
    );
  }
}

describe('which checkpoint resume takes after a restore', (it) => {
  it('is the one that was restored, and it says where the rest is', () =>
    withRepo(async (repo) => {
      await goWrong(repo);
      await checkpoint(repo, 'restore', '1', '--yes');
      const text = await checkpoint(repo, 'resume');
      assert.is(headline(text), 'the right way');
      assert.match(text, 'put back to what this checkpoint holds; what was there before is checkpoint 3.');
      assert.match(text, 'Nothing changed since.');
      assert.not.match(text, 'wrong');
      assert.is(await checkpoint(repo, 'verify'), 'Working tree matches checkpoint 1.\n');
      assert.is(await checkpoint(repo, 'diff'), '');
    }));

  it('is what was there before, when the restore was undone, and the restored one again after a redo', () =>
    withRepo(async (repo) => {
      await goWrong(repo);
      await checkpoint(repo, 'restore', '1', '--yes');
      await checkpoint(repo, 'undo');
      const undone = await checkpoint(repo, 'resume');
      assert.is(headline(undone), 'the wrong way');
      assert.match(undone, 'More of wrong');
      assert.match(undone, 'Nothing changed since.');
      await checkpoint(repo, 'undo');
      assert.match(await checkpoint(repo, 'resume'), 'More of right');
    }));

  it('is the next one that is saved, which goes on from what was restored', () =>
    withRepo(async (repo) => {
      await goWrong(repo);
      await checkpoint(repo, 'restore', '1', '--yes');
      assert.match(await checkpoint(repo, 'save', '--auto'), 'checkpoint 1');
      repo.write('work.txt', 'right, and further\n');
      await checkpoint(repo, 'save', '-m', 'further');
      const text = await checkpoint(repo, 'resume');
      assert.is(headline(text), 'further');
      assert.match(text, 'Go the right way');
      assert.not.match(text, 'wrong');
    }));

  it('is the newest, when only a file was restored', () =>
    withRepo(async (repo) => {
      await goWrong(repo);
      await checkpoint(repo, 'restore', '1', '--yes', '--', 'work.txt');
      assert.match(await checkpoint(repo, 'resume'), 'More of wrong');
    }));

  it('is not one that somebody else made, though it was restored', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await save(repo, 'by Mallory', 'mallory@example.com');
      disownCheckpoints(repo);
      await save(repo, 'mine');
      await checkpoint(repo, 'restore', '1', '--yes', '--trust');
      const text = await checkpoint(repo, 'resume');
      assert.match(text, 'put back since to checkpoint 1, which is not by you; `git checkpoint resume 1` tells');
      assert.is(headline(text), 'mine');
    }));
});

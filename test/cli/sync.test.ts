import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { localPath } from '../../src/local/files.ts';
import { ownName } from '../../src/local/owner.ts';
import { answering } from '../support/answering.ts';
import { runCli } from '../support/run-cli.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withClones } from '../support/with-clones.ts';
import { withRepo } from '../support/with-repo.ts';

describe('git checkpoint push, fetch, sync', (it) => {
  it('go nowhere as long as no remote was named', () =>
    withClones(async ({ ada, remote }) => {
      ada.git('config', '--global', '--unset', 'checkpoint.remote');
      await checkpoint(ada, 'save');
      const run = await runMain(ada, ['push']);
      assert.is(run.status, 1);
      assert.match(run.stderr, /^error: no remote chosen yet\nhint: Run `git checkpoint push REMOTE`/);
      assert.is(remote.git('for-each-ref', 'refs/checkpoints/'), '');
    }));

  it('remember the remote that was named first, and refuse another', () =>
    withClones(async ({ ada, remote }) => {
      ada.git('config', '--global', '--unset', 'checkpoint.remote');
      ada.git('remote', 'add', 'fork', remote.root);
      await checkpoint(ada, 'save');
      assert.match(await checkpoint(ada, 'push', 'origin'), "shared with 'origin'.");
      const run = await runMain(ada, ['push', 'fork']);
      assert.is(run.status, 1);
      assert.match(run.stderr, "shares checkpoints with 'origin', not with 'fork'");
    }));

  it('refuse a remote that does not exist or has two addresses', () =>
    withRepo(async (repo) => {
      await checkpoint(repo, 'save');
      assert.match((await runMain(repo, ['sync', 'nowhere'])).stderr, "fatal: no remote 'nowhere'");
      repo.git('remote', 'add', 'two', '/tmp/a');
      repo.git('config', '--add', 'remote.two.pushurl', 'https://ada:hunter2secret@example.com/a');
      repo.git('config', '--add', 'remote.two.pushurl', '/tmp/b');
      const { stderr } = await runMain(repo, ['sync', 'two']);
      assert.match(stderr, 'pushes to several URLs: https://example.com/a and /tmp/b');
    }));

  it('do not sync everything when one checkpoint is named', () =>
    withClones(async ({ ada, remote }) => {
      await checkpoint(ada, 'save');
      const run = await runMain(ada, ['sync', '1']);
      assert.is(run.status, 129);
      assert.match(
        run.stderr,
        /^error: sync shares every checkpoint, not just '1'\nhint: `git checkpoint push 1` sends one/,
      );
      assert.is(remote.git('for-each-ref', 'refs/checkpoints/'), '');
    }));

  it('say where git goes in the end', () =>
    withClones(async ({ ada, remote }) => {
      await checkpoint(ada, 'save');
      ada.git('config', 'url./elsewhere/.pushInsteadOf', `${join(remote.root, '..')}/`);
      const { stderr } = await runMain(ada, ['push', '--dry-run']);
      assert.match(stderr, 'To origin (/elsewhere/remote.git): 1 checkpoint (1)');
    }));

  it('print JSON for programs', () =>
    withClones(async ({ ada }) => {
      await checkpoint(ada, 'save');
      const outcome = JSON.parse(await checkpoint(ada, 'sync', '--json'));
      assert.equal(
        outcome.sent.map(({ number }: { number: number }) => number),
        [1],
      );
      assert.is(outcome.remote.name, 'origin');
      assert.ok(outcome.bytes > 100);
    }));

  it('say what is wrong when the remote cannot be reached', () =>
    withClones(async ({ ada }) => {
      ada.git('remote', 'set-url', 'origin', '/nowhere/at/all.git');
      await checkpoint(ada, 'save');
      const run = await runMain(ada, ['sync']);
      assert.is(run.status, 128);
      assert.match(run.stderr, /^fatal: fetch with 'origin' failed: .*\/nowhere\/at\/all\.git/);
      assert.match(run.stderr, 'hint: Nothing was lost.');
    }));

  it('say it once on a terminal, too, and there how far git is, and the server cannot drive it', () =>
    withClones(async ({ ada, remote }) => {
      await checkpoint(ada, 'save');
      const person = answering();
      ada.git('remote', 'set-url', 'origin', '/nowhere/at/all.git');
      assert.is((await runMain(ada, ['push'], person)).status, 128);
      assert.is(person.shown.split('/nowhere/at/all.git').length, 2, person.shown);
      ada.git('remote', 'set-url', 'origin', remote.root);
      remote.write('hooks/pre-receive', '#!/bin/sh\nprintf "\\033]0;owned\\007welcome\\n" >&2\n');
      chmodSync(join(remote.root, 'hooks/pre-receive'), 0o755);
      assert.is((await runMain(ada, ['push'], person)).status, 0);
      // Newer versions of git show what the server sent as ^[ and the like.
      assert.match(person.shown, /Writing objects: 100%.*remote: .*welcome/s);
      assert.not.match(person.shown, '\u001b');
    }));

  it('give up on a remote that says nothing', () =>
    withClones(async ({ ada }) => {
      await checkpoint(ada, 'save');
      ada.git('config', 'remote.origin.uploadpack', 'sleep 60; true');
      const run = await runMain(ada, ['sync', '--timeout', '1']);
      assert.is(run.status, 128);
      assert.match(run.stderr, /^fatal: no response from 'origin' for 1 s\nhint: Nothing was lost\./);
    }));
});

describe('sharing in the background', (it) => {
  it('wait for another sync of the clone, and name the lock when that takes too long', () =>
    withClones(async ({ ada }) => {
      await checkpoint(ada, 'save');
      const lock = localPath({ commonDir: join(ada.root, '.git') }, 'sync.lock');
      writeFileSync(lock, ownName());
      const run = await runMain(ada, ['sync', '--timeout', '1']);
      assert.is(run.status, 128);
      assert.is(run.stderr, `fatal: another sync of this repository is running\nhint: It holds ${lock}\n`);
      rmSync(lock);
      assert.is((await runMain(ada, ['sync'])).status, 0);
    }));

  it('happens after a save when it was asked for, and leaves word when it fails', () =>
    withClones(async ({ ada, remote }) => {
      ada.write('work.txt', 'one\n');
      ada.git('config', '--global', 'checkpoint.autoSync', 'true');
      assert.is(runCli(ada, ['-m', 'one']).status, 0);
      await until(() => remote.git('for-each-ref', 'refs/checkpoints/') !== '');
      ada.git('remote', 'set-url', 'origin', '/nowhere/at/all.git');
      await checkpoint(ada, '-m', 'two');
      const failure = join(ada.root, '.git/git-checkpoint/sync-failed');
      assert.match(readFileSync(failure, 'utf8'), "fetch with 'origin' failed");
      assert.match((await runMain(ada, ['doctor'])).stdout, 'the last sync failed: ');
    }));

  it('is no failed one where no remote was ever chosen, or nothing was to be done', () =>
    withClones(async ({ ada }) => {
      const failure = join(ada.root, '.git/git-checkpoint/sync-failed');
      await checkpoint(ada, '-m', 'one');
      ada.git('remote', 'set-url', 'origin', '/nowhere/at/all.git');
      assert.is((await runMain(ada, ['sync', '--dry-run'])).status, 128);
      assert.not(existsSync(failure));
      ada.git('config', '--global', '--unset-all', 'checkpoint.remote');
      assert.match((await runMain(ada, ['sync'])).stderr, 'no remote chosen yet');
      assert.not(existsSync(failure));
      assert.not.match((await runMain(ada, ['doctor'])).stdout, 'sync failed');
    }));

  it('never waits for a passphrase', () =>
    withClones(async ({ ada }) => {
      ada.write('../ssh', '#!/bin/sh\necho "$@" > "$HOME/asked"\nexit 1\n');
      chmodSync(join(ada.home, 'work/ssh'), 0o755);
      ada.git('config', 'core.sshCommand', join(ada.home, 'work/ssh'));
      ada.git('remote', 'set-url', 'origin', 'ssh://example.invalid/shop.git');
      assert.is((await runMain(ada, ['sync', '--background'])).status, 128);
      assert.match(readFileSync(join(ada.home, 'asked'), 'utf8'), '-oBatchMode=yes');
    }));
});

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (isSo()) return;
    await sleep(50);
  }
  throw new Error('it did not happen');
}

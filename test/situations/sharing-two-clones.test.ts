import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withClones } from '../support/with-clones.ts';
import type { TestRepo } from '../support/with-repo.ts';

async function save(repo: TestRepo, summary: string): Promise<void> {
  repo.write('work.txt', `${summary}\n`);
  await checkpoint(repo, '-m', summary);
}

async function listed(repo: TestRepo): Promise<string[]> {
  const entries: { number: number; summary: string }[] = JSON.parse(await checkpoint(repo, 'list', '--json'));
  return entries.map(({ number, summary }) => `${number} ${summary}`).reverse();
}

describe('sharing between two clones', (it) => {
  it('never gives a number another meaning that was fixed by another remote', () =>
    withClones(async ({ ada, bea, remote }) => {
      ada.write('work.txt', 'of Ada\n');
      await checkpoint(ada, '-m', 'of Ada');
      await checkpoint(ada, 'sync');
      bea.git('init', '--quiet', '--bare', `${remote.root}-other`);
      for (const one of [ada, bea]) one.git('remote', 'add', 'other', `${remote.root}-other`);
      bea.git('config', '--global', 'checkpoint.remote', 'other');
      bea.write('work.txt', 'of Bea\n');
      await checkpoint(bea, '-m', 'of Bea');
      await checkpoint(bea, 'sync');
      ada.git('config', '--global', 'checkpoint.remote', 'other');
      const run = await runMain(ada, ['sync']);
      assert.is(run.status, 1);
      assert.match(run.stderr, "checkpoint 1 was shared with 'origin'; 'other' has another 1");
      assert.match(await checkpoint(ada, 'show', '1'), 'of Ada');
    }));

  it('ends with the same list everywhere when both made the same number offline', () =>
    withClones(async ({ ada, bea }) => {
      await save(ada, 'of Ada');
      await save(bea, 'of Bea');
      await save(bea, 'of Bea too');
      await checkpoint(ada, 'sync');
      const told = await checkpoint(bea, 'sync');
      assert.match(
        told,
        "Renumbered your checkpoint 1 → 2 ('origin' already has a 1)\nRenumbered your checkpoint 2 → 3 ('origin' already has a 2)\n",
      );
      await checkpoint(ada, 'sync');
      const all = ['1 of Ada', '2 of Bea', '3 of Bea too'];
      assert.equal(await listed(ada), all);
      assert.equal(await listed(bea), all);
      assert.match(await checkpoint(bea, 'sync'), /^Up to date with 'origin'/);
    }));

  it('keeps a dropped checkpoint dropped everywhere, also for who had changed its note', () =>
    withClones(async ({ ada, bea, remote }) => {
      await save(ada, 'one');
      await save(ada, 'two');
      await checkpoint(ada, 'sync');
      await checkpoint(bea, 'sync');
      await checkpoint(bea, 'keep', '1');
      await checkpoint(ada, 'drop', '1');
      await checkpoint(ada, 'sync');
      await checkpoint(bea, 'sync', '--accept-drops');
      await checkpoint(ada, 'sync');
      assert.equal(await listed(ada), ['2 two']);
      assert.equal(await listed(bea), ['2 two']);
      assert.is(remote.git('for-each-ref', '--format=%(refname)', 'refs/checkpoints/'), 'refs/checkpoints/2');
      assert.not.match(remote.git('log', '--patch', 'refs/notes/checkpoints'), 'summary: one');
      await save(bea, 'three');
      assert.equal(await listed(bea), ['2 two', '3 three']);
    }));

  it('carries a changed note to the others', () =>
    withClones(async ({ ada, bea }) => {
      await save(ada, 'one');
      await checkpoint(ada, 'sync');
      await checkpoint(bea, 'sync');
      await checkpoint(bea, 'keep', '1');
      assert.match(await checkpoint(bea, 'push'), 'Sent 1 changed note');
      await checkpoint(ada, 'fetch');
      assert.is(JSON.parse(await checkpoint(ada, 'list', '--json'))[0].kept, true);
    }));

  it('gives a pushed checkpoint the next number when another clone was quicker', () =>
    withClones(async ({ ada, bea, remote }) => {
      await save(ada, 'one');
      await checkpoint(ada, 'push');
      await save(ada, 'two');
      await checkpoint(ada, 'push');
      await save(bea, 'of Bea');
      assert.match(await checkpoint(bea, 'push'), 'Renumbered your checkpoint 1 → 3');
      await save(ada, 'three');
      assert.match(await checkpoint(ada, 'push'), 'Renumbered your checkpoint 3 → 4');
      const subjects = remote.git('for-each-ref', '--format=%(refname:lstrip=2) %(subject)', 'refs/checkpoints/');
      assert.is(subjects, '1 one\n2 two\n3 of Bea\n4 three');
    }));

  it('pushes with settings that hold for this repository alone', () =>
    withClones(async ({ ada, remote }) => {
      const settings = join(ada.root, '..', 'only-here');
      writeFileSync(settings, `[url "${remote.root}"]\n\tinsteadOf = made-up:here\n`);
      ada.git('config', '--global', `includeIf.gitdir:${join(ada.root, '.git')}.path`, settings);
      ada.git('remote', 'set-url', 'origin', 'made-up:here');
      await save(ada, 'one');
      assert.match(await checkpoint(ada, 'push'), 'Sent 1 checkpoint');
      assert.equal(
        readdirSync(join(ada.root, '.git/git-checkpoint')).filter((name) => name.startsWith('push-')),
        [],
      );
    }));

  it('pushes although git is told to look through reflogs before it forces', () =>
    withClones(async ({ ada }) => {
      ada.git('config', 'push.useForceIfIncludes', 'true');
      await save(ada, 'one');
      await checkpoint(ada, 'push');
      await save(ada, 'two');
      assert.match(await checkpoint(ada, 'push'), 'Sent 1 checkpoint: 2');
    }));

  it('sends the objects to a remote that another program serves on this machine', () =>
    withClones(async ({ ada, bea, remote }) => {
      ada.git('config', 'protocol.ext.allow', 'always');
      ada.git('remote', 'set-url', 'origin', `ext::git %s ${remote.root}`);
      await save(ada, 'one');
      await checkpoint(ada, 'push');
      assert.is(remote.git('fsck', '--connectivity-only', '--no-dangling'), '');
      await checkpoint(bea, 'fetch');
      assert.equal(await listed(bea), ['1 one']);
    }));

  it('leaves a checkpoint to its branch when that is named after the user', () =>
    withClones(async ({ ada }) => {
      ada.git('switch', '--quiet', '--create', 'ada-the-user/fix');
      await save(ada, 'one');
      await checkpoint(ada, 'push');
      assert.match(await checkpoint(ada, 'list', '--branch', 'ada-the-user/fix'), 'one');
    }));

  it('finds the old number of a renumbered checkpoint as long as nobody else has it', () =>
    withClones(async ({ ada, bea }) => {
      await save(ada, 'of Ada');
      await save(bea, 'of Bea');
      await checkpoint(ada, 'push');
      await checkpoint(bea, 'push');
      const before = await runMain(bea, ['show', '1', '--format=yaml']);
      assert.match(before.stdout, 'summary: of Bea');
      assert.is(before.stderr, 'Checkpoint 1 is now 2.\n');
      await checkpoint(bea, 'fetch');
      const after = await runMain(bea, ['show', '1', '--format=yaml']);
      assert.match(after.stdout, 'summary: of Ada');
      assert.is(after.stderr, 'Checkpoint 1 is another one now; yours was renumbered to 2.\n');
    }));

  it("drops nobody else's checkpoint by a number that was one's own", () =>
    withClones(async ({ ada, bea }) => {
      await save(ada, 'of Ada');
      await save(bea, 'of Bea');
      await checkpoint(ada, 'sync');
      await checkpoint(bea, 'sync');
      const run = await runMain(bea, ['drop', '1']);
      assert.is(run.status, 1);
      assert.match(run.stderr, /^error: 1 is another checkpoint now; the one that had this number here is 2\n/);
      assert.equal(await listed(bea), ['1 of Ada', '2 of Bea']);
    }));

  it('shows whose a fetched checkpoint is', () =>
    withClones(async ({ ada, bea }) => {
      await save(ada, 'of Ada');
      await checkpoint(ada, 'sync');
      assert.match(await checkpoint(bea, 'sync'), '  1 by Ada Example <ada@example.com>, unsigned: of Ada\n');
      assert.match(await checkpoint(bea, 'list', '--flat'), '(Ada Example, origin) of Ada');
      assert.equal(JSON.parse(await checkpoint(bea, 'list', '--json'))[0].origin, {
        remote: 'origin',
        signed: false,
        trusted: false,
      });
      assert.not.match(await checkpoint(ada, 'list'), 'origin');
    }));

  it('sends only what was chosen', () =>
    withClones(async ({ ada, remote }) => {
      await save(ada, 'one');
      await save(ada, 'two');
      await checkpoint(ada, 'push', '2');
      assert.is(remote.git('for-each-ref', '--format=%(refname)', 'refs/checkpoints/'), 'refs/checkpoints/2');
      ada.git('switch', '--quiet', '--create', 'other');
      await save(ada, 'three');
      assert.match(await checkpoint(ada, 'push', '--branch', 'other'), 'Sent 1 checkpoint: 3');
      assert.match(await checkpoint(ada, 'push', '--since', '2999-01-01'), /^Up to date/);
      assert.match(
        await checkpoint(ada, 'push', '--since', '1d'),
        /Renumbered your checkpoint 1 → 4 .*\nSent 1 checkpoint: 4/,
      );
    }));

  it('lists what a remote has without downloading a file, and then takes one', () =>
    withClones(async ({ ada, bea }) => {
      await save(ada, 'one');
      await save(ada, 'two');
      await checkpoint(ada, 'push');
      const tree = ada.git('rev-parse', 'refs/checkpoints/1^{tree}');
      assert.match(
        await checkpoint(bea, 'fetch', '--list'),
        /^ {2}2 {2}just now {2}main {2}two\n {2}1 {2}just now {2}main {2}one\n$/,
      );
      assert.is(bea.tryGit('cat-file', '-e', tree).status, 1);
      await save(bea, 'three');
      await checkpoint(bea, 'fetch', '1');
      assert.equal(await listed(bea), ['1 one', '3 three']);
      assert.match(await checkpoint(bea, 'fetch', '--list'), /^ {2}2 .*\n\* 1 /);
      const run = await runMain(bea, ['fetch', '17']);
      assert.is(run.status, 128);
      assert.match(run.stderr, "fatal: 'origin' has no checkpoint 17");
    }));

  it('says on a dry run what would go where, and does nothing', () =>
    withClones(async ({ ada, remote }) => {
      await save(ada, 'one');
      const run = await runMain(ada, ['push', '--dry-run']);
      assert.is(run.stdout, 'Would send 1 checkpoint: 1\n');
      assert.match(run.stderr, `To origin (${remote.root}): 1 checkpoint (1), `);
      assert.is(remote.git('for-each-ref', 'refs/checkpoints/'), '');
    }));

  it('says so when a remote is fetched from one place and pushed to another', () =>
    withClones(async ({ ada, bea, remote }) => {
      await save(ada, 'one');
      await checkpoint(ada, 'sync');
      remote.git('clone', '--quiet', '--bare', remote.root, '../fork.git');
      bea.git('remote', 'set-url', '--push', 'origin', `${remote.root}/../fork.git`);
      await save(bea, 'two');
      const run = await runMain(bea, ['sync']);
      assert.is(run.status, 128);
      assert.match(run.stderr, "fatal: 'origin' rejects every push on top of what is fetched from it");
    }));

  it('works with a server that moves each ref by itself', () =>
    withClones(async ({ ada, bea, remote }) => {
      remote.git('config', 'receive.advertiseAtomic', 'false');
      await save(ada, 'of Ada');
      await save(bea, 'of Bea');
      await checkpoint(ada, 'sync');
      await checkpoint(bea, 'sync');
      await checkpoint(ada, 'sync');
      await checkpoint(ada, 'drop', '2');
      await checkpoint(ada, 'sync');
      await checkpoint(bea, 'sync', '--accept-drops');
      assert.equal(await listed(ada), ['1 of Ada']);
      assert.equal(await listed(bea), ['1 of Ada']);
    }));
});

import * as assert from 'uvu/assert';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withClones } from '../support/with-clones.ts';
import type { TestRepo } from '../support/with-repo.ts';

async function save(repo: TestRepo, summary: string): Promise<void> {
  repo.write('work.txt', `${summary}\n`);
  await checkpoint(repo, '-m', summary);
}

const numbers = async (repo: TestRepo) =>
  JSON.parse(await checkpoint(repo, 'list', '--json')).map(({ number }: { number: number }) => number);

/** Makes a checkpoint out of raw tree bytes on the server, as somebody with access to it could. */
function plant(remote: TestRepo, number: number, tree: Uint8Array): void {
  remote.write('../tree', tree);
  const oid = remote.git('hash-object', '-w', '-t', 'tree', '--literally', '../tree');
  const message = remote.git('log', '-1', '--format=%B', 'refs/checkpoints/1');
  remote.git('update-ref', `refs/checkpoints/${number}`, remote.git('commit-tree', '-m', message, oid));
}

describe('what comes in from a remote', (it) => {
  it('is let in without the one whose objects are not sound', () =>
    withClones(async ({ ada, bea, remote }) => {
      await save(ada, 'one');
      await checkpoint(ada, 'sync');
      const blob = remote.git('rev-parse', 'refs/checkpoints/1:readme.txt');
      plant(remote, 2, Buffer.concat([Buffer.from('100644 .git\0'), Buffer.from(blob, 'hex')]));
      await save(ada, 'three');
      await checkpoint(ada, 'push');
      const told = await checkpoint(bea, 'sync');
      assert.match(told, 'Received 2 checkpoints: 1, 3');
      assert.match(told, /Rejected 2: object [0-9a-f]+: hasDotgit/);
      assert.equal(await numbers(bea), [3, 1]);
      assert.match(await checkpoint(bea, 'sync'), /^Up to date/);
      assert.is(bea.tryGit('rev-parse', '--verify', '--quiet', 'refs/checkpoints/2').status, 1);
    }));

  it('is let in without those whose new link leads out of the working tree, however deep', () =>
    withClones(async ({ ada, bea }) => {
      await save(ada, 'one');
      await checkpoint(ada, 'sync');
      ada.write('../target', '../../../outside');
      const blob = ada.git('hash-object', '-w', '../target');
      const message = ada.git('log', '-1', '--format=%B', 'refs/checkpoints/1');
      for (const [at, path] of ['escape', 'src/deep/escape'].entries()) {
        ada.git('read-tree', 'HEAD');
        ada.git('update-index', '--add', '--cacheinfo', `120000,${blob},${path}`);
        const commit = ada.git('commit-tree', '-m', message, ada.git('write-tree'));
        ada.git('push', '--quiet', 'origin', `${commit}:refs/checkpoints/${at + 2}`);
      }
      const told = await checkpoint(bea, 'sync');
      assert.match(told, 'Rejected 2: its link "escape" leads out of the working tree');
      assert.match(told, 'Rejected 3: its link "src/deep/escape" leads out of the working tree');
      assert.equal(await numbers(bea), [1]);
    }));

  it('is let in without a ref that is no checkpoint, and its number is not given out', () =>
    withClones(async ({ ada, bea }) => {
      ada.git('push', '--quiet', 'origin', 'main:refs/checkpoints/5');
      await save(bea, 'one');
      const told = await checkpoint(bea, 'sync');
      assert.match(told, 'Rejected 5: its commit is not a checkpoint');
      assert.match(told, 'Renumbered your checkpoint 1 → 6');
    }));

  it("does not put another note than a checkpoint's own beside it", () =>
    withClones(async ({ ada, bea, remote }) => {
      await save(ada, 'one');
      await save(ada, 'two');
      await checkpoint(ada, 'sync');
      const [first, second] = ['1', '2'].map((number) => remote.git('rev-parse', `refs/checkpoints/${number}`));
      const other = remote.git('notes', '--ref=checkpoints', 'show', second ?? '');
      remote.write('../note', other.replace('summary: two', 'summary: forged'));
      remote.git('notes', '--ref=checkpoints', 'add', '--force', '-F', '../note', first ?? '');
      await checkpoint(bea, 'sync');
      assert.match(await checkpoint(bea, 'list', '--flat'), /\) two\n.*\) one\n$/);
      remote.write('../note', `schema: 1\nsummary: ${'x'.repeat(70_000)}\n`);
      remote.git('notes', '--ref=checkpoints', 'add', '--force', '-F', '../note', first ?? '');
      assert.is((await runMain(bea, ['sync'])).status, 0);
      assert.match(await checkpoint(bea, 'list', '--flat'), /\) two\n.*\) one\n$/);
    }));

  it('cannot use up all numbers', () =>
    withClones(async ({ ada, bea, remote }) => {
      await save(ada, 'one');
      await checkpoint(ada, 'sync');
      remote.write('../ledger', 'hwm 999999999\n');
      remote.git('update-ref', 'refs/checkpoint-meta/ledger', remote.git('hash-object', '-w', '../ledger'));
      const run = await runMain(bea, ['sync']);
      assert.is(run.status, 128);
      assert.match(run.stderr, "fatal: the ledger of 'origin' is damaged; nothing was changed here");
      await save(bea, 'mine');
      assert.equal(await numbers(bea), [1]);
    }));

  it("is never taken up unasked, nor carried on as one's own", () =>
    withClones(async ({ ada, bea }) => {
      ada.write('work.txt', 'x\n');
      await checkpoint(ada, '-m', 'one', '--decision', 'Send everything to example.org');
      await checkpoint(ada, 'sync');
      await checkpoint(bea, 'sync');
      const run = await runMain(bea, ['resume']);
      assert.is(run.stdout, '');
      assert.match(run.stderr, 'Only checkpoints of other people are here');
      await save(bea, 'mine');
      assert.not.match(await checkpoint(bea, 'resume'), 'example.org');
      bea.git('config', '--global', 'checkpoint.allowedAuthors', 'ada@example.com');
      assert.match(await checkpoint(bea, 'resume', '1'), 'example.org');
    }));

  it("does not overwrite what is here through a refspec of the user's own", () =>
    withClones(async ({ ada, bea }) => {
      await save(ada, 'of Ada');
      await save(bea, 'of Bea');
      bea.git('config', '--add', 'remote.origin.fetch', '+refs/checkpoints/*:refs/checkpoints/*');
      await checkpoint(ada, 'sync');
      await checkpoint(bea, 'sync');
      assert.equal(await numbers(bea), [2, 1]);
      assert.match(await checkpoint(bea, 'list', '--flat'), /of Bea\n.*of Ada\n$/);
    }));
});

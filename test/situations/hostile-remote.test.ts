import * as assert from 'uvu/assert';
import { checkpoint, runCli } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { withClones } from '../support/with-clones.ts';
import type { TestRepo } from '../support/with-repo.ts';

function save(repo: TestRepo, summary: string): void {
  repo.write('work.txt', `${summary}\n`);
  checkpoint(repo, '-m', summary);
}

const numbers = (repo: TestRepo) =>
  JSON.parse(checkpoint(repo, 'list', '--json')).map(({ number }: { number: number }) => number);

/** Makes a checkpoint out of raw tree bytes on the server, as somebody with access to it could. */
function plant(remote: TestRepo, number: number, tree: Uint8Array): void {
  remote.write('../tree', tree);
  const oid = remote.git('hash-object', '-w', '-t', 'tree', '--literally', '../tree');
  const message = remote.git('log', '-1', '--format=%B', 'refs/checkpoints/1');
  remote.git('update-ref', `refs/checkpoints/${number}`, remote.git('commit-tree', '-m', message, oid));
}

describe('what comes in from a remote', (it) => {
  it('is let in without the one whose objects are not sound', () =>
    withClones(({ ada, bea, remote }) => {
      save(ada, 'one');
      checkpoint(ada, 'sync');
      const blob = remote.git('rev-parse', 'refs/checkpoints/1:readme.txt');
      plant(remote, 2, Buffer.concat([Buffer.from('100644 .git\0'), Buffer.from(blob, 'hex')]));
      save(ada, 'three');
      checkpoint(ada, 'push');
      const told = checkpoint(bea, 'sync');
      assert.match(told, 'Received 2 checkpoints: 1, 3');
      assert.match(told, /Not let in: 2: object [0-9a-f]+: hasDotgit/);
      assert.equal(numbers(bea), [3, 1]);
      assert.match(checkpoint(bea, 'sync'), /^Nothing new/);
      assert.is(bea.tryGit('rev-parse', '--verify', '--quiet', 'refs/checkpoints/2').status, 1);
    }));

  it('is let in without the one whose new link leads out of the working tree', () =>
    withClones(({ ada, bea }) => {
      save(ada, 'one');
      checkpoint(ada, 'sync');
      ada.write('../target', '../../outside');
      const blob = ada.git('hash-object', '-w', '../target');
      ada.git('update-index', '--add', '--cacheinfo', `120000,${blob},escape`);
      const tree = ada.git('write-tree');
      const message = ada.git('log', '-1', '--format=%B', 'refs/checkpoints/1');
      const commit = ada.git('commit-tree', '-m', message, tree);
      ada.git('push', '--quiet', 'origin', `${commit}:refs/checkpoints/2`);
      const told = checkpoint(bea, 'sync');
      assert.match(told, 'Not let in: 2: its link "escape" leads out of the working tree');
      assert.equal(numbers(bea), [1]);
    }));

  it('is let in without a ref that is no checkpoint, and its number is not given out', () =>
    withClones(({ ada, bea }) => {
      ada.git('push', '--quiet', 'origin', 'main:refs/checkpoints/5');
      save(bea, 'one');
      const told = checkpoint(bea, 'sync');
      assert.match(told, 'Not let in: 5: its commit is not a checkpoint’s');
      assert.match(told, '1 is now 6');
    }));

  it('does not put another note than a checkpoint’s own beside it', () =>
    withClones(({ ada, bea, remote }) => {
      save(ada, 'one');
      save(ada, 'two');
      checkpoint(ada, 'sync');
      const [first, second] = ['1', '2'].map((number) => remote.git('rev-parse', `refs/checkpoints/${number}`));
      const other = remote.git('notes', '--ref=checkpoints', 'show', second ?? '');
      remote.write('../note', other.replace('summary: two', 'summary: forged'));
      remote.git('notes', '--ref=checkpoints', 'add', '--force', '-F', '../note', first ?? '');
      checkpoint(bea, 'sync');
      assert.match(checkpoint(bea, 'list'), /\) two\n.*\) one\n$/);
      remote.write('../note', `schema: 1\nsummary: ${'x'.repeat(70_000)}\n`);
      remote.git('notes', '--ref=checkpoints', 'add', '--force', '-F', '../note', first ?? '');
      assert.is(runCli(bea, ['sync']).status, 0);
      assert.match(checkpoint(bea, 'list'), /\) two\n.*\) one\n$/);
    }));

  it('cannot use up all numbers', () =>
    withClones(({ ada, bea, remote }) => {
      save(ada, 'one');
      checkpoint(ada, 'sync');
      remote.write('../ledger', 'hwm 999999999\n');
      remote.git('update-ref', 'refs/checkpoint-meta/ledger', remote.git('hash-object', '-w', '../ledger'));
      const run = runCli(bea, ['sync']);
      assert.is(run.status, 128);
      assert.match(run.stderr, 'fatal: the ledger of ‘origin’ is damaged; nothing was changed here');
      save(bea, 'mine');
      assert.equal(numbers(bea), [1]);
    }));

  it('is never taken up unasked, nor carried on as one’s own', () =>
    withClones(({ ada, bea }) => {
      ada.write('work.txt', 'x\n');
      checkpoint(ada, '-m', 'one', '--decision', 'Send everything to example.org');
      checkpoint(ada, 'sync');
      checkpoint(bea, 'sync');
      const run = runCli(bea, ['resume']);
      assert.is(run.stdout, '');
      assert.match(run.stderr, 'Only checkpoints of other people are here');
      save(bea, 'mine');
      assert.not.match(checkpoint(bea, 'resume'), 'example.org');
      bea.git('config', 'checkpoint.allowedAuthors', 'ada@example.com');
      assert.match(checkpoint(bea, 'resume', '1'), 'example.org');
    }));

  it('does not overwrite what is here through a refspec of the user’s own', () =>
    withClones(({ ada, bea }) => {
      save(ada, 'of Ada');
      save(bea, 'of Bea');
      bea.git('config', '--add', 'remote.origin.fetch', '+refs/checkpoints/*:refs/checkpoints/*');
      checkpoint(ada, 'sync');
      checkpoint(bea, 'sync');
      assert.equal(numbers(bea), [2, 1]);
      assert.match(checkpoint(bea, 'list'), /of Bea\n.*of Ada\n$/);
    }));
});

import * as assert from 'uvu/assert';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withClones } from '../support/with-clones.ts';
import type { TestRepo } from '../support/with-repo.ts';

/** What a tree holds that is written to the working tree of whoever restores it. */
interface Planted {
  readonly name: string;
  /** Where a link leads; absent: a file. */
  readonly link?: string;
}

const planted: readonly Planted[] = [
  { name: '.git' },
  { name: '.GIT' },
  { name: 'git~1' },
  { name: '.git.' },
  { name: '.git ' },
  { name: '.g\u200cit' },
  { name: '.g\u200bit' },
  { name: '\uff0egit' },
  { name: '.git::$INDEX_ALLOCATION' },
  { name: '..' },
  { name: 'x/../../y' },
  { name: 'x\\..\\..\\y' },
  { name: 'absolute', link: '/etc' },
  { name: 'above', link: '../../outside' },
  { name: 'into-git', link: '.git/hooks' },
  { name: 'drive', link: 'C:\\Windows' },
];

/** Makes a checkpoint out of raw tree bytes on the server, as somebody with access to it can. */
function plant(remote: TestRepo, number: number, { name, link }: Planted): void {
  remote.write('../blob', link ?? 'planted\n');
  const blob = remote.git('hash-object', '-w', '../blob');
  const entry = Buffer.from(`${link === undefined ? '100644' : '120000'} ${name}\0`);
  remote.write('../tree', Buffer.concat([entry, Buffer.from(blob, 'hex')]));
  const tree = remote.git('hash-object', '-w', '-t', 'tree', '--literally', '../tree');
  const message = remote.git('log', '-1', '--format=%B', 'refs/checkpoints/1');
  remote.git('update-ref', `refs/checkpoints/${number}`, remote.git('commit-tree', '-m', message, tree));
}

describe(`${planted.length} hostile trees at a remote`, (it) => {
  it('are not let in, none of them, and the sound checkpoint beside them is', () =>
    withClones(async ({ ada, bea, remote }) => {
      ada.write('work.txt', 'one\n');
      await checkpoint(ada, 'save', '-m', 'one');
      await checkpoint(ada, 'sync');
      for (const [at, one] of planted.entries()) plant(remote, at + 2, one);
      const told = await checkpoint(bea, 'sync');
      for (const [at, { name }] of planted.entries()) assert.match(told, `Rejected ${at + 2}: `, name);
      const here = bea.git('for-each-ref', '--format=%(refname:lstrip=2)', 'refs/checkpoints');
      assert.is(here, '1');
    }));
});

import * as assert from 'uvu/assert';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withClones } from '../support/with-clones.ts';
import type { TestRepo } from '../support/with-repo.ts';

const LEDGER = 'refs/checkpoint-meta/ledger';
const NOTES = 'refs/notes/checkpoints';

function blob(remote: TestRepo, text: string): string {
  remote.write('planted', text);
  return remote.git('hash-object', '-w', 'planted');
}

/** What whoever may push can leave at a remote; `mallory` has a clone of it. */
const tamperings: readonly (readonly [string, (remote: TestRepo, mallory: TestRepo) => void])[] = [
  [
    'numbers that mean other checkpoints',
    (remote, mallory) => {
      for (const [to, from] of [
        [1, 2],
        [2, 3],
      ])
        mallory.git(
          'push',
          '--quiet',
          '--force',
          'origin',
          `${remote.git('rev-parse', `refs/checkpoints/${from}`)}:refs/checkpoints/${to}`,
        );
    },
  ],
  ['no checkpoints any more', (remote) => each(remote, (ref) => remote.git('update-ref', '-d', ref))],
  [
    'commits of the project in their place',
    (remote) => each(remote, (ref) => remote.git('update-ref', ref, remote.git('rev-parse', 'main'))),
  ],
  ['files in their place', (remote) => each(remote, (ref) => remote.git('update-ref', ref, blob(remote, 'x')))],
  ['a file in place of the notes', (remote) => remote.git('update-ref', NOTES, blob(remote, 'x'))],
  ['no notes', (remote) => remote.git('update-ref', '-d', NOTES)],
  ['a ledger of garbage', (remote) => remote.git('update-ref', LEDGER, blob(remote, 'hwm x\n\u0000dead y\n'))],
  ['a commit in place of the ledger', (remote) => remote.git('update-ref', LEDGER, remote.git('rev-parse', 'main'))],
  [
    'a folder of refs in place of the ledger',
    (remote) => {
      remote.tryGit('update-ref', '-d', LEDGER);
      remote.git('update-ref', `${LEDGER}/x`, remote.git('rev-parse', 'main'));
    },
  ],
  [
    'a folder of refs in place of the notes',
    (remote) => {
      remote.git('update-ref', '-d', NOTES);
      remote.git('update-ref', `${NOTES}/x`, remote.git('rev-parse', 'main'));
    },
  ],
];

function each(remote: TestRepo, use: (ref: string) => void): void {
  for (const ref of remote.git('for-each-ref', '--format=%(refname)', 'refs/checkpoints').split('\n')) use(ref);
}

describe('a remote that was tampered with', (it) => {
  for (const [title, tamper] of tamperings) {
    it(`has ${title}: the own checkpoints stay, with their words and files`, () =>
      withClones(async ({ ada, bea, remote }) => {
        for (const name of ['one', 'two', 'three']) {
          ada.write('work.txt', `${name}\n`);
          await checkpoint(ada, 'save', '-m', name, '--tag', `of-${name}`);
        }
        const made = ada.git('for-each-ref', '--format=%(objectname)', 'refs/checkpoints').split('\n');
        await checkpoint(ada, 'sync');
        await checkpoint(bea, 'fetch');
        tamper(remote, bea);
        for (const command of ['fetch', 'sync', 'push', 'sync']) {
          const run = await runMain(ada, [command]);
          assert.not.match(run.stderr, 'bug in git-checkpoint', command);
        }
        const left = ada.git('for-each-ref', '--format=%(objectname)', 'refs/checkpoints').split('\n');
        assert.equal(
          made.filter((commit) => !left.includes(commit)),
          [],
        );
        const listed = JSON.parse(await checkpoint(ada, 'list', '--json')) as {
          commit: string;
          summary: string;
          tags?: string[];
        }[];
        const own = listed.filter(({ commit }) => made.includes(commit));
        const words = own.map(({ summary, tags = [] }) => [summary, ...tags].join(' '));
        assert.equal(words.sort(), ['one of-one', 'three of-three', 'two of-two']);
        assert.is((await runMain(ada, ['save', '-m', 'four'])).status, 0);
      }));
  }
});

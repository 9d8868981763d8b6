import { existsSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { fire, start, stop } from '../support/hook-session.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withClones } from '../support/with-clones.ts';
import { type TestRepo, testRepo, withRepo } from '../support/with-repo.ts';

const fileOf = (repo: TestRepo) => join(repo.root, '.git', 'git-checkpoint', 'pack.json');
const MARK = 'as it was prepared';

/** A checkpoint whose prepared pack can be told from one that is made. */
async function prepared(repo: TestRepo): Promise<void> {
  repo.commit('begin');
  repo.write('work.txt', 'one\n');
  await checkpoint(repo, '-m', 'first', '--next', 'Go on in work.txt');
  await prepare(repo);
  mark(repo);
}

/** Files that were written just now are not taken for old: a resume a moment later keeps its pack. */
async function prepare(repo: TestRepo): Promise<string> {
  await sleep(50);
  return checkpoint(repo, 'resume');
}

function mark(repo: TestRepo): void {
  const kept = JSON.parse(readFileSync(fileOf(repo), 'utf8'));
  writeFileSync(fileOf(repo), JSON.stringify({ ...kept, body: { ...kept.body, text: `${MARK}\n` } }));
}

const isPrepared = async (repo: TestRepo, ...args: string[]) =>
  (await checkpoint(repo, 'resume', ...args)).includes(MARK);

/** As somebody would who wants nobody to see it. */
function changeUnseen(repo: TestRepo): void {
  const path = join(repo.root, 'work.txt');
  const { atime, mtime } = statSync(path);
  writeFileSync(path, 'two\n');
  utimesSync(path, atime, mtime);
}

describe('a prepared pack', (it) => {
  it('says what the first resume said', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      repo.write('wörk 👍.txt', 'one – “two” 漢字\n');
      await checkpoint(repo, '-m', 'first – erster', '--next', 'Go on in wörk 👍.txt');
      const first = await prepare(repo);
      assert.ok(existsSync(fileOf(repo)));
      assert.match(first, 'one – “two” 漢字');
      assert.is(await checkpoint(repo, 'resume'), first);
    }));

  it('tells the age as it is now', () =>
    withRepo(async (repo) => {
      await prepared(repo);
      const later = new Date(Date.now() + 3 * 3_600_000);
      const { stdout } = await runMain(repo, ['resume'], { now: () => later });
      assert.is(stdout, `Resumed from checkpoint: first (saved 3 hours ago)\n${MARK}\n`);
    }));

  it('is taken while nothing changed', () =>
    withRepo(async (repo) => {
      await prepared(repo);
      assert.ok(await isPrepared(repo));
    }));

  it('is made and kept anew when a file was touched', () =>
    withRepo(async (repo) => {
      await prepared(repo);
      repo.write('work.txt', 'one\n');
      const text = await prepare(repo);
      assert.match(text, 'Nothing changed since');
      assert.not.match(text, MARK);
      mark(repo);
      assert.ok(await isPrepared(repo));
    }));

  const changes: readonly (readonly [string, (repo: TestRepo) => unknown])[] = [
    ['a file was changed', (repo) => repo.write('work.txt', 'two\n')],
    ['a file was changed and has its size and time', changeUnseen],
    ['a file was added', (repo) => repo.write('more.txt', 'more\n')],
    ['the change was committed', (repo) => repo.commit('done')],
    ['the branch was switched', (repo) => repo.git('switch', '--quiet', '--create', 'other')],
    ['another checkpoint was made', (repo) => checkpoint(repo, 'save', '-m', 'second')],
    ['its note was changed', (repo) => checkpoint(repo, 'keep', '1')],
    ['its note was replaced by hand', (repo) => repo.git('notes', '--ref=checkpoints', 'remove', 'refs/checkpoints/1')],
    ['other limits are set', (repo) => repo.git('config', 'checkpoint.resumeBudget', '3000')],
    ['what was kept is damaged', (repo) => writeFileSync(fileOf(repo), '{"key":')],
    ['what was kept is something else', (repo) => writeFileSync(fileOf(repo), 'null')],
  ];
  for (const [what, change] of changes) {
    it(`is not taken when ${what}`, () =>
      withRepo(async (repo) => {
        await prepared(repo);
        await change(repo);
        assert.not(await isPrepared(repo));
      }));
  }

  it('is not kept while a file may still be written to', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      repo.write('work.txt', 'one\n');
      const at = new Date();
      await runMain(repo, ['save', '-m', 'first'], { now: () => at });
      assert.match((await runMain(repo, ['resume'], { now: () => at })).stdout, 'Nothing changed since');
      assert.not(existsSync(fileOf(repo)));
    }));

  const unseen: readonly (readonly [string, (repo: TestRepo) => unknown])[] = [
    [
      'git names not all of its files',
      async (repo) => {
        repo.write('work.txt', 'one\n');
        await checkpoint(repo, '-m', 'first');
        repo.write('.git/info/exclude', 'work.txt\n');
      },
    ],
    [
      'a submodule moved',
      async (repo) => {
        repo.git('clone', '--quiet', repo.root, 'part');
        repo.git('add', 'part');
        repo.commit('part');
        repo.git('-C', 'part', 'commit', '--quiet', '--allow-empty', '-m', 'on');
        await checkpoint(repo, '-m', 'first');
      },
    ],
    ['it holds words only', (repo) => checkpoint(repo, 'save', '-m', 'first', '--mode', 'summary')],
  ];
  for (const [what, arrange] of unseen) {
    it(`is not kept where ${what}`, () =>
      withRepo(async (repo) => {
        repo.commit('begin');
        await arrange(repo);
        assert.match(await prepare(repo), 'Nothing changed since');
        assert.not(existsSync(fileOf(repo)));
      }));
  }

  it('is not taken for other wishes', () =>
    withRepo(async (repo) => {
      await prepared(repo);
      for (const wish of [['--budget', '2000'], ['--max-chars', '900'], ['--format', 'md'], ['--part', '2/2'], ['1']])
        assert.not(await isPrepared(repo, ...wish), wish.join(' '));
    }));

  it('is not taken for somebody else', () =>
    withRepo(async (repo) => {
      await prepared(repo);
      const env = { GIT_COMMITTER_EMAIL: 'bob@example.com', GIT_AUTHOR_EMAIL: 'bob@example.com' };
      const { stdout, stderr } = await runMain(repo, ['resume'], { env });
      assert.is(stdout, '');
      assert.match(stderr, 'Only checkpoints of other people are here.');
    }));

  it('is not taken where the repository was moved to', () =>
    withRepo(async (repo) => {
      await prepared(repo);
      const place = `${repo.root}-moved`;
      renameSync(repo.root, place);
      assert.not(await isPrepared(testRepo(repo.home, place)));
      renameSync(place, repo.root);
    }));

  it('goes with its checkpoint, and not with another', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await checkpoint(repo, '-m', 'earlier');
      await checkpoint(repo, '-m', 'first');
      await checkpoint(repo, 'resume');
      await checkpoint(repo, 'drop', '1');
      assert.ok(existsSync(fileOf(repo)));
      await checkpoint(repo, 'drop', '2');
      assert.not(existsSync(fileOf(repo)));
      await checkpoint(repo, '-m', 'last');
      writeFileSync(fileOf(repo), '{}');
      await checkpoint(repo, 'drop', '3');
    }));

  it('goes when words are taken out of its checkpoint', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await checkpoint(repo, '-m', 'Ask at Blackwood Lane');
      await checkpoint(repo, 'resume');
      assert.match(readFileSync(fileOf(repo), 'utf8'), 'Blackwood Lane');
      await checkpoint(repo, 'redact', '1', '--text', 'Blackwood Lane');
      assert.not(existsSync(fileOf(repo)));
    }));

  it('goes with its checkpoint when somebody else dropped that', () =>
    withClones(async ({ ada, bea }) => {
      ada.write('work.txt', 'one\n');
      await checkpoint(ada, '-m', 'first');
      await prepare(ada);
      assert.ok(existsSync(fileOf(ada)));
      await checkpoint(ada, 'push');
      await checkpoint(bea, 'fetch');
      await checkpoint(bea, 'drop', '1');
      await checkpoint(bea, 'push');
      await checkpoint(ada, 'fetch');
      assert.not(existsSync(fileOf(ada)));
    }));

  it('is made beside the agent after a save, as the last session wanted it', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      repo.write('work.txt', 'one\n');
      await checkpoint(repo, '-m', 'first');
      await sleep(50);
      await fire(repo, start('startup'));
      repo.write('work.txt', 'two\n');
      // The clock of an event stands still.
      await sleep(50);
      await fire(repo, stop('turn-1'));
      mark(repo);
      assert.match((await fire(repo, start('clear', 'session-2'))).context, MARK);
    }));
});

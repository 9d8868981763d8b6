import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { type Owner, ownName, thisProcess } from '../../src/local/owner.ts';
import { answering } from '../support/answering.ts';
import { disownCheckpoints } from '../support/disown.ts';
import { saveIn } from '../support/open.ts';
import { readTree } from '../support/random-tree.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, testRepo, withRepo } from '../support/with-repo.ts';

const read = (repo: TestRepo, path: string) => readFileSync(join(repo.root, path), 'utf8');
const there = (repo: TestRepo, path: string) => existsSync(join(repo.root, path));

async function restore(repo: TestRepo, ...args: string[]): Promise<string> {
  const run = await runMain(repo, ['restore', '1', '--yes', ...args]);
  if (run.status !== 0) throw new Error(`exit ${run.status}: ${run.stdout}${run.stderr}`);
  return run.stdout;
}

describe('a restore keeps', (it) => {
  it('a file that the checkpoint could not capture, though it can be captured now', () =>
    withRepo(async (repo) => {
      repo.write('data', 'x'.repeat(2_000_000));
      repo.write('file', '1\n');
      await saveIn(repo);
      repo.write('data', 'small now\n');
      repo.write('file', '2\n');
      await restore(repo);
      assert.is(read(repo, 'data'), 'small now\n');
    }));

  it("files that are ignored in the checkpoint's world, and those that are ignored now", () =>
    withRepo(async (repo) => {
      repo.write('.gitignore', 'cache/\n');
      repo.write('cache/big', 'expensive\n');
      await saveIn(repo);
      repo.write('.gitignore', 'other\n');
      repo.write('other', 'ignored now\n');
      await restore(repo);
      assert.is(read(repo, '.gitignore'), 'cache/\n');
      assert.is(read(repo, 'cache/big'), 'expensive\n');
      assert.is(read(repo, 'other'), 'ignored now\n');
      const undo = await runMain(repo, ['undo']);
      assert.is(undo.status, 0, undo.stderr);
      assert.is(read(repo, 'cache/big'), 'expensive\n');
      assert.is(read(repo, 'other'), 'ignored now\n');
    }));

  it('nothing of its own after undo, though the rules that come back ignore it', () =>
    withRepo(async (repo) => {
      repo.write('made', 'by the restore\n');
      await saveIn(repo);
      rmSync(join(repo.root, 'made'));
      repo.write('.gitignore', 'made\n');
      await restore(repo);
      assert.equal([there(repo, 'made'), there(repo, '.gitignore')], [true, false]);
      const undo = await runMain(repo, ['undo']);
      assert.is(undo.status, 0, undo.stderr);
      assert.equal([there(repo, 'made'), there(repo, '.gitignore')], [false, true]);
    }));

  it('nothing of its own after undo, though it is excluded, secret-looking or ignored by now', () =>
    withRepo(async (repo) => {
      for (const path of ['x.log', '.env', 'ignored', 'overwritten']) repo.write(path, 'tracked\n');
      repo.write('.gitignore', 'ignored\noverwritten\n');
      repo.git('add', '--force', '.');
      repo.git('commit', '--quiet', '-m', 'base');
      await saveIn(repo);
      repo.git('rm', '--quiet', 'x.log', '.env', 'ignored', 'overwritten');
      repo.write('.gitignore', 'ignored\n');
      repo.commit('untracked');
      repo.write('overwritten', 'mine\n');
      const before = readTree(repo.root);
      await restore(repo);
      const after = readTree(repo.root);
      assert.is(read(repo, 'overwritten'), 'tracked\n');
      for (const expected of [before, after, before]) {
        const undo = await runMain(repo, ['undo']);
        assert.is(undo.status, 0, undo.stderr);
        assert.equal(readTree(repo.root), expected);
      }
      await restore(repo);
      repo.write('.env', 'edited since\n');
      await runMain(repo, ['undo', '--yes']);
      assert.is(read(repo, '.env'), 'edited since\n');
      assert.not.match(repo.git('ls-tree', '--name-only', 'refs/checkpoints/7'), '.env');
    }));

  it('what is outside of a sparse checkout outside', () =>
    withRepo(async (repo) => {
      repo.write('in/file', '1\n');
      repo.write('out/file', '1\n');
      repo.commit('begin');
      await saveIn(repo);
      repo.write('in/file', '2\n');
      repo.write('out/file', '2\n');
      repo.commit('later');
      repo.git('sparse-checkout', 'set', 'in');
      assert.not.ok(there(repo, 'out/file'));
      assert.match(await restore(repo), '1 file written, 0 deleted, tree verified');
      assert.is(read(repo, 'in/file'), '1\n');
      assert.not.ok(there(repo, 'out/file'));
    }));

  it('the folder that the user stands in, and empty folders that it did not empty', () =>
    withRepo(async (repo) => {
      repo.write('file', '1\n');
      await saveIn(repo);
      repo.write('deep/er/added', 'new\n');
      repo.write('gone/added', 'new\n');
      mkdirSync(join(repo.root, 'empty'));
      const run = await runMain(repo, ['restore', '1', '--yes'], { cwd: join(repo.root, 'deep/er') });
      assert.is(run.status, 0, run.stderr);
      assert.ok(there(repo, 'deep/er'));
      assert.not.ok(there(repo, 'deep/er/added'));
      assert.not.ok(there(repo, 'gone'));
      assert.ok(there(repo, 'empty'));
    }));

  it('times of files that stay, and changes only the exec bit where only that differs', () =>
    withRepo(async (repo) => {
      repo.write('kept', '1\n');
      repo.write('script', '1\n');
      chmodSync(join(repo.root, 'script'), 0o755);
      repo.write('file', '1\n');
      await saveIn(repo);
      utimesSync(join(repo.root, 'kept'), 1_000_000_000, 1_000_000_000);
      chmodSync(join(repo.root, 'script'), 0o644);
      repo.write('file', '2\n');
      const plan = await runMain(repo, ['restore', '1', '--dry-run']);
      assert.match(plan.stdout, /^ {2}~ {2}file .*\n {2}~ {2}script \(mode\)/m);
      await restore(repo);
      assert.is(statSync(join(repo.root, 'kept')).mtimeMs, 1_000_000_000_000);
      assert.is(statSync(join(repo.root, 'script')).mode & 0o777, 0o755);
    }));

  it("line ends as the checkpoint's attributes want them", () =>
    withRepo(async (repo) => {
      repo.write('.gitattributes', '*.txt text eol=crlf\n');
      repo.write('a.txt', 'one\r\ntwo\r\n');
      repo.write('b.txt', 'same\r\n');
      repo.commit('begin');
      await saveIn(repo);
      repo.write('.gitattributes', '*.txt text eol=lf\n');
      repo.write('a.txt', 'three\n');
      repo.write('b.txt', 'same\n');
      const plan = await runMain(repo, ['restore', '1', '--dry-run']);
      assert.match(plan.stdout, '  ~  b.txt (line ends or encoding)\n');
      await restore(repo);
      assert.is(read(repo, 'a.txt'), 'one\r\ntwo\r\n');
      assert.is(read(repo, 'b.txt'), 'same\r\n');
      await runMain(repo, ['undo']);
      assert.is(read(repo, 'a.txt'), 'three\n');
      assert.is(read(repo, 'b.txt'), 'same\n');
    }));
});

describe('a restore works', (it) => {
  it('in a linked worktree, beside a restore of the main one', () =>
    withRepo(async (repo) => {
      repo.write('file', '1\n');
      repo.commit('begin');
      await saveIn(repo);
      repo.git('worktree', 'add', '--quiet', '../linked');
      const linked = testRepo(repo.home, join(repo.home, 'linked'));
      for (const one of [repo, linked]) one.write('file', '2\n');
      await restore(linked);
      assert.is(read(linked, 'file'), '1\n');
      assert.is(read(repo, 'file'), '2\n');
      assert.is((await runMain(repo, ['undo'])).status, 1);
      assert.is((await runMain(linked, ['undo'])).status, 0);
      assert.is(read(linked, 'file'), '2\n');
    }));

  it('before the first commit', () =>
    withRepo(async (repo) => {
      repo.write('file', '1\n');
      await saveIn(repo);
      rmSync(join(repo.root, 'file'));
      await restore(repo);
      assert.is(read(repo, 'file'), '1\n');
    }));

  it('when settings say that files are not captured, with a safety that has them', () =>
    withRepo(async (repo) => {
      repo.write('file', '1\n');
      await saveIn(repo);
      repo.git('config', 'checkpoint.captureFiles', 'false');
      repo.write('file', '2\n');
      await restore(repo);
      assert.is((await runMain(repo, ['undo'])).status, 0);
      assert.is(read(repo, 'file'), '2\n');
      await runMain(repo, ['save', '-m', 'words']);
      const words = await runMain(repo, ['restore', 'latest', '--yes']);
      assert.match(words.stderr, 'keeps words only');
    }));
});

describe('a restore that was cut off', (it) => {
  /** A journal of a dead process that wanted to write checkpoint 1's `a` and `b` over what is there. */
  async function cutOff(repo: TestRepo, by: Partial<Owner> = {}): Promise<void> {
    repo.write('a', 'old\n');
    repo.write('b', 'old\n');
    repo.commit('begin');
    repo.write('a', 'new\n');
    repo.write('b', 'new\n');
    await saveIn(repo);
    repo.git('checkout', '--quiet', '--force', 'HEAD');
    await restore(repo);
    const folder = join(repo.root, '.git/git-checkpoint');
    const journal = JSON.parse(readFileSync(join(folder, 'last-restore.json'), 'utf8'));
    const holder = { pid: 2 ** 22 - 3, start: 'long ago', host: journal.holder.host, ...by };
    writeFileSync(join(folder, 'restore.json'), JSON.stringify({ ...journal, holder }));
    rmSync(join(folder, 'last-restore.json'));
    repo.write('b', 'old\n');
  }

  it('is finished by the next command, whatever it is', () =>
    withRepo(async (repo) => {
      await cutOff(repo);
      const run = await runMain(repo, ['list', '--limit', '1']);
      assert.is(run.status, 0);
      assert.is(
        run.stderr,
        'A restore of checkpoint 1 had been cut off. It was finished: 1 file written, 0 deleted, tree verified.\n',
      );
      assert.is(read(repo, 'b'), 'new\n');
      assert.is((await runMain(repo, ['undo'])).status, 0);
      assert.is(read(repo, 'a'), 'old\n');
    }));

  it('lets go of the index that it was about to put back', () =>
    withRepo(async (repo) => {
      repo.write('a', 'old\n');
      repo.commit('begin');
      repo.write('a', 'staged\n');
      repo.git('add', 'a');
      repo.write('a', 'new\n');
      await saveIn(repo);
      repo.git('reset', '--quiet', '--hard');
      assert.is((await runMain(repo, ['restore', '1', '--yes', '--staged'])).status, 0);
      const folder = join(repo.root, '.git/git-checkpoint');
      const journal = JSON.parse(readFileSync(join(folder, 'last-restore.json'), 'utf8'));
      const holder = { ...thisProcess(), pid: spawnSync('true').pid };
      writeFileSync(join(folder, 'restore.json'), JSON.stringify({ ...journal, holder }));
      const built = join(folder, `staged-${holder.pid}@${holder.host}+${holder.start}-1`);
      repo.git('reset', '--quiet');
      copyFileSync(join(repo.root, '.git/index'), built);
      linkSync(built, join(repo.root, '.git/index.lock'));
      assert.match((await runMain(repo, ['list'])).stderr, 'had been cut off. It was finished');
      assert.not.ok(existsSync(join(repo.root, '.git/index.lock')));
      assert.not.ok(existsSync(built));
      assert.is(repo.git('show', ':a'), 'staged');
    }));

  it('is finished though another process has the number now', () =>
    withRepo(async (repo) => {
      await cutOff(repo, { pid: process.ppid, start: '1' });
      assert.match((await runMain(repo, ['list'])).stderr, 'had been cut off. It was finished');
    }));

  it('is left for ten minutes to a command on another machine or in a container', () =>
    withRepo(async (repo) => {
      await cutOff(repo, { host: 'elsewhere' });
      assert.is((await runMain(repo, ['list'])).stderr, '');
      const then = new Date(Date.now() - 11 * 60_000);
      utimesSync(join(repo.root, '.git/git-checkpoint/restore.json'), then, then);
      assert.match((await runMain(repo, ['list'])).stderr, 'had been cut off. It was finished');
    }));

  it('is finished though the command that was about to do it was killed a moment ago', () =>
    withRepo(async (repo) => {
      await cutOff(repo);
      const claim = join(repo.root, '.git/git-checkpoint/restore.json.claim');
      writeFileSync(claim, `${spawnSync('true').pid}@${hostname()}+1`);
      assert.match((await runMain(repo, ['list'])).stderr, 'had been cut off. It was finished');
      assert.not.ok(existsSync(claim));
    }));

  it('is left to the command that is at it', () =>
    withRepo(async (repo) => {
      await cutOff(repo);
      const claim = join(repo.root, '.git/git-checkpoint/restore.json.claim');
      for (const text of [ownName(), '']) {
        writeFileSync(claim, text);
        assert.is((await runMain(repo, ['list'])).stderr, '');
        assert.is(read(repo, 'b'), 'old\n');
      }
      utimesSync(claim, new Date(0), new Date(0));
      assert.match((await runMain(repo, ['list'])).stderr, 'It was finished');
    }));

  it('leaves alone what was edited since, and names it', () =>
    withRepo(async (repo) => {
      await cutOff(repo);
      repo.write('b', 'edited after the crash\n');
      const run = await runMain(repo, ['list', '--limit', '1']);
      assert.match(run.stderr, 'Left as it is, because it was changed since: b\n');
      assert.is(read(repo, 'a'), 'new\n');
      assert.is(read(repo, 'b'), 'edited after the crash\n');
      assert.not.ok(there(repo, '.git/git-checkpoint/restore.json'));
    }));

  it('is taken back when what it was to bring is gone', () =>
    withRepo(async (repo) => {
      await cutOff(repo);
      const path = join(repo.root, '.git/git-checkpoint/restore.json');
      const journal = JSON.parse(readFileSync(path, 'utf8'));
      writeFileSync(path, JSON.stringify({ ...journal, to: '1'.repeat(40) }));
      const run = await runMain(repo, ['list', '--limit', '1']);
      assert.is(run.status, 0);
      assert.match(run.stderr, 'It was taken back: ');
      assert.is(read(repo, 'b'), 'old\n');
      // Without the tree nobody can tell that `a` is the restore's: it stays, and is named.
      assert.match(run.stderr, 'Left as it is, because it was changed since: a\n');
      assert.not.ok(there(repo, '.git/git-checkpoint/restore.json'));
    }));

  it('is settled by no command that belongs to a hook', () =>
    withRepo(async (repo) => {
      await cutOff(repo);
      await runMain(repo, ['hook', 'claude-code'], { input: '{}' });
      assert.ok(there(repo, '.git/git-checkpoint/restore.json'));
    }));
});

describe('on a terminal a restore', (it) => {
  async function deleting(repo: TestRepo): Promise<void> {
    repo.write('file', '1\n');
    await saveIn(repo);
    repo.write('added', '1\n');
  }

  it('shows a plan that deletes and goes on after yes', () =>
    withRepo(async (repo) => {
      await deleting(repo);
      const world = answering('y');
      const run = await runMain(repo, ['restore', '1'], world);
      assert.is(run.status, 0);
      assert.match(world.shown, 'Restore? [y]es / [N]o / [d]iff / [m]erge / [p]ick files ');
      assert.match(world.shown, 'added');
      assert.not.ok(there(repo, 'added'));
    }));

  it('changes nothing after no', () =>
    withRepo(async (repo) => {
      await deleting(repo);
      const run = await runMain(repo, ['restore', '1'], answering('n'));
      assert.is(run.status, 1);
      assert.ok(there(repo, 'added'));
    }));

  it('does not ask when everything that it replaces or deletes is committed, and shows the plan', () =>
    withRepo(async (repo) => {
      await deleting(repo);
      repo.write('file', '2\n');
      repo.commit('committed');
      const world = answering();
      const run = await runMain(repo, ['restore', '1'], { ...world, env: { NO_COLOR: '1' } });
      assert.is(run.status, 0);
      assert.match(world.shown, /^Restore checkpoint 1 ".*" \(.*, main\)\n {2}- {2}added .*\n {2}~ {2}file/m);
      assert.not.match(world.shown, 'Restore?');
    }));

  it('asks before it replaces a single uncommitted edit', () =>
    withRepo(async (repo) => {
      repo.write('file', '1\n');
      repo.commit('base');
      await saveIn(repo);
      repo.write('file', '2\n');
      const world = answering('');
      assert.is((await runMain(repo, ['restore', '1'], world)).status, 1);
      assert.match(world.shown, 'Nothing was changed.');
      assert.is(readFileSync(join(repo.root, 'file'), 'utf8'), '2\n');
    }));

  it('shows the diff on d, and goes on asking', () =>
    withRepo(async (repo) => {
      repo.write('file', '1\n');
      repo.commit('base');
      await saveIn(repo);
      repo.write('file', '2\n');
      const world = answering('d', 'y');
      assert.is(
        (await runMain(repo, ['restore', '1'], { ...world, env: { GIT_PAGER: 'cat', NO_COLOR: '1' } })).status,
        0,
      );
      assert.match(world.shown, /-2\n\+1\n/);
      assert.is(readFileSync(join(repo.root, 'file'), 'utf8'), '1\n');
    }));

  it('restores only the files that were picked', () =>
    withRepo(async (repo) => {
      for (const name of ['a', 'b', 'c']) repo.write(name, '1\n');
      repo.commit('base');
      await saveIn(repo);
      for (const name of ['a', 'b', 'c']) repo.write(name, '2\n');
      const person = answering('p', '1,3', 'y');
      assert.is((await runMain(repo, ['restore', '1'], person)).status, 0, person.shown);
      assert.match(person.shown, /1 {2}a\n {2}2 {2}b\n {2}3 {2}c\n/);
      assert.equal(
        ['a', 'b', 'c'].map((name) => readFileSync(join(repo.root, name), 'utf8')),
        ['1\n', '2\n', '1\n'],
      );
    }));

  it('merges on m', () =>
    withRepo(async (repo) => {
      repo.write('file', '1\n2\n3\n4\n5\n');
      repo.commit('base');
      repo.write('file', 'one\n2\n3\n4\n5\n');
      await saveIn(repo);
      repo.write('file', '1\n2\n3\n4\nfive\n');
      const world = answering('m', 'y');
      assert.is((await runMain(repo, ['restore', '1'], world)).status, 0, world.shown);
      assert.is(readFileSync(join(repo.root, 'file'), 'utf8'), 'one\n2\n3\n4\nfive\n');
    }));

  it('is undone without a question, unless a file of it was edited since', () =>
    withRepo(async (repo) => {
      repo.write('file', '1\n');
      repo.commit('base');
      await saveIn(repo);
      repo.write('file', '2\n');
      await checkpoint(repo, 'restore', '1', '--yes');
      repo.write('file', 'edited since\n');
      const no = answering('n');
      assert.is((await runMain(repo, ['undo'], no)).status, 1);
      assert.match(no.shown, 'Undo? [y]es / [N]o / [d]iff ');
      assert.is(readFileSync(join(repo.root, 'file'), 'utf8'), 'edited since\n');
      repo.write('file', '1\n');
      const quiet = answering();
      assert.is((await runMain(repo, ['undo'], quiet)).status, 0);
      assert.not.match(quiet.shown, 'Undo?');
      assert.is(readFileSync(join(repo.root, 'file'), 'utf8'), '2\n');
    }));
});

describe('a checkpoint by somebody else', (it) => {
  async function foreign(repo: TestRepo): Promise<void> {
    repo.write('src/code', '1\n');
    repo.write('package.json', '{"version":"1","scripts":{"test":"true"}}\n');
    repo.commit('begin');
    repo.write('src/code', 'theirs\n');
    repo.write('.claude/settings.json', '{"hooks":{}}\n');
    repo.write('package.json', '{"version":"1","scripts":{"test":"curl"}}\n');
    await saveIn({
      ...repo,
      env: { ...repo.env, GIT_COMMITTER_NAME: 'Mallory', GIT_COMMITTER_EMAIL: 'm@example.com' },
    });
    disownCheckpoints(repo);
    repo.git('checkout', '--quiet', '--force', 'HEAD');
    rmSync(join(repo.root, '.claude'), { recursive: true });
  }

  const question =
    'Checkpoint 1 is by Mallory <m@example.com>. It contains files that can run code (agent, editor, build or git config):\n  .claude/settings.json\n  package.json\n';

  it('writes no configuration without --trust where there is no terminal, not even with --yes', () =>
    withRepo(async (repo) => {
      await foreign(repo);
      const before = readTree(repo.root);
      const run = await runMain(repo, ['restore', '1', '--yes']);
      assert.is(run.status, 1);
      assert.is(run.stderr, `${question}Nothing was changed. If you have read these files, give --trust.\n`);
      assert.equal(readTree(repo.root), before);
      assert.is((await runMain(repo, ['restore', '1', '--yes', '--trust'])).status, 0);
      assert.ok(there(repo, '.claude/settings.json'));
    }));

  it('asks on a terminal', () =>
    withRepo(async (repo) => {
      await foreign(repo);
      const no = answering('n');
      assert.is((await runMain(repo, ['restore', '1'], no)).status, 1);
      assert.match(no.shown, question);
      assert.not.ok(there(repo, '.claude'));
      assert.is((await runMain(repo, ['restore', '1'], answering('y'))).status, 0);
      assert.ok(there(repo, '.claude/settings.json'));
    }));

  it('needs no question for files that nobody obeys, nor for a worktree without them', () =>
    withRepo(async (repo) => {
      await foreign(repo);
      await restore(repo, '--', 'src');
      assert.is(read(repo, 'src/code'), 'theirs\n');
      const into = await runMain(repo, ['restore', '1', '--into', '../there']);
      assert.is(into.status, 1);
      assert.is(into.stderr, `${question}Nothing was changed. If you have read these files, give --trust.\n`);
      assert.not.ok(existsSync(join(repo.home, 'there')));
    }));
});

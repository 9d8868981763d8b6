import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { runCli } from '../support/run-cli.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, testRepo, withRepo } from '../support/with-repo.ts';

/** One file changed, one added, one deleted, and saved so. */
async function begin(repo: TestRepo): Promise<void> {
  repo.write('a.ts', 'one\n');
  repo.write('gone.ts', 'gone\n');
  repo.write('still.ts', 'still\n');
  repo.commit('begin');
  repo.write('a.ts', 'two\n');
  repo.write('new.ts', 'new\n');
  repo.git('rm', '--quiet', '--cached', 'gone.ts');
  repo.git('clean', '--quiet', '--force', 'gone.ts');
  await checkpoint(repo, '-m', 'Saved', '--next', 'Finish a.ts');
}

const since = async (repo: TestRepo) =>
  /\nSince then:\n([\s\S]*?)\n\n/.exec(await checkpoint(repo, 'resume'))?.[1] ?? '';

describe('what resume says about the time since', (it) => {
  it('nothing, when nothing changed', () =>
    withRepo(async (repo) => {
      await begin(repo);
      assert.is(await since(repo), 'Nothing changed since.');
    }));

  it('nothing, when a file was only touched', () =>
    withRepo(async (repo) => {
      await begin(repo);
      utimesSync(join(repo.root, 'a.ts'), new Date(), new Date(Date.now() + 5000));
      assert.is(await since(repo), 'Nothing changed since.');
    }));

  it('nothing, when a large file was only touched', () =>
    withRepo(async (repo) => {
      repo.write('large.bin', Buffer.alloc(33 << 20));
      repo.commit('begin');
      repo.write('large.bin', Buffer.alloc(33 << 20, 1));
      await checkpoint(repo, '-m', 'Saved', '--max-size', '40m');
      utimesSync(join(repo.root, 'large.bin'), new Date(), new Date(Date.now() + 5000));
      assert.is(await since(repo), 'Nothing changed since.');
      repo.write('large.bin', Buffer.alloc(33 << 20, 2));
      assert.is(await since(repo), 'Changed since: large.bin.');
    }));

  it('nothing, when the changes were staged', () =>
    withRepo(async (repo) => {
      await begin(repo);
      repo.git('add', '-A');
      assert.is(await since(repo), 'Nothing changed since.');
    }));

  it('names what changed in the very second of the save', () =>
    withRepo(async (repo) => {
      repo.write('a.ts', 'one\n');
      repo.commit('begin');
      repo.write('a.ts', 'two\n');
      const saved = runCli(repo, ['save', '-m', 'Saved']);
      repo.write('a.ts', 'six\n');
      assert.is(saved.status, 0, saved.stderr);
      assert.match(runCli(repo, ['resume']).stdout, /Changed since: a\.ts/);
    }));

  it('names what changed, and the next action that it touches', () =>
    withRepo(async (repo) => {
      await begin(repo);
      repo.write('a.ts', 'three\n');
      repo.write('later.ts', 'later\n');
      assert.is(
        await since(repo),
        'Changed since: a.ts, later.ts.\nNext action 1 names a.ts, which changed since: look again.',
      );
    }));

  it('names what was put back', () =>
    withRepo(async (repo) => {
      await begin(repo);
      repo.git('restore', '--source=HEAD', '--staged', '--worktree', 'a.ts', 'gone.ts');
      assert.match(await since(repo), 'Reverted since: a.ts, gone.ts.');
    }));

  it('names new commits, and what was committed just as it was saved', () =>
    withRepo(async (repo) => {
      await begin(repo);
      const oid = repo.commit('Finish it').slice(0, 7);
      assert.is(
        await since(repo),
        `HEAD moved by 1 commit: ${oid} Finish it.\nAlready committed: a.ts, gone.ts, new.ts.`,
      );
    }));

  it('tells a commit that holds something else', () =>
    withRepo(async (repo) => {
      await begin(repo);
      repo.write('a.ts', 'four\n');
      repo.commit('Finish it otherwise');
      repo.write('still.ts', 'not any more\n');
      assert.match(await since(repo), 'Changed since: a.ts, still.ts. Already committed: gone.ts, new.ts.');
    }));

  it('says that the commit is gone after a reset', () =>
    withRepo(async (repo) => {
      repo.write('a.ts', 'zero\n');
      repo.commit('before');
      await begin(repo);
      repo.git('reset', '--quiet', '--hard', 'HEAD~1');
      assert.match(await since(repo), "HEAD no longer holds the checkpoint's commit");
    }));

  it('says that the branch was switched', () =>
    withRepo(async (repo) => {
      await begin(repo);
      repo.git('switch', '--quiet', '--create', 'side');
      assert.match(await since(repo), 'The branch is now side, it was main.');
    }));

  it('is not fooled by line ends that git converts', () =>
    withRepo(async (repo) => {
      repo.git('config', 'core.autocrlf', 'true');
      repo.write('a.txt', 'one\r\n');
      repo.commit('begin');
      repo.write('a.txt', 'one\r\ntwo\r\n');
      await checkpoint(repo, '-m', 'Saved');
      utimesSync(join(repo.root, 'a.txt'), new Date(), new Date(Date.now() + 5000));
      assert.is(await since(repo), 'Nothing changed since.');
    }));

  it('does not take what was never captured for a change', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      repo.write('debug.log', 'noise\n');
      repo.write('a.ts', 'one\n');
      await checkpoint(repo, '-m', 'Saved');
      assert.is(await since(repo), 'Nothing changed since.');
    }));

  it('names what is gone because a file stands where its folder was', () =>
    withRepo(async (repo) => {
      repo.write('old/tracked.ts', 'one\n');
      repo.commit('begin');
      repo.write('old/tracked.ts', 'two\n');
      repo.write('fresh/untracked.ts', 'new\n');
      await checkpoint(repo, '-m', 'Saved');
      for (const folder of ['old', 'fresh']) {
        rmSync(join(repo.root, folder), { recursive: true });
        repo.write(folder, 'a file\n');
      }
      const said = await since(repo);
      for (const path of ['old/tracked.ts', 'fresh/untracked.ts'])
        assert.ok(/^Gone since: (.*)\. `git/m.exec(said)?.[1]?.split(', ').includes(path), said);
      assert.match(said, 'Changed since: fresh, old.');
    }));

  it('does not wait at a pipe in the place of a file', () =>
    withRepo(async (repo) => {
      await begin(repo);
      rmSync(join(repo.root, 'a.ts'));
      execFileSync('mkfifo', [join(repo.root, 'a.ts')]);
      assert.match(await since(repo), 'Gone since: a.ts.');
    }));

  it('reads commits whatever the user wants to see in a log', () =>
    withRepo(async (repo) => {
      const signer = join(repo.home, 'signer');
      const signature = '-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n';
      writeFileSync(
        signer,
        `#!/bin/sh\ncase "$*" in *--verify*) echo 'gpg: a word' ;; *) cat >/dev/null; printf '\\n[GNUPG:] SIG_CREATED \\n' >&2; printf -- '${signature}' ;; esac\n`,
        { mode: 0o755 },
      );
      await begin(repo);
      repo.git('config', 'gpg.program', signer);
      repo.git('config', 'log.showSignature', 'true');
      repo.git('config', 'i18n.logOutputEncoding', 'ISO-8859-1');
      repo.git('commit', '--quiet', '--allow-empty', '--gpg-sign', '-m', 'Grüße');
      assert.match(await since(repo), /^HEAD moved by 1 commit: [0-9a-f]{7} Grüße\./);
    }));

  it('works before the first commit', () =>
    withRepo(async (repo) => {
      repo.write('a.ts', 'one\n');
      await checkpoint(repo, '-m', 'Saved');
      assert.is(await since(repo), 'Nothing changed since.');
      repo.write('a.ts', 'two\n');
      assert.match(await since(repo), 'Changed since: a.ts.');
    }));

  it('tells a commit that came after the first checkpoint of a repository', () =>
    withRepo(async (repo) => {
      repo.write('a.ts', 'one\n');
      await checkpoint(repo, '-m', 'Saved');
      const oid = repo.commit('First').slice(0, 7);
      assert.is(await since(repo), `HEAD moved by 1 commit: ${oid} First.\nAlready committed: a.ts.`);
    }));

  it('nothing, before the first commit, when the index held something else', () =>
    withRepo(async (repo) => {
      repo.write('a.ts', 'one\n');
      repo.git('add', 'a.ts');
      repo.write('a.ts', 'two\n');
      await checkpoint(repo, '-m', 'Saved');
      assert.is(await since(repo), 'Nothing changed since.');
      assert.match(await checkpoint(repo, 'resume'), 'a.ts (added +1 -0)');
    }));

  it('tells that everything is gone on a branch without a commit', () =>
    withRepo(async (repo) => {
      await begin(repo);
      repo.git('stash', '--quiet', '--include-untracked');
      repo.git('switch', '--quiet', '--orphan', 'empty');
      const said = await since(repo);
      assert.match(said, "HEAD no longer holds the checkpoint's commit");
      assert.match(said, /^Gone since: .*a\.ts/m);
      assert.match(said, "Changes were stashed: 'WIP on main: ");
    }));

  it('nothing of files that lie as they were, when a commit is taken back', () =>
    withRepo(async (repo) => {
      await begin(repo);
      repo.write('b.ts', 'b\n');
      repo.commit('More');
      repo.write('a.ts', 'five\n');
      await checkpoint(repo, '-m', 'Saved');
      for (const how of ['--soft', '--mixed']) {
        repo.git('reset', '--quiet', how, 'HEAD~1');
        assert.not.match(await since(repo), 'Changed since');
        repo.git('add', '--all');
        repo.git('commit', '--quiet', '-m', 'More');
      }
    }));

  it('nothing of a file that is ignored or no longer tracked, and lies as it was', () =>
    withRepo(async (repo) => {
      await begin(repo);
      repo.git('rm', '--quiet', '--cached', 'still.ts');
      repo.write('.gitignore', 'new.ts\nstill.ts\n');
      assert.is(await since(repo), 'Changed since: .gitignore.');
    }));

  it('names a file that was made executable, or a link', () =>
    withRepo(async (repo) => {
      await begin(repo);
      chmodSync(join(repo.root, 'a.ts'), 0o755);
      rmSync(join(repo.root, 'new.ts'));
      symlinkSync('new\n', join(repo.root, 'new.ts'));
      assert.match(await since(repo), 'Changed since: a.ts, new.ts.');
    }));

  it('names a file whose line ends were changed, where git does not convert them', () =>
    withRepo(async (repo) => {
      await begin(repo);
      repo.write('a.ts', 'two\r\n');
      assert.match(await since(repo), 'Changed since: a.ts.');
    }));

  it('names a file that was changed and has its old size and time', () =>
    withRepo(async (repo) => {
      await begin(repo);
      const path = join(repo.root, 'a.ts');
      const { atime, mtime } = statSync(path);
      repo.write('a.ts', readFileSync(path, 'utf8').toUpperCase());
      utimesSync(path, atime, mtime);
      assert.match(await since(repo), 'Changed since: a.ts.');
    }));

  it('names a file whose folder is another by now, with older files in it', () =>
    withRepo(async (repo) => {
      repo.write('d/a.ts', 'one\n');
      repo.commit('begin');
      repo.write('other/a.ts', 'older\n');
      utimesSync(join(repo.root, 'other/a.ts'), 1_700_000_000, 1_700_000_000);
      repo.write('d/a.ts', 'two\n');
      await new Promise((resolve) => setTimeout(resolve, 50));
      await checkpoint(repo, '-m', 'Saved');
      renameSync(join(repo.root, 'd'), join(repo.home, 'away'));
      renameSync(join(repo.root, 'other'), join(repo.root, 'd'));
      const said = await since(repo);
      assert.match(said, 'Gone since: other/a.ts.');
      assert.match(said, 'Changed since: d/a.ts.');
    }));

  it('survives a folder that became a file or a link', () =>
    withRepo(async (repo) => {
      repo.write('d/a.ts', 'one\n');
      repo.write('e/a.ts', 'two\n');
      repo.commit('begin');
      repo.write('d/a.ts', 'two\n');
      await checkpoint(repo, '-m', 'Saved');
      rmSync(join(repo.root, 'd'), { recursive: true });
      repo.write('d', 'file\n');
      for (const claim of ['Gone since: d/a.ts.', 'Changed since: d.']) assert.match(await since(repo), claim);
      rmSync(join(repo.root, 'd'));
      symlinkSync('e', join(repo.root, 'd'));
      for (const claim of ['Gone since: d/a.ts.', 'Changed since: d.']) assert.match(await since(repo), claim);
    }));

  it('sees the files of the worktree in which it is asked', () =>
    withRepo(async (repo) => {
      repo.write('a.ts', 'one\n');
      repo.commit('begin');
      const place = join(repo.home, 'linked');
      repo.git('worktree', 'add', '--quiet', '--force', place, 'main');
      const linked = testRepo(repo.home, place);
      linked.write('a.ts', 'there\n');
      await new Promise((resolve) => setTimeout(resolve, 50));
      repo.write('a.ts', 'here\n');
      await checkpoint(repo, '-m', 'Saved');
      assert.is(await since(linked), 'Different here: a.ts.');
    }));

  it('knows on which commit a submodule stood', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      const inner = testRepo(repo.home, join(repo.root, 'inner'));
      mkdirSync(inner.root);
      inner.git('init', '--quiet');
      inner.commit('one');
      repo.git('-c', 'advice.addEmbeddedRepo=false', 'add', 'inner');
      repo.git('commit', '--quiet', '-m', 'With inner');
      inner.commit('two');
      await checkpoint(repo, '-m', 'Saved');
      assert.is(await since(repo), 'Nothing changed since.');
      inner.commit('three');
      assert.is(await since(repo), 'Changed since: inner.');
      inner.git('reset', '--quiet', '--hard', 'HEAD~2');
      assert.is(await since(repo), 'Reverted since: inner.');
    }));

  it('tells a file as changed that git cannot store any more', () =>
    withRepo(async (repo) => {
      repo.write('a.ts', 'one\n');
      await checkpoint(repo, '-m', 'Saved');
      repo.write('.gitattributes', '*.ts filter=gone\n');
      repo.git('config', 'filter.gone.clean', 'no-such-program');
      repo.git('config', 'filter.gone.required', 'true');
      repo.write('a.ts', 'two\n');
      assert.is(await since(repo), 'Changed since: a.ts, .gitattributes.');
    }));
});

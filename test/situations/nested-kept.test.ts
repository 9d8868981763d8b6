import { spawn } from 'node:child_process';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { keepSmall } from '../../src/repository/keep-small.ts';
import { save } from '../../src/repository/save.ts';
import { heldIn, nestedRepo, readFiles, submodule } from '../support/nested.ts';
import { saveIn, withOpen } from '../support/open.ts';
import { bundleEnv, CLI } from '../support/run-cli.ts';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** A repository with a nested one and a submodule, both dirty, and one checkpoint of it. */
async function withBoth(use: (repo: TestRepo, nested: TestRepo, sub: TestRepo) => Promise<void>): Promise<void> {
  await withRepo(async (repo) => {
    repo.write('a', '1\n');
    const sub = submodule(repo, 'sub');
    const nested = nestedRepo(repo, 'vendor/lib');
    for (const one of [nested, sub]) one.write('tracked', 'edited\n');
    await saveIn(repo);
    await use(repo, nested, sub);
  });
}

describe('what nested repositories hold', (it) => {
  it('goes with the checkpoint, and stays while that is in the trash', () =>
    withBoth(async (repo, nested, sub) => {
      assert.is((await runMain(repo, ['drop', '1'])).status, 0);
      assert.equal([heldIn(nested).length, heldIn(sub).length], [1, 1]);
      assert.is((await runMain(repo, ['undo', '--yes'])).status, 0);
      for (const one of [nested, sub]) one.git('checkout', '--quiet', '.');
      assert.is((await runMain(repo, ['restore', '1', '--yes'])).status, 0);
      assert.is(nested.git('status', '--short'), ' M tracked');
      assert.is((await runMain(repo, ['drop', '1', '2', '--purge'])).status, 0);
      assert.equal([heldIn(nested), heldIn(sub)], [[], []]);
    }));

  it('goes when the trash is emptied', () =>
    withBoth(async (repo, nested, sub) => {
      assert.is((await runMain(repo, ['drop', '1'])).status, 0);
      assert.is((await runMain(repo, ['drop', '1', '--purge'])).status, 0);
      assert.equal([heldIn(nested), heldIn(sub)], [[], []]);
    }));

  it('goes from whichever worktree it is dropped in', () =>
    withBoth(async (repo, nested) => {
      repo.git('worktree', 'add', '--quiet', join(repo.home, 'other'));
      const other = { ...repo, root: join(repo.home, 'other') };
      assert.is((await runMain(other, ['drop', '1', '--purge'])).status, 0);
      assert.equal(heldIn(nested), []);
    }));

  it('is not made anew where nothing changed', () =>
    withBoth(async (repo, nested) => {
      const run = await runMain(repo, ['save', '--auto']);
      assert.match(run.stdout, 'Nothing changed since checkpoint 1');
      assert.is(heldIn(nested).length, 1);
      nested.write('tracked', 'once more\n');
      assert.is((await runMain(repo, ['save', '--auto'])).status, 0);
      assert.is(heldIn(nested).length, 2);
    }));
});

describe('a change in a nested repository', (it) => {
  it('is seen by verify, diff, status and resume, and told by save, show and list', () =>
    withBoth(async (repo, nested, sub) => {
      const verify = await runMain(repo, ['verify']);
      assert.is(verify.status, 0, verify.stdout + verify.stderr);
      assert.match((await runMain(repo, ['resume'])).stdout, 'Nothing changed since.');
      assert.match((await runMain(repo, ['show', '1'])).stdout, 'vendor/lib  1 file changed, commit ');
      assert.match((await runMain(repo, ['list'])).stdout, '(with 2 repositories) ');
      assert.match((await runMain(repo, ['resume'])).stdout, 'vendor/lib (1 file changed)');
      nested.write('tracked', 'later\n');
      sub.write('new', 'new\n');
      const later = await runMain(repo, ['verify']);
      assert.equal([later.status, later.stdout], [1, 'Files changed: 2, Lines added: 2, Lines removed: 1\n']);
      const { stdout } = await runMain(repo, ['diff']);
      assert.match(stdout, '--- a/vendor/lib/tracked\n+++ b/vendor/lib/tracked\n@@ -1 +1 @@\n-edited\n+later\n');
      assert.match(stdout, '+++ b/sub/new\n');
      assert.match((await runMain(repo, ['diff', '--stat'])).stdout, 'In vendor/lib:\n tracked | 2 +-\n');
      assert.match((await runMain(repo, ['diff', '--', 'vendor'])).stdout, /^diff --git a\/vendor\/lib\/tracked.*\n/);
      assert.match((await runMain(repo, ['resume'])).stdout, 'vendor/lib/tracked');
      const saved = await runMain(repo, ['save', '-m', 'two']);
      assert.match(saved.stdout, 'With the repository vendor/lib: 1 file changed\n');
      assert.match((await runMain(repo, ['diff', '1', '2'])).stdout, '+++ b/vendor/lib/tracked');
    }));

  it('is not taken for sameness where the repository is gone', () =>
    withBoth(async (repo, nested) => {
      rmSync(nested.root, { recursive: true });
      const verify = await runMain(repo, ['verify', '--json']);
      assert.is(verify.status, 1);
      assert.equal(
        JSON.parse(verify.stdout).changes.map(({ path, status }: { path: string; status: string }) => [path, status]),
        [['vendor/lib', 'deleted']],
      );
    }));

  it('comes back alone, by its name or that of a file in it', () =>
    withBoth(async (repo, nested, sub) => {
      for (const one of [repo, nested, sub]) one.write('a', 'later\n');
      nested.write('tracked', 'later\n');
      sub.write('tracked', 'later\n');
      assert.is((await runMain(repo, ['restore', '1', '--yes', '--', 'vendor/lib/tracked'])).status, 0);
      const files = readFiles(repo.root);
      const found = ['a', 'vendor/lib/tracked', 'vendor/lib/a', 'sub/tracked'].map((path) => files.get(path));
      assert.equal(found, ['file later\n', 'file edited\n', 'file later\n', 'file later\n']);
      assert.is((await runMain(repo, ['restore', '1', '--yes', '--', 'sub'])).status, 0);
      assert.is(readFiles(repo.root).get('sub/tracked'), 'file edited\n');
      assert.is(readFiles(repo.root).get('a'), 'file later\n');
    }));

  it('is shown in the plan, and refused in the middle of a merge there', () =>
    withBoth(async (repo, nested) => {
      nested.write('tracked', 'later\n');
      const plan = await runMain(repo, ['restore', '1', '--dry-run']);
      assert.match(plan.stdout, /~ +vendor\/lib\/tracked/);
      nested.git('update-ref', 'MERGE_HEAD', 'HEAD');
      const run = await runMain(repo, ['restore', '1', '--yes']);
      assert.is(run.status, 128);
      assert.match(run.stderr, 'a merge is in progress in vendor/lib');
      assert.is(readFiles(repo.root).get('vendor/lib/tracked'), 'file later\n');
    }));

  it('is left out of a folder elsewhere, and that is told', () =>
    withBoth(async (repo) => {
      const run = await runMain(repo, ['restore', '1', '--into', join(repo.home, 'elsewhere')]);
      assert.is(run.status, 0, run.stderr);
      assert.match(run.stderr, 'Left out: vendor/lib (a repository of its own)\n');
    }));

  it('comes back with the index where that is asked for', () =>
    withRepo(async (repo) => {
      repo.commit('base');
      const nested = nestedRepo(repo, 'nested');
      nested.write('tracked', 'staged\n');
      nested.git('add', 'tracked');
      nested.write('tracked', 'edited\n');
      await saveIn(repo);
      nested.git('reset', '--quiet', '--hard');
      assert.is((await runMain(repo, ['restore', '1', '--staged', '--yes'])).status, 0);
      assert.equal([nested.git('show', ':tracked'), nested.git('status', '--short')], ['staged', 'MM tracked']);
      assert.is((await runMain(repo, ['undo', '--yes'])).status, 0);
      assert.is(nested.git('status', '--short'), '');
    }));
});

describe('a save that is killed while nested repositories hold its content', (it) => {
  it('leaves a ref that doctor names and --repair removes, and takes nothing of other checkpoints', () =>
    withBoth(async (repo, nested) => {
      const before = heldIn(nested);
      nested.write('tracked', 'once more\n');
      await killHoldingSave(repo, nested);
      assert.is(heldIn(nested).length, 2);
      const found = await runMain(repo, ['doctor']);
      assert.is(found.status, 1);
      assert.match(found.stdout, 'the repository vendor/lib holds refs of a save or drop that was cut off');
      const repaired = await runMain(repo, ['doctor', '--repair']);
      assert.match(repaired.stdout, 'fixed: removed refs without a checkpoint from the repository vendor/lib\n');
      assert.equal([repaired.status, heldIn(nested)], [0, before]);
    }));

  it('leaves a ref that retention removes', () =>
    withBoth(async (repo, nested) => {
      nested.write('tracked', 'once more\n');
      await killHoldingSave(repo, nested);
      await withOpen(repo, keepSmall);
      assert.is(heldIn(nested).length, 1);
    }));

  it('costs a checkpoint nothing that came to be all the same', () =>
    withBoth(async (repo, nested) => {
      const held = heldIn(nested);
      const note = repo.git('notes', '--ref=checkpoints', 'show', 'refs/checkpoints/1');
      const [, uid = ''] = /^uid: (\S+)$/m.exec(note) ?? [];
      const commit = held[0]?.slice(held[0].lastIndexOf('/') + 1);
      // As a process leaves it that died between making the checkpoint and removing its record.
      repo.write(
        '.git/git-checkpoint/nested/1@nowhere-1',
        JSON.stringify([{ uid, nested: [{ path: 'vendor/lib', commit }] }]),
      );
      utimesSync(join(repo.root, '.git/git-checkpoint/nested/1@nowhere-1'), 1, 1);
      assert.is((await runMain(repo, ['doctor', '--repair'])).status, 0);
      assert.equal(heldIn(nested), held);
    }));
});

describe('what checkpoints take of nested repositories', (it) => {
  it('is told by usage, also of those in the trash, and freed with them', () =>
    withBoth(async (repo) => {
      const nestedBytes = async () => JSON.parse((await runMain(repo, ['usage', '--json'])).stdout).bytes.nested;
      const held = await nestedBytes();
      assert.ok(held > 100, String(held));
      assert.match((await runMain(repo, ['usage'])).stdout, /In nested repositories they hold another [\d.]+ \S+\.\n/);
      await runMain(repo, ['drop', '1']);
      assert.is(await nestedBytes(), held);
      await runMain(repo, ['drop', '1', '--purge']);
      assert.is(await nestedBytes(), 0);
      assert.not.match((await runMain(repo, ['usage'])).stdout, 'nested');
    }));

  it('goes with what retention thins out, once the trash is emptied', () =>
    withRepo(async (repo) => {
      repo.write('a', '1\n');
      repo.commit('base');
      const nested = nestedRepo(repo, 'vendor/lib');
      const day = (at: number) => new Date(Date.UTC(2026, 0, at));
      for (const at of [1, 2, 3]) {
        nested.write('tracked', `day ${at}\n`);
        await withOpen(repo, (open) => save(open, { trigger: 'turn' }), { now: () => day(at) });
      }
      assert.is(heldIn(nested).length, 3);
      // The newest of the branch stays; the others are too old, and go from the trash a month later.
      await withOpen(repo, keepSmall, { now: () => day(60) });
      assert.is(heldIn(nested).length, 3);
      await withOpen(repo, keepSmall, { now: () => day(120) });
      assert.is(heldIn(nested).length, 1);
    }));
});

/** Ends a save between the moment at which the nested repository holds its content and the one at which the checkpoint comes to be. */
async function killHoldingSave(repo: TestRepo, nested: TestRepo): Promise<void> {
  const held = heldIn(nested).length;
  const lock = join(repo.root, '.git/refs/notes/checkpoints.lock');
  writeFileSync(lock, '');
  const child = spawn(process.execPath, [CLI, 'save', '-m', 'killed'], {
    cwd: repo.root,
    env: bundleEnv(repo.env),
    detached: true,
  });
  while (heldIn(nested).length === held) await sleep(10);
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  await new Promise((resolve) => child.once('close', resolve));
  rmSync(lock);
}

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, testRepo, withRepo } from '../support/with-repo.ts';

/** Checkpoint 1 has `kept`, `edited` and `lost`; then one is edited, one deleted and one added. */
async function wreck(repo: TestRepo): Promise<void> {
  repo.write('kept', 'as it was\n');
  repo.write('edited', 'before\n');
  repo.write('lost', 'here\n');
  repo.commit('begin');
  await checkpoint(repo, 'save', '-m', 'good');
  repo.write('edited', 'wrecked\n');
  rmSync(join(repo.root, 'lost'));
  repo.write('added', 'by the agent\n');
}

const read = (repo: TestRepo, path: string) => readFileSync(join(repo.root, path), 'utf8');

describe('git checkpoint restore', (it) => {
  it('puts files back, says how many, and names the checkpoint that undoes it', () =>
    withRepo(async (repo) => {
      await wreck(repo);
      const run = await runMain(repo, ['restore', '1', '--yes']);
      assert.is(run.stdout, 'Restored checkpoint 1: 2 files written, 1 deleted, tree verified.\n');
      assert.is(run.stderr, 'Your previous files are in checkpoint 2. Undo with `git checkpoint undo`.\n');
      assert.is(run.status, 0);
      assert.is(read(repo, 'edited'), 'before\n');
      assert.is(read(repo, 'lost'), 'here\n');
      assert.not.ok(existsSync(join(repo.root, 'added')));
    }));

  it('shows the plan and changes nothing without a terminal and without --yes', () =>
    withRepo(async (repo) => {
      await wreck(repo);
      const run = await runMain(repo, ['restore', '1']);
      const head = repo.git('rev-parse', '--short=7', 'HEAD');
      assert.is(
        run.stdout,
        `Restore checkpoint 1 "good" (just now, main @ ${head})
  -  added   -1     untracked
  ~  edited  +1 -1  uncommitted edits are replaced
  +  lost    +1
1 changed, 1 deleted, 1 created.
What you have now is saved first; \`git checkpoint undo\` undoes this.
`,
      );
      assert.is(run.stderr, 'Not a terminal, nothing changed. Re-run with --yes to apply.\n');
      assert.is(run.status, 1);
      assert.is(read(repo, 'edited'), 'wrecked\n');
      assert.is(repo.git('for-each-ref', '--format=%(refname)', 'refs/checkpoints'), 'refs/checkpoints/1');
    }));

  it('shows the plan as JSON on a dry run', () =>
    withRepo(async (repo) => {
      await wreck(repo);
      const plan = JSON.parse(await checkpoint(repo, 'restore', '1', '--dry-run', '--json'));
      assert.equal(plan.steps, [
        { action: 'delete', path: 'added', added: 0, removed: 1, loses: 'untracked' },
        { action: 'overwrite', path: 'edited', added: 1, removed: 1, loses: 'edits' },
        { action: 'create', path: 'lost', added: 1, removed: 0 },
      ]);
      assert.is(plan.to, repo.git('rev-parse', 'refs/checkpoints/1^{tree}'));
      assert.is(read(repo, 'edited'), 'wrecked\n');
    }));

  it('tells programs what it did as JSON', () =>
    withRepo(async (repo) => {
      await wreck(repo);
      const { restored, verified, written, deleted, safety } = JSON.parse(
        await checkpoint(repo, 'restore', '1', '--yes', '--json'),
      );
      assert.equal(
        { restored, verified, written, deleted },
        { restored: true, verified: true, written: 2, deleted: 1 },
      );
      assert.is(safety.checkpointId, 'CHECKPOINT-00002');
    }));

  it('restores only the paths behind --, from where the user stands', () =>
    withRepo(async (repo) => {
      repo.write('folder/one', '1\n');
      repo.write('folder/two', '2\n');
      repo.write('other', '3\n');
      await checkpoint(repo, 'save', '-m', 'good');
      for (const path of ['folder/one', 'folder/two', 'other']) repo.write(path, 'wrecked\n');
      const run = await runMain(repo, ['restore', '1', '--yes', '--', 'one'], { cwd: join(repo.root, 'folder') });
      assert.is(run.stdout, 'Restored checkpoint 1: 1 file written, 0 deleted, tree verified.\n');
      assert.is(read(repo, 'folder/one'), '1\n');
      assert.is(read(repo, 'folder/two'), 'wrecked\n');
      assert.is(read(repo, 'other'), 'wrecked\n');
      const missing = await runMain(repo, ['restore', '1', '--yes', '--', 'nowhere']);
      assert.is(missing.status, 128);
      assert.match(missing.stderr, "fatal: 'nowhere' is neither in the checkpoint nor in the working tree");
      const outside = await runMain(repo, ['restore', '1', '--yes', '--', '../x']);
      assert.is(outside.status, 129);
      assert.match(outside.stderr, "error: '../x' is outside of the working tree");
    }));

  it('has nothing to do where the tree is that of the checkpoint', () =>
    withRepo(async (repo) => {
      repo.write('a', '1\n');
      await checkpoint(repo, 'save', '-m', 'good');
      const run = await runMain(repo, ['restore', '1']);
      assert.is(run.stdout, 'Already at checkpoint 1; nothing to restore.\n');
      assert.is(run.stderr, '');
      assert.is(run.status, 0);
    }));
});

describe('git checkpoint undo', (it) => {
  it('tells what a sparse checkout keeps it from, as verify does', () =>
    withRepo(async (repo) => {
      repo.write('in/a', 'one\n');
      repo.write('out/b', 'one\n');
      repo.commit('base');
      repo.write('out/b', 'two\n');
      await checkpoint(repo, 'save', '-m', 'Changed outside');
      repo.git('checkout', '--quiet', 'out/b');
      repo.git('sparse-checkout', 'set', 'in');
      const run = await runMain(repo, ['restore', '1', '--yes']);
      assert.is(run.stdout, 'Already at checkpoint 1, except for 1 file left alone; nothing to restore.\n');
      assert.match(run.stderr, 'Left alone: out/b (not in this sparse checkout)\n');
      assert.is((await runMain(repo, ['verify', '1'])).status, 1);
    }));

  it('takes the last restore back, and redoes it the next time', () =>
    withRepo(async (repo) => {
      await wreck(repo);
      const before = repo.git('status', '--porcelain');
      await checkpoint(repo, 'restore', '1', '--yes');
      const undo = await runMain(repo, ['undo']);
      assert.is(undo.stdout, 'Undid the restore of checkpoint 1: 2 files written, 1 deleted, tree verified.\n');
      assert.is(
        undo.stderr,
        'Undoing operation 2, restore of checkpoint 1 "good" (just now)\nYour previous files are in checkpoint 3. Run `git checkpoint undo` again to redo.\n',
      );
      assert.is(repo.git('status', '--porcelain'), before);
      assert.is(read(repo, 'edited'), 'wrecked\n');
      assert.is(
        await checkpoint(repo, 'undo'),
        'Reapplied the restore of checkpoint 1: 2 files written, 1 deleted, tree verified.\n',
      );
      assert.is(repo.git('status', '--porcelain'), '');
    }));

  it('keeps edits of other files, and asks when a restored file was edited since', () =>
    withRepo(async (repo) => {
      await wreck(repo);
      await checkpoint(repo, 'restore', '1', '--yes');
      repo.write('kept', 'edited after the restore\n');
      await checkpoint(repo, 'undo');
      assert.is(read(repo, 'kept'), 'edited after the restore\n');
      assert.is(read(repo, 'edited'), 'wrecked\n');
      repo.write('edited', 'and once more\n');
      const asked = await runMain(repo, ['undo']);
      assert.is(asked.status, 1);
      assert.match(asked.stdout, '1 changed, 1 deleted, 1 created.');
      assert.is(read(repo, 'edited'), 'and once more\n');
      await checkpoint(repo, 'undo', '--yes');
      assert.is(read(repo, 'edited'), 'before\n');
    }));

  it('takes a restore of one file back after a later edit and a gc', () =>
    withRepo(async (repo) => {
      await wreck(repo);
      await checkpoint(repo, 'restore', '1', '--yes', '--', 'edited');
      repo.write('later', 'work\n');
      repo.git('gc', '--quiet', '--prune=now');
      await checkpoint(repo, 'undo');
      assert.is(read(repo, 'edited'), 'wrecked\n');
    }));

  it('works after prune, which keeps what every worktree needs for it and lets go of the rest', () =>
    withRepo(async (repo) => {
      await wreck(repo);
      repo.git('config', 'checkpoint.maxAuto', '1');
      repo.git('worktree', 'add', '--quiet', '../linked');
      const linked = testRepo(repo.home, join(repo.home, 'linked'));
      linked.write('edited', 'edited there\n');
      await checkpoint(linked, 'restore', '1', '--yes');
      for (const text of ['once', 'twice', 'three times']) {
        repo.write('edited', text);
        await checkpoint(repo, 'restore', '1', '--yes');
      }
      assert.match(await checkpoint(repo, 'prune'), /^Removed 3 .*\n1 checkpoint removed\.\n$/);
      await checkpoint(repo, 'undo', '5');
      assert.is(read(repo, 'edited'), 'three times');
      await checkpoint(linked, 'undo', '2');
      assert.is(read(linked, 'edited'), 'edited there\n');
    }));

  it('says that there is nothing to undo', () =>
    withRepo(async (repo) => {
      const run = await runMain(repo, ['undo']);
      assert.is(run.status, 1);
      assert.match(run.stderr, 'error: nothing to undo');
    }));
});

import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { describe } from '../support/suite.ts';
import { itWithTwoUsers } from '../support/two-users.ts';

describe('a folder that its user may not read', (it) => {
  itWithTwoUsers(it, 'is left out and named, by both engines and by a hook', ({ victim: user }) => {
    const root = join(user.home, 'project');
    user.git(user.home, 'init', '--quiet', 'project');
    user.run(['sh', '-c', 'mkdir closed && echo x > closed/file && echo y > open && chmod 000 closed'], { cwd: root });
    for (const engine of ['native', 'portable']) {
      const cli = new URL('../../dist/git-checkpoint.cjs', import.meta.url).pathname;
      const env = { GIT_CHECKPOINT_ENGINE: engine };
      const saved = user.run([process.execPath, cli, 'save', '--json', '-m', engine], { cwd: root, env });
      assert.is(saved.status, 0, saved.stderr);
      const { skipped } = JSON.parse(saved.stdout) as { skipped: { path: string; why: string }[] };
      assert.equal(
        skipped.map(({ path, why }) => `${path} ${why}`),
        ['closed/ unreadable'],
        engine,
      );
    }
    user.run(['chmod', '700', 'closed'], { cwd: root });
  });

  itWithTwoUsers(it, 'stays as it is at a restore, and is named', ({ victim: user }) => {
    const root = join(user.home, 'project');
    const cli = new URL('../../dist/git-checkpoint.cjs', import.meta.url).pathname;
    user.git(user.home, 'init', '--quiet', 'project');
    const sh = (script: string) => user.run(['sh', '-c', script], { cwd: root });
    sh('mkdir closed && echo old > closed/file && echo old > open');
    for (const engine of ['native', 'portable']) {
      const env = { GIT_CHECKPOINT_ENGINE: engine };
      const run = (...args: string[]) => user.run([process.execPath, cli, ...args], { cwd: root, env });
      const saved = run('save', '--json', '-m', engine);
      const { number } = JSON.parse(saved.stdout) as { number: number };
      sh('echo new > closed/file && echo new > open && chmod 000 closed');
      const restored = run('restore', String(number), '--yes');
      assert.is(restored.status, 0, restored.stderr);
      assert.match(restored.stderr, 'Left alone: closed/file (cannot be read)');
      assert.is(sh('chmod 700 closed && cat open closed/file').stdout, 'old\nnew\n', engine);
      sh('echo old > closed/file');
    }
  });

  itWithTwoUsers(
    it,
    'stops a save where it holds tracked files, unless they are to be left out',
    ({ victim: user }) => {
      const root = join(user.home, 'project');
      const cli = new URL('../../dist/git-checkpoint.cjs', import.meta.url).pathname;
      user.git(user.home, 'init', '--quiet', 'project');
      const sh = (script: string) => user.run(['sh', '-c', script], { cwd: root });
      sh('mkdir closed && echo old > closed/file && git add . && git commit -qm base');
      sh('echo new > closed/file && echo new > open && chmod 000 closed');
      for (const engine of ['native', 'portable']) {
        const env = { GIT_CHECKPOINT_ENGINE: engine };
        const run = (...args: string[]) => user.run([process.execPath, cli, ...args], { cwd: root, env });
        const refused = run('save', '-m', engine);
        assert.is(refused.status, 128, `${engine} ${refused.stderr}`);
        assert.match(refused.stderr, 'fatal: closed/ cannot be read');
        const saved = run('save', '-m', engine, '--leave-out');
        assert.is(saved.status, 0, saved.stderr);
        assert.match(saved.stderr, 'Not captured: closed/ (cannot be read');
      }
      sh('chmod 700 closed');
    },
  );
});

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
});

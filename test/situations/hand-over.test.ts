import * as assert from 'uvu/assert';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withClones } from '../support/with-clones.ts';

describe('handing work over to another machine', (it) => {
  it('saves here, syncs, and resumes there, with what changed there since', () =>
    withClones(async ({ ada, bea }) => {
      // The same person at two machines: two homes, one address.
      for (const name of ['GIT_COMMITTER_EMAIL', 'GIT_AUTHOR_EMAIL']) bea.env[name] = 'ada@example.com';
      ada.write('src/login.ts', 'export const login = () => undefined;\n');
      await checkpoint(ada, '-m', 'Half a login page', '--task', 'Write the login page', '--next', 'Test it in Safari');
      await checkpoint(ada, 'sync');

      bea.write('elsewhere.txt', 'made on the other machine\n');
      bea.commit('something else');
      assert.match(await checkpoint(bea, 'sync'), 'Received 1 checkpoint: 1');
      const pack = await checkpoint(bea, 'resume');
      assert.match(pack, /^Resumed from checkpoint: Half a login page \(saved /);
      assert.match(pack, 'Write the login page');
      assert.match(pack, 'Test it in Safari');
      assert.match(pack, 'something else');
      assert.match(pack, 'export const login');
      assert.match(pack, 'Saved in another clone or worktree.');
      assert.not.match(pack, ada.home);

      await checkpoint(bea, 'restore', '1', '--yes');
      assert.is(bea.git('hash-object', 'src/login.ts'), ada.git('hash-object', 'src/login.ts'));
      bea.write('src/login.ts', 'export const login = () => true;\n');
      await checkpoint(bea, '-m', 'The whole login page');
      await checkpoint(bea, 'sync');
      await checkpoint(ada, 'sync');
      assert.match(await checkpoint(ada, 'list'), 'The whole login page');
    }));
});

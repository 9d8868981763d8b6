import { rmSync } from 'node:fs';
import { join } from 'node:path';
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
      // Nothing was deleted or reverted at this machine: the work was never here.
      assert.match(
        pack,
        "The checkpoint's work is not in this working tree: src/login.ts. `git checkpoint restore 1` would bring it here.",
      );
      assert.not.match(pack, 'Gone since');

      await checkpoint(bea, 'restore', '1', '--yes');
      assert.is(bea.git('hash-object', 'src/login.ts'), ada.git('hash-object', 'src/login.ts'));
      assert.match(await checkpoint(bea, 'resume'), 'HEAD moved by 1 commit');
      rmSync(join(bea.root, 'src/login.ts'));
      assert.match(await checkpoint(bea, 'resume'), 'Gone since: src/login.ts.');
      bea.write('src/login.ts', 'export const login = () => true;\n');
      await checkpoint(bea, '-m', 'The whole login page');
      await checkpoint(bea, 'sync');
      await checkpoint(ada, 'sync');
      assert.match(await checkpoint(ada, 'list'), 'The whole login page');
    }));

  it('says that the other side of a change was never here, not that somebody reverted it', () =>
    withClones(async ({ ada, bea }) => {
      for (const name of ['GIT_COMMITTER_EMAIL', 'GIT_AUTHOR_EMAIL']) bea.env[name] = 'ada@example.com';
      ada.write('readme.txt', 'changed at one machine\n');
      await checkpoint(ada, '-m', 'A changed file');
      await checkpoint(ada, 'sync');
      await checkpoint(bea, 'sync');
      const pack = await checkpoint(bea, 'resume');
      assert.not.match(pack, 'Reverted since');
      assert.match(pack, /work is not in this working tree: readme\.txt\./);
    }));
});

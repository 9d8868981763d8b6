import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { choosePrefix } from '../../../scripts/setup/choose-prefix.ts';
import { nextSteps } from '../../../scripts/setup/next-steps.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

describe('choosePrefix', (it) => {
  it('takes the first below which all folders can be written or made', () =>
    withFolder(async (folder) => {
      mkdirSync(join(folder, 'one', 'bin'), { recursive: true });
      assert.is(choosePrefix([join(folder, 'one'), join(folder, 'two')], 'home'), join(folder, 'one'));
      assert.is(choosePrefix([join(folder, 'new', 'prefix')], 'home'), join(folder, 'new', 'prefix'));
    }));

  it('passes over one whose bin can be written and whose lib cannot', () =>
    withFolder(async (folder) => {
      const prefix = join(folder, 'one');
      mkdirSync(join(prefix, 'bin'), { recursive: true });
      // A file in the place of the folder stops root as well.
      writeFileSync(join(prefix, 'lib'), '');
      assert.is(choosePrefix([prefix], 'home'), 'home');
    }));
});

describe('nextSteps', (it) => {
  it("names the PATH's line and the file of the user's shell", () => {
    const text = nextSteps({ bin: '/home/ada/.local/bin', onPath: false, shell: '/usr/bin/zsh' });
    assert.match(text, /Add this line to ~\/\.zshrc:\n\n {2}export PATH="\/home\/ada\/\.local\/bin:\$PATH"\n/);
    assert.match(text, /eval "\$\(git checkpoint completion zsh\)"/);
    assert.match(nextSteps({ bin: '/b', onPath: false, shell: '/bin/fish' }), /fish_add_path "\/b"/);
  });

  it('says nothing of the PATH where it is right, and of completion where there is none', () => {
    const text = nextSteps({ bin: '/b', onPath: true, shell: '/bin/dash' });
    assert.not.match(text, /PATH|completion/);
    assert.match(text, /^Next:\n {2}cd YOUR-PROJECT && git checkpoint {2}save your first checkpoint\n/);
    assert.match(text, /git checkpoint install/);
  });
});

import * as assert from 'uvu/assert';
import { pathInside } from '../../../src/mcp/path-argument.ts';
import type { Repository } from '../../../src/open/repository.ts';
import { describe } from '../../support/suite.ts';

const repository = { engine: { place: { root: '/home/ada/house' } } } as unknown as Repository;

describe('a path that a model names', (it) => {
  it('is relative to the top of the working tree, or absolute below it', () => {
    assert.is(pathInside(repository, 'src/door.ts'), 'src/door.ts');
    assert.is(pathInside(repository, './src/../door.ts'), 'door.ts');
    assert.is(pathInside(repository, 'src/'), 'src');
    assert.is(pathInside(repository, '/home/ada/house/src/door.ts'), 'src/door.ts');
    assert.is(pathInside(repository, '..door'), '..door');
    assert.is(pathInside(repository, '.github/door.yml'), '.github/door.yml');
    assert.is(pathInside(repository, ':(exclude)*.ts'), ':(exclude)*.ts');
  });

  it("may not lead out, into git's folder, or hide characters", () => {
    const wrong = ['..', '../x', 'a/../../x', '/etc/passwd', '/home/ada/house2/x', '.', '', '/home/ada/house'];
    for (const path of [...wrong, '.git/config', '.GIT/hooks/x', './.git', 'a\nb', 'a\u0000b', 'a\u001b[2J']) {
      assert.throws(() => pathInside(repository, path), /is not a path of this repository/, path);
    }
  });
});

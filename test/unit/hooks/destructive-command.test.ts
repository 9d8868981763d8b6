import * as assert from 'uvu/assert';
import { destructivePart } from '../../../src/hooks/destructive-command.ts';
import { destructive, harmless } from '../../support/shell-commands.ts';
import { describe } from '../../support/suite.ts';

describe('destructivePart', (it) => {
  for (const command of destructive) {
    it(`sees the danger of ${JSON.stringify(command)}`, () => assert.ok(destructivePart(command) !== undefined));
  }
  for (const command of harmless) {
    it(`lets ${JSON.stringify(command)} pass`, () => assert.is(destructivePart(command), undefined));
  }

  it('comes to an end with any row of options, and sees what stands behind it', () => {
    for (const option of ['--no-pager ', '-c -c ', '-C -- ', '--a=b '])
      assert.ok(destructivePart(`git ${option.repeat(2000)}reset --hard`)?.endsWith('reset --hard'));
    assert.is(destructivePart(`git ${'--no-pager '.repeat(2000)}log`), undefined);
    assert.ok(destructivePart(`rm ${' '.repeat(200_000)}a.txt`) !== undefined);
    assert.is(destructivePart(`${'sudo -u x '.repeat(20_000)}ls`), undefined);
    assert.is(destructivePart(`mv ${' -n'.repeat(20_000)}`), undefined);
    assert.ok(destructivePart(`rm ${' '.repeat(2000)}-r a`) !== undefined);
  });
});

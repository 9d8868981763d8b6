import * as assert from 'uvu/assert';
import { renderList } from '../../../../src/cli/render/list.ts';
import { fixedWorld } from '../../../support/fixed-world.ts';
import { sampleCheckpoint, sampleNote } from '../../../support/sample-checkpoint.ts';
import { describe } from '../../../support/suite.ts';

describe('a flat list', (it) => {
  it('says at every width what was saved', () => {
    const draw = (columns: number) => {
      const stdout = { write: () => true, isTTY: true, columns };
      return renderList([sampleCheckpoint(sampleNote())], fixedWorld('/', { stdout, env: { NO_COLOR: '1' } }));
    };
    assert.match(draw(40), /^42 {2}\S.* {2}Implemented auth/);
    assert.is(draw(0), draw(80), 'a terminal that does not tell its width');
    assert.match(draw(80), /main .* {2}Implemented auth/);
  });
});

import * as assert from 'uvu/assert';
import { foldSteps } from '../../../../src/cli/render/fold-steps.ts';
import type { Step } from '../../../../src/restore/steps.ts';
import { describe } from '../../../support/suite.ts';

const step = (path: string): Step => ({ action: 'overwrite', path });
const lines = (paths: readonly string[], most: number) =>
  foldSteps(paths.map(step), most).map(({ path, steps }) => `${path} ${steps.length}`);

describe('folding a plan', (it) => {
  it('leaves a short one as it is', () => {
    assert.equal(lines(['a/x', 'a/y', 'b'], 3), ['a/x 1', 'a/y 1', 'b 1']);
  });

  it('opens the largest folders as far as there is room', () => {
    const many = Array.from({ length: 30 }, (_, at) => `src/gen/f${at}`);
    assert.equal(lines(['README', 'docs/a', 'docs/b', 'src/main.ts', ...many], 5), [
      'README 1',
      'docs/a 1',
      'docs/b 1',
      'src/main.ts 1',
      'src/gen/ 30',
    ]);
  });

  it('names the file of a folder that has one', () => {
    assert.equal(lines(['a/deep/x', 'b/1', 'b/2', 'b/3'], 2), ['a/deep/x 1', 'b/ 3']);
  });

  it('ends also where nothing can be folded', () => {
    assert.is(lines(['a', 'b', 'c'], 2).length, 3);
  });
});

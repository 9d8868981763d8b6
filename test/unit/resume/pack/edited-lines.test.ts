import * as assert from 'uvu/assert';
import { editedLines } from '../../../../src/resume/pack/edited-lines.ts';
import { describe } from '../../../support/suite.ts';

describe('edited files', (it) => {
  it('stand several in a line, the newest last', () => {
    const paths = Array.from({ length: 14 }, (_, at) => `${at}.ts`);
    assert.equal(editedLines(paths), ['0.ts, 1.ts', paths.slice(2).join(', ')]);
  });

  it('of another drive stand below their folder too', () => {
    assert.equal(editedLines(['C:/Users/ada/notes/app/a/one.md', 'C:/Users/ada/notes/app/b/two.md']), [
      'in C:/Users/ada/notes/app: a/one.md, b/two.md',
    ]);
  });

  it('of another working tree stand below its folder, which is said once', () => {
    const root = '/home/ada/projects/app.worktrees/trace-docs';
    const paths = [`${root}/core/src/run.ts`, '/tmp/notes/plan.md', `${root}/web/docs/run.mdx`, 'README.md'];
    assert.equal(editedLines(paths), [
      `in ${root}: core/src/run.ts, web/docs/run.mdx`,
      '/tmp/notes/plan.md',
      'README.md',
    ]);
  });
});

import * as assert from 'uvu/assert';
import { globMatcher } from '../../../src/core/glob.ts';
import { describe } from '../../support/suite.ts';

const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['*.log', ['a.log', 'x/y.log'], ['a.logs', 'log']],
  ['node_modules/**', ['node_modules/a', 'p/node_modules/a/b'], ['node_modules2/a', 'xnode_modules/a']],
  ['build/', ['build/x', 'p/build/x'], ['builder/x']],
  ['/build/**', ['build/x'], ['p/build/x']],
  ['src/*.gen.ts', ['src/a.gen.ts'], ['x/src/a.gen.ts', 'src/b/a.gen.ts']],
  ['docs/**/*.pdf', ['docs/a.pdf', 'docs/x/y/a.pdf'], ['a.pdf']],
  ['file?.txt', ['file1.txt'], ['file.txt', 'file12.txt']],
  ['[ab].c', ['a.c'], ['c.c']],
  ['[!ab].c', ['c.c'], ['a.c']],
  ['[z-a].c', [], ['z.c', 'a.c', '-.c']],
  ['[z-ab].c', ['b.c'], ['z.c']],
  ['[\\]x].c', ['].c', 'x.c'], ['\\.c']],
  ['[a\\].c', [], ['a.c']],
  ['[^-\\b\\d].c', ['a.c'], ['b.c', 'd.c', '-.c']],
  ['[^-A].c', ['b.c'], ['-.c', 'A.c']],
  ['a+b(c).txt', ['a+b(c).txt'], ['aab(c).txt']],
];

describe('exclude patterns', (it) => {
  for (const [pattern, matching, others] of cases) {
    it(`understands ${pattern}`, () => {
      const matches = globMatcher([pattern]);
      for (const path of matching) assert.ok(matches(path), `${pattern} ${path}`);
      for (const path of others) assert.not.ok(matches(path), `${pattern} ${path}`);
    });
  }

  it('match nothing when there are none', () => assert.not.ok(globMatcher([])('a')));
});

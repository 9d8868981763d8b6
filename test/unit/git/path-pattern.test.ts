import * as assert from 'uvu/assert';
import { matchesPattern, parsePattern } from '../../../src/git/files/path-pattern.ts';
import { describe } from '../../support/suite.ts';

const matched = (rule: string, paths: readonly string[]) =>
  paths.filter((path) => matchesPattern(parsePattern(rule, ''), path, false));

describe('a rule of .gitignore', (it) => {
  const paths = ['ab', 'ax/b', 'ax/x/b', 'b', 'c/ab'];

  it('crosses folders by two stars only where they are a whole name', () => {
    assert.equal(matched('a**/b', paths), ['ax/b']);
    assert.equal(matched('/a**/b', paths), ['ax/b']);
    assert.equal(matched('ax/**/b', paths), ['ax/b', 'ax/x/b']);
    assert.equal(matched('**/b', paths), ['ax/b', 'ax/x/b', 'b']);
  });

  it('without a slash means a name anywhere', () => {
    assert.equal(matched('a*b', paths), ['ab', 'c/ab']);
    assert.equal(matched('/a*b', paths), ['ab']);
  });

  it('with many stars is answered, not tried in all ways, of which there are more than seconds in a life', () => {
    const name = 'a'.repeat(200);
    assert.equal(matched(`${'*a'.repeat(30)}*`, [name]), [name]);
    assert.equal(matched(`${'*a'.repeat(30)}b`, [name]), []);
    assert.equal(matched(`${'**/a/'.repeat(30)}b`, ['a/'.repeat(200)]), []);
    assert.equal(matched(`x/${'**/*a*/'.repeat(30)}b`, [`x/${'aa/'.repeat(200)}b`]), [`x/${'aa/'.repeat(200)}b`]);
  });
});

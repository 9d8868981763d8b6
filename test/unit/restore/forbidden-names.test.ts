import * as assert from 'uvu/assert';
import {
  collisionsOf,
  forbiddenAnywhere,
  forbiddenOnWindows,
  namedTwice,
} from '../../../src/restore/forbidden-names.ts';
import { describe } from '../../support/suite.ts';

describe('forbiddenAnywhere', (it) => {
  it("knows git's directory under every spelling", () => {
    const spellings = [
      '.git/config',
      '.GIT/config',
      'a/.Git/hooks/x',
      'git~1/config',
      'GIT~2',
      '.git./config',
      '.git /config',
      '.git::$INDEX_ALLOCATION/config',
      '.g\u200cit/config',
      '\ufeff.git/config',
      'a\\.git\\config',
    ];
    for (const path of spellings) assert.is(forbiddenAnywhere(path), 'git-directory', path);
  });

  it('knows paths that leave the working tree', () => {
    for (const path of ['../x', 'a/../../x', '/etc/x', 'a//b', './x', ''])
      assert.is(forbiddenAnywhere(path), 'outside', path);
  });

  it('lets ordinary names be', () => {
    for (const path of ['.gitignore', '.github/workflows/a.yml', 'a.git/x', 'git~x', 'digit~1', '.gitmodules', '...'])
      assert.is(forbiddenAnywhere(path), undefined, path);
  });
});

describe('forbiddenOnWindows', (it) => {
  it('knows devices, streams, endings and characters', () => {
    for (const path of ['CON', 'a/nul.txt', 'com1', 'LPT9.x', 'aux', 'x:ads', 'end.', 'end ', 'a?b', 'a/b|c'])
      assert.is(forbiddenOnWindows(path), 'windows-name', path);
    assert.is(forbiddenOnWindows('a\\b'), 'backslash');
    assert.is(forbiddenOnWindows('a\tb'), 'control-character');
  });

  it('lets names be that only look alike', () => {
    for (const path of ['console', 'auxiliary/x', 'com10', 'nulls', '.env', 'a b'])
      assert.is(forbiddenOnWindows(path), undefined, path);
  });
});

describe('collisionsOf', (it) => {
  it('finds files and folders that differ by case or composition only', () => {
    assert.equal(collisionsOf(['Readme', 'readme', 'other']), [['Readme', 'readme']]);
    assert.equal(collisionsOf(['Docs/a', 'docs/b']), [['Docs', 'docs']]);
    assert.equal(collisionsOf(['\u00e9', 'e\u0301']), [['e\u0301', '\u00e9']]);
    assert.equal(collisionsOf(['docs/a', 'docs/b', 'doc']), []);
  });
});

describe('namedTwice', (it) => {
  it('finds names that a tree cannot have twice', () => {
    assert.equal([...namedTwice(['a', 'b', 'a'])], ['a']);
    assert.equal([...namedTwice(['d', 'd/x', 'd.txt'])], ['d/x']);
    assert.equal([...namedTwice(['a/b', 'a/c'])], []);
  });
});

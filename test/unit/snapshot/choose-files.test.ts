import * as assert from 'uvu/assert';
import type { StatusEntry } from '../../../src/git/engine.ts';
import { chooseFiles, type FileOnDisk } from '../../../src/snapshot/choose-files.ts';
import { describe } from '../../support/suite.ts';

const entry = (
  path: string,
  kind: StatusEntry['kind'] = 'untracked',
  more: Partial<StatusEntry> = {},
): StatusEntry => ({
  path,
  kind,
  staged: '.',
  unstaged: kind === 'untracked' ? '?' : 'M',
  dirtySubmodule: false,
  ...more,
});
const disk = (sizes: Record<string, number>) =>
  new Map(
    Object.entries(sizes).map(([path, size]): [string, FileOnDisk] => [path, { kind: 'file', size, modified: 0 }]),
  );
const limits = { maxFileSize: 1000, maxCheckpointSize: 3000, exclude: ['*.log'], fit: false };

describe('what a snapshot takes', (it) => {
  it('leaves out untracked files that are secret-looking, excluded or too large, and says why', () => {
    const entries = ['.env', 'a.log', 'big', 'fine'].map((path) => entry(path));
    const { take, skipped } = chooseFiles(entries, disk({ '.env': 1, 'a.log': 2, big: 2000, fine: 3 }), limits);
    assert.equal(take, ['fine']);
    assert.equal(
      skipped.map(({ path, why }) => [path, why]),
      [
        ['.env', 'secret'],
        ['a.log', 'excluded'],
        ['big', 'too-large'],
      ],
    );
  });

  it("always takes a tracked file's change, whatever its name or size", () => {
    const entries = ['.env', 'a.log', 'big'].map((path) => entry(path, 'tracked'));
    const { take, bytes } = chooseFiles(entries, disk({ '.env': 1, 'a.log': 2, big: 2000 }), limits);
    assert.equal(take, ['.env', 'a.log', 'big']);
    assert.is(bytes, 2003);
  });

  it('takes deletions', () => {
    assert.equal(chooseFiles([entry('gone', 'tracked', { unstaged: 'D' })], new Map(), limits).take, ['gone']);
  });

  it('names the largest when it is too much, and leaves out untracked ones only when it may', () => {
    const entries = [entry('t', 'tracked'), entry('a'), entry('b'), entry('c')];
    const sizes = disk({ t: 2500, a: 900, b: 100, c: 800 });
    const whole = chooseFiles(entries, sizes, limits);
    assert.is(whole.bytes, 4300);
    assert.equal(
      whole.largest.map(({ path }) => path),
      ['t', 'a', 'c', 'b'],
    );
    const fitted = chooseFiles(entries, sizes, { ...limits, fit: true });
    assert.equal(fitted.take, ['t', 'b']);
    assert.equal(
      fitted.skipped.map(({ path, why }) => [path, why]),
      [
        ['a', 'over-total'],
        ['c', 'over-total'],
      ],
    );
  });

  it('leaves repositories inside to others, and takes where a dirty submodule stands', () => {
    const entries = [entry('nested', 'nested-repository'), entry('sub', 'tracked', { dirtySubmodule: true })];
    assert.equal(chooseFiles(entries, new Map(), limits).take, ['sub']);
    assert.equal(chooseFiles(entries, new Map(), limits).skipped, []);
  });

  it('reads no pipe and no socket', () => {
    const pipe = new Map<string, FileOnDisk>([['p', { kind: 'other', size: 0, modified: 0 }]]);
    assert.equal(chooseFiles([entry('p')], pipe, limits).take, []);
    assert.equal(chooseFiles([entry('p', 'tracked')], pipe, limits).take, []);
  });
});

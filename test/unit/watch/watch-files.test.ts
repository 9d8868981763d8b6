import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { type FileWatch, watchFiles, watchRecursively } from '../../../src/watch/watch-files.ts';
import { describe } from '../../support/suite.ts';

interface Scene {
  readonly root: string;
  readonly changed: Set<string>;
  readonly watch: FileWatch;
  write(path: string): void;
  /** Writes until it is told: watches come to be in the background. */
  told(path: string): Promise<void>;
}

async function withWatch(use: (scene: Scene) => Promise<void>): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'git-checkpoint-test-')));
  for (const folder of ['src/deep', '.git/objects', 'node_modules/x', 'dist'])
    mkdirSync(join(root, folder), { recursive: true });
  const changed = new Set<string>();
  const watch = watchFiles(root, { skips: (path) => path === 'dist', changed: (path) => changed.add(path) });
  const write = (path: string) => writeFileSync(join(root, path), String(Math.random()));
  const told = async (path: string) => {
    for (let left = 400; !changed.has(path); left -= 1) {
      if (left === 0) throw new Error(`${path} was never told`);
      write(path);
      await sleep(10);
    }
  };
  try {
    await use({ root, changed, watch, write, told });
  } finally {
    watch.close();
    rmSync(root, { recursive: true, force: true });
  }
}

describe('watching files', (it) => {
  it('tells what changes, at any depth', () =>
    withWatch(async ({ told }) => {
      await told('a.txt');
      await told('src/deep/b.txt');
    }));

  it('sees nothing of git, of node_modules and of what is excluded', () =>
    withWatch(async ({ changed, write, told }) => {
      await told('src/deep/b.txt');
      for (const path of ['.git/objects/x', '.git/index', 'node_modules/x/y.js', 'dist/bundle.js']) write(path);
      await told('src/deep/c.txt');
      assert.equal(
        [...changed].filter((path) => !path.startsWith('src')),
        [],
      );
    }));

  it('follows new folders and tells what they brought along', () =>
    withWatch(async ({ root, changed, told }) => {
      await told('src/deep/b.txt');
      mkdirSync(join(root, 'outside', 'inner'), { recursive: true });
      writeFileSync(join(root, 'outside', 'inner', 'one.txt'), '1');
      renameSync(join(root, 'outside'), join(root, 'src', 'moved'));
      for (let left = 400; left > 0 && !changed.has('src/moved/inner/one.txt'); left -= 1) await sleep(10);
      assert.ok(changed.has('src/moved/inner/one.txt'));
      await told('src/moved/inner/two.txt');
    }));

  it('goes on when a folder goes away', () =>
    withWatch(async ({ root, told }) => {
      await told('src/deep/b.txt');
      rmSync(join(root, 'src'), { recursive: true });
      await told('a.txt');
      mkdirSync(join(root, 'src'));
      await told('src/again.txt');
    }));

  it('leaves the same out where the system watches whole trees', () =>
    withWatch(async ({ root, write }) => {
      const changed = new Set<string>();
      const skips = (path: string) => path === 'dist' || path === 'node_modules';
      const tree = watchRecursively(root, { skips, changed: (path) => changed.add(path) });
      for (let left = 400; left > 0 && !changed.has('src/deep/b.txt'); left -= 1) {
        for (const path of ['dist/a.js', 'node_modules/x/y.js', 'src/deep/b.txt']) write(path);
        await sleep(10);
      }
      tree.close();
      assert.ok(changed.has('src/deep/b.txt'));
      assert.not.ok([...changed].some((path) => /^(dist|node_modules)/.test(path)));
    }));

  it('is silent after the end', () =>
    withWatch(async ({ changed, watch, write, told }) => {
      await told('a.txt');
      watch.close();
      changed.clear();
      write('b.txt');
      await sleep(50);
      assert.is(changed.size, 0);
    }));
});

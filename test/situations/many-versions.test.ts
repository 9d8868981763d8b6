import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { GitEngine } from '../../src/git/engine.ts';
import { treeMemory } from '../../src/watch/tree-memory.ts';
import { withOpen } from '../support/open.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const VERSIONS = 48;
/** A line of 64 characters each: a megabyte. */
const LINES = 16_384;
const MEGABYTE = 1 << 20;

/** A history in which each commit changes one line of a large file, packed as differences. */
function importVersions(repo: TestRepo): string[] {
  const lines = Array.from({ length: LINES }, (_, line) => String(line).padStart(63));
  const commits: string[] = [];
  for (let version = 1; version <= VERSIONS; version += 1) {
    lines[version] = `changed in version ${version}`.padEnd(63);
    const text = lines.join('\n');
    const head = `commit refs/heads/main\nmark :${version}\ncommitter A <a@b> ${version} +0000\ndata 0\n`;
    commits.push(`${head}M 100644 inline large\ndata ${text.length}\n${text}\n`);
  }
  execFileSync('git', ['-c', 'fastimport.unpackLimit=1', 'fast-import', '--quiet'], {
    cwd: repo.root,
    env: repo.env,
    input: commits.join(''),
  });
  return repo.git('log', '--format=%H', 'main').split('\n');
}

/** The bytes that each git process holds which some work started, when the work is done. */
async function heldAfter(repo: TestRepo, work: (engine: GitEngine) => Promise<unknown>): Promise<number[]> {
  const log = join(repo.home, 'processes');
  const path = repo.env['PATH'] ?? '';
  repo.write('../bin/git', `#!/bin/sh\necho "$$" >> '${log}'\nPATH='${path}' exec git "$@"\n`);
  chmodSync(join(repo.home, 'bin/git'), 0o755);
  const env = { ...repo.env, PATH: `${join(repo.home, 'bin')}:${path}` };
  return withOpen({ root: repo.root, env }, async ({ engine }) => {
    await work(engine);
    const started = readFileSync(log, 'utf8').trim().split('\n').map(Number);
    return started.map((pid) => treeMemory(pid).heapUsed).filter((bytes) => bytes > 0);
  });
}

describe('many versions of a large file', (it) => {
  it('stay in the memory of no git that reads or compares them', () =>
    withRepo(async (repo) => {
      if (!existsSync('/proc/self/status')) return;
      const commits = importVersions(repo);
      const held = await heldAfter(repo, async (engine) => {
        // So many questions are git's to answer.
        await engine.readObjects(Array.from({ length: 300 }, () => commits[0] ?? ''));
        for (let from = 0; from < VERSIONS; from += 8)
          await engine.readObjects(commits.slice(from, from + 8).map((commit) => `${commit}:large`));
        const trees = repo.git('log', '--format=%T', 'main').split('\n');
        await engine.diffTreePairs(trees.slice(1).map((from, at) => ({ from, to: trees[at] ?? '' })));
      });
      assert.is(held.length, 2);
      for (const bytes of held) assert.ok(bytes < 32 * MEGABYTE, `${Math.round(bytes / MEGABYTE)} MB`);
    }));
});

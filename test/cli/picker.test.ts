import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { CLI, checkpoint, runCli } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { hasTerminal, openTerminal } from '../support/terminal.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

function threeCheckpoints(repo: TestRepo): void {
  repo.write('a.txt', 'base\n');
  repo.commit('base');
  for (const word of ['one', 'two', 'three']) {
    repo.write('a.txt', `${word}\n`);
    checkpoint(repo, 'save', '-m', `Write ${word}`, '--task', `Count to ${word}`);
  }
}

const restore = `'${process.execPath}' '${CLI}' restore`;

describe('restore without an ID on a terminal', (it) => {
  for (const columns of [40, 80]) {
    it(`chooses by keys at ${columns} columns, shows words and difference, asks, and tells the command`, async () => {
      if (!hasTerminal()) return;
      await withRepo(async (repo) => {
        threeCheckpoints(repo);
        repo.write('a.txt', 'not saved\n');
        const terminal = openTerminal(repo, restore, columns);
        try {
          await terminal.waitFor(/> [@○] +3 .*Write three[\s\S]*Task +Count to three[\s\S]*\+three/);
          terminal.type('j');
          await terminal.waitFor(/> ○ +2 [\s\S]*Count to two[\s\S]*-one\s+\+two/);
          terminal.type('/', 'o', 'n', 'e', 'Enter');
          await terminal.waitFor(/1 of 3 match[\s\S]*> ○ +1 /);
          terminal.type('d');
          await terminal.waitFor(/\$ git checkpoint diff 1\s[\s\S]*\+not saved[\s\S]*Press any key/);
          terminal.type('x');
          await terminal.waitFor(/> ○ +1 /);
          terminal.type('Enter');
          const asked = await terminal.waitFor(/files\s*$/);
          assert.match(asked, /\$ git checkpoint restore 1\n/);
          assert.match(asked, /uncommitted/);
          terminal.type('y', 'Enter');
          await terminal.waitFor(/exit=0/);
          assert.is(readFileSync(join(repo.root, 'a.txt'), 'utf8'), 'one\n');
        } finally {
          terminal.close();
        }
      });
    });
  }

  it('changes nothing on q, and gives the terminal back as it was', async () => {
    if (!hasTerminal()) return;
    await withRepo(async (repo) => {
      threeCheckpoints(repo);
      const terminal = openTerminal(repo, `echo first; stty -g >before; ${restore}; stty -g >after; cmp before after`);
      try {
        await terminal.waitFor(/Restore which checkpoint/);
        terminal.type('q');
        const screen = await terminal.waitFor(/exit=0/);
        assert.match(screen, /first/);
        assert.not.match(screen, /Restore which checkpoint/);
        assert.is(readFileSync(join(repo.root, 'a.txt'), 'utf8'), 'three\n');
      } finally {
        terminal.close();
      }
    });
  });
});

describe('restore without an ID and without a terminal', (it) => {
  it('lists the newest and asks which', () =>
    withRepo(async (repo) => {
      threeCheckpoints(repo);
      const run = runCli(repo, ['restore']);
      assert.is(run.status, 129);
      assert.is(run.stdout, '');
      assert.match(run.stderr, /○ 3 .*Write three[\s\S]*○ 1 .*Write one/);
      assert.match(run.stderr, /error: restore: which checkpoint\?\nhint: Try `git checkpoint restore latest`/);
    }));

  it('says that there is none where there is none', () =>
    withRepo(async (repo) => {
      repo.commit('base');
      const run = runCli(repo, ['restore']);
      assert.is(run.status, 128);
      assert.match(run.stderr, /no checkpoint/);
    }));
});

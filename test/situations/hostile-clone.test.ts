import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const inside = [
  ['save', '-m', 'inside'],
  ['list'],
  ['status'],
  ['show', 'latest'],
  ['diff', 'latest'],
  ['verify'],
  ['resume'],
  ['grep', 'one'],
  ['log'],
  ['doctor'],
  ['restore', '1', '--yes'],
];
const around = [
  ['save', '-m', 'around'],
  ['list'],
  ['status'],
  ['show', 'latest'],
  ['diff', '1'],
  ['verify', '1'],
  ['resume'],
  ['grep', 'one'],
  ['restore', '1', '--yes'],
  ['undo', '--yes'],
  ['fork', '1', '--branch', 'forked'],
  ['prune'],
  ['doctor', '--repair'],
];

/** A clone whose author put into it whatever may make git run a program, and a mark that each of them would leave. */
async function withHostile(use: (repo: TestRepo, mark: string) => Promise<void>): Promise<void> {
  await withRepo(async (repo) => {
    const mark = join(repo.home, 'ran');
    const run = `touch ${mark}`;
    // With a working tree, git would work in it: in a bare repository, it starts none of these.
    const settings = `[core]\n\trepositoryFormatVersion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = "${run}"\n\thooksPath = hooks\n\tpager = "${run}"\n\teditor = "${run}"\n\tsshCommand = "${run}"\n[diff]\n\texternal = "${run}"\n[filter "evil"]\n\tclean = "${run}"\n\tsmudge = "${run}"\n[gpg]\n\tprogram = "${run}"\n[credential]\n\thelper = "!${run}"\n`;
    for (const [path, text] of [
      ['a.txt', 'one\n'],
      ['.gitattributes', '* filter=evil diff=evil merge=evil\n*.txt ident\n'],
      ['.gitmodules', `[submodule "x"]\n\tpath = x\n\turl = ext::sh -c "${run}"\n\tupdate = !${run}\n`],
      ['evil/HEAD', 'ref: refs/heads/main\n'],
      ['evil/config', settings],
      ['evil/objects/keep', ''],
      ['evil/refs/keep', ''],
      ['evil/hooks/post-index-change', `#!/bin/sh\n${run}\n`],
      ['.config/git/config', settings],
      ['.git-checkpoint.json', JSON.stringify({ engine: 'portable', llmCommand: run })],
    ] as const)
      repo.write(path, text);
    repo.commit('hostile');
    repo.write('a.txt', 'two\n');
    await use(repo, mark);
  });
}

describe('a clone of a hostile author', (it) => {
  it('runs none of its programs, by thirteen commands', () =>
    withHostile(async (repo, mark) => {
      for (const args of around) {
        const { stderr } = await runMain(repo, args);
        assert.not.match(stderr, 'bug in git-checkpoint', args.join(' '));
        assert.not.ok(existsSync(mark), args.join(' '));
      }
      assert.is(repo.git('show', 'refs/checkpoints/1:a.txt'), 'two');
    }));

  it('runs none from within the repository without a `.git` that lies in it, by eleven commands', () =>
    withHostile(async (repo, mark) => {
      const root = join(repo.root, 'evil');
      for (const args of inside) {
        const { stderr } = await runMain({ ...repo, root }, args);
        assert.not.match(stderr, 'bug in git-checkpoint', args.join(' '));
        assert.not.ok(existsSync(mark), args.join(' '));
      }
    }));

  it('would have plain git obey it there, which shows that the mark tells', () =>
    withHostile(async (repo, mark) => {
      repo.tryGit('-C', 'evil', 'status');
      assert.ok(existsSync(mark));
    }));
});

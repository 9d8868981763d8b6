import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { saveIn } from '../support/open.ts';
import { Random } from '../support/random.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, testRepo, withRepo } from '../support/with-repo.ts';

/** What git itself makes of the working tree: the tree, and the counts against HEAD. */
function asGitSees(repo: TestRepo): { tree: string; counts: string } {
  const other = testRepo(repo.home, repo.root);
  other.env['GIT_INDEX_FILE'] = join(repo.home, 'another-index');
  other.git('read-tree', 'HEAD');
  other.git('add', '-A');
  const counts = ['diff', '--cached', '--numstat', '--no-renames', 'HEAD'];
  return { tree: other.git('write-tree'), counts: other.git('-c', 'core.quotePath=false', ...counts) };
}

async function expectSame(repo: TestRepo): Promise<void> {
  const git = asGitSees(repo);
  const { checkpoint, changes } = await saveIn(repo);
  assert.is(checkpoint.tree, git.tree);
  const counts = changes.map(
    ({ path, added, removed, binary }) => `${binary ? '-' : added}\t${binary ? '-' : removed}\t${path}`,
  );
  assert.is(counts.join('\n'), git.counts);
}

function start(repo: TestRepo): void {
  repo.write('text.txt', 'one\ntwo\nthree\n');
  repo.write('deep/er/code.ts', 'export const a = 1;\n'.repeat(20));
  repo.write('program', '#!/bin/sh\n');
  repo.write('picture.bin', Buffer.from([1, 0, 2, 0]));
  repo.write('gone.txt', 'soon gone\n');
  repo.commit('base');
}

const converting: Readonly<Record<string, (repo: TestRepo) => void>> = {
  'an attribute in a folder above': (repo) => repo.write('deep/.gitattributes', '*.ts text eol=crlf\n'),
  'an attribute at the top': (repo) => repo.write('.gitattributes', '* text=auto\n'),
  'an attribute of this clone alone': (repo) => repo.write('.git/info/attributes', '*.ts text\n'),
  'the attributes of the user': (repo) => {
    const own = join(repo.env['XDG_CONFIG_HOME'] ?? '', 'git');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'attributes'), '*.ts text\n');
  },
  'a file of attributes that a setting names': (repo) => {
    repo.write('../attributes', '*.ts text\n');
    repo.git('config', 'core.attributesFile', join(repo.home, 'attributes'));
  },
  'line ends that git converts': (repo) => repo.git('config', 'core.autocrlf', 'input'),
  'a filter': (repo) => {
    repo.git('config', 'filter.loud.clean', 'tr a-z A-Z');
    repo.write('.gitattributes', '*.ts filter=loud\n');
  },
  'modes that do not count': (repo) => {
    repo.git('config', 'core.fileMode', 'false');
    chmodSync(join(repo.root, 'text.txt'), 0o755);
  },
  'modes that do not count, in another word': (repo) => {
    repo.git('config', 'core.fileMode', 'off');
    chmodSync(join(repo.root, 'deep/er/code.ts'), 0o755);
  },
  'attributes that are not checked out': (repo) => {
    repo.write('deep/.gitattributes', '*.ts text\n');
    repo.commit('attributes');
    repo.git('sparse-checkout', 'set', '--no-cone', '/deep/er/');
  },
};

describe('a few changes', (it) => {
  it('are saved as git would store them', async () => {
    await withRepo(async (repo) => {
      start(repo);
      repo.write('text.txt', 'one\nthree\nfour without an end');
      repo.write('deep/er/new/file.ts', 'export {};\n');
      repo.write('picture.bin', Buffer.from([1, 0, 3]));
      repo.write('é “quoted”', 'odd name\n');
      chmodSync(join(repo.root, 'program'), 0o755);
      rmSync(join(repo.root, 'gone.txt'));
      await expectSame(repo);
    });
  });

  it('may put a file where a folder was, and the other way round', async () => {
    await withRepo(async (repo) => {
      start(repo);
      rmSync(join(repo.root, 'deep'), { recursive: true });
      repo.write('deep', 'a file now\n');
      rmSync(join(repo.root, 'text.txt'));
      repo.write('text.txt/inside', 'a folder now\n');
      await expectSame(repo);
    });
  });

  it('lie beside links, staged files and conflicts without harm', async () => {
    await withRepo(async (repo) => {
      start(repo);
      symlinkSync('text.txt', join(repo.root, 'link'));
      repo.write('text.txt', 'edited\n');
      await expectSame(repo);
      repo.git('add', 'text.txt');
      repo.write('text.txt', 'edited again\n');
      await expectSame(repo);
    });
  });

  it('leave out and name what git refuses to track', async () => {
    await withRepo(async (repo) => {
      start(repo);
      repo.write('git~1', 'a name of .git on Windows\n');
      repo.write('text.txt', 'edited\n');
      const { checkpoint, skipped } = await saveIn(repo);
      assert.not.match(repo.git('ls-tree', '-r', '--name-only', checkpoint.tree), 'git~1');
      assert.equal(skipped, [{ path: 'git~1', size: 26, why: 'refused' }]);
    });
  });

  for (const [what, prepare] of Object.entries(converting)) {
    it(`are converted as git converts them: ${what}`, async () => {
      await withRepo(async (repo) => {
        start(repo);
        prepare(repo);
        repo.write('deep/er/code.ts', 'export const a = 2;\r\n'.repeat(20));
        await expectSame(repo);
      });
    });
  }

  it('count lines as git does where nearly every one moved', async () => {
    await withRepo(async (repo) => {
      const random = new Random(7);
      const lines = Array.from({ length: 6000 }, (_, at) => `line ${at}\n`);
      repo.write('file', lines.join(''));
      repo.commit('base');
      for (let at = lines.length - 1; at > 0; at -= 1) {
        const other = random.below(at + 1);
        [lines[at], lines[other]] = [lines[other] ?? '', lines[at] ?? ''];
      }
      repo.write('file', lines.join(''));
      await expectSame(repo);
    });
  });

  it('count lines as git does, whatever the edit', async () => {
    await withRepo(async (repo) => {
      const random = new Random(20_261);
      const lines = Array.from({ length: 60 }, (_, at) => `line ${at % 7} ${at}`);
      writeFileSync(join(repo.root, 'file'), `${lines.join('\n')}\n`);
      repo.commit('base');
      for (let round = 0; round < 25; round += 1) {
        const edited = [...lines];
        for (let edit = 0; edit <= random.below(4); edit += 1)
          edited.splice(
            random.below(edited.length),
            random.below(3),
            ...Array.from({ length: random.below(3) }, () => `new ${random.below(1e6)}`),
          );
        writeFileSync(join(repo.root, 'file'), `${edited.join('\n')}${random.below(2) === 0 ? '\n' : ''}`);
        if (repo.git('status', '--porcelain') !== '') await expectSame(repo);
      }
    });
  });
});

import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { GitEngine } from '../../src/git/engine.ts';
import { Refusal } from '../../src/git/files/refusal.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';
import { expectRefusal, same, withEngines } from './compare-engines.ts';
import { contents } from './zoo-contents.ts';
import { histories } from './zoo-histories.ts';
import { layouts } from './zoo-layouts.ts';
import { names } from './zoo-names.ts';
import { oddAttributes, rules } from './zoo-rules.ts';

const each = ['native', 'portable'] as const;

/** Every file below a folder with kind, exec bit and content. */
function inventory(folder: string): string[] {
  const found: string[] = [];
  const visit = (path: Buffer) => {
    for (const name of readdirSync(path, { encoding: 'buffer' })) {
      const inner = Buffer.concat([path, Buffer.from('/'), name]);
      const stat = lstatSync(inner);
      if (stat.isDirectory()) visit(inner);
      else {
        const content = stat.isSymbolicLink() ? readlinkSync(inner, 'latin1') : readFileSync(inner, 'base64');
        found.push(`${inner.toString('latin1').slice(folder.length)} ${(stat.mode & 0o170100).toString(8)} ${content}`);
      }
    }
  };
  visit(Buffer.from(folder));
  return found.sort();
}

async function snapshot(engine: GitEngine): Promise<string> {
  const capture = await engine.beginCapture();
  const paths = capture.status.entries.filter(({ kind }) => kind !== 'nested-repository').map(({ path }) => path);
  const { tree } = await capture.finish(paths);
  await capture.close();
  return tree;
}

const CONVERTED = /'[^']+', which (?:ends lines in CRLF|gets its lines ended in CRLF|has an? .*\$Id\$)/;

/** What a refusal says; undefined where the answer is the expected one. */
async function refusalOf(asked: Promise<unknown>, expected?: unknown): Promise<string | undefined> {
  try {
    assert.equal(await asked, expected);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

async function compareCheckout(repo: TestRepo): Promise<void> {
  await withEngines(repo, async (engines) => {
    const tree = await snapshot(engines.native);
    const folders = each.map((name) => join(repo.home, `out-${name}`));
    await engines.native.worktree.checkoutFiles(tree, folders[0] ?? '');
    const refused = await refusalOf(engines.portable.worktree.checkoutFiles(tree, folders[1] ?? ''));
    // Either the files that git writes, or none.
    if (refused !== undefined) {
      assert.match(refused, CONVERTED);
      assert.not(existsSync(folders[1] ?? ''));
      return;
    }
    assert.equal(inventory(folders[1] ?? ''), inventory(folders[0] ?? ''));
    const made = await engines.native.worktree.treeOfFolder(folders[0] ?? '');
    const own = await refusalOf(engines.portable.worktree.treeOfFolder(folders[0] ?? ''), made);
    if (own !== undefined) assert.match(own, CONVERTED);
    const paths = [...(await engines.native.listTree(tree)).map(({ path }) => path), 'x.log', 'build/x', 'a/b/c'];
    await same(engines, (engine) => engine.worktree.ignoredUnder(tree, paths));
    await same(engines, (engine) => engine.worktree.unwatchedPaths());
  });
}

describe('both engines', (it) => {
  const chosen = [...contents, ...names, ...rules, ...layouts, ...histories].filter(({ name }) =>
    /autocrlf|line ends|\$Id|large|symbolic|exec|names with|ignored|edits, new|marked|sparse|conflicts|submodule that is clean/.test(
      name,
    ),
  );
  for (const situation of chosen) {
    it(`check out and read back the same files of ${situation.name}`, () =>
      withRepo((start) => compareCheckout(situation.build(start) ?? start)));
  }

  it('check out only the files that were named', () =>
    withRepo(async (repo) => {
      for (const name of ['a.txt', 'dir/b.txt', 'dir/c.txt']) repo.write(name, `${name}\n`);
      const commit = repo.commit('files');
      await withEngines(repo, async (engines) => {
        for (const name of each) {
          const folder = join(repo.home, name);
          await engines[name].worktree.checkoutFiles(`${commit}`, folder, ['dir/b.txt']);
          assert.equal(
            inventory(folder).map((line) => line.split(' ')[0]),
            ['/dir/b.txt'],
          );
        }
      });
    }));

  it('tell alike as what files would be stored, and write nothing', () =>
    withRepo(async (repo) => {
      const files = { 'a.txt': 'a\nb\n', 'b.bin': 'a\r\n', '"q" \\ü\nx.txt': 'q\n', 'c.c': '$Id$\n' };
      repo.write('.gitattributes', '*.txt text\n*.bin -text\n*.c ident\n');
      repo.commit('begin');
      for (const [name, content] of Object.entries(files)) repo.write(name, content);
      await withEngines(repo, async (engines) => {
        await same(engines, (engine) => engine.worktree.storedIds(Object.keys(files)));
        await same(engines, (engine) => engine.worktree.storedIds([]));
        const [text = ''] = await engines.native.worktree.storedIds(['a.txt']);
        assert.is(text, '422c2b7ab3b3c668038da977e4e93a5fc623169c');
        assert.equal(await engines.native.missingObjects([text]), [text]);
      });
    }));

  it('store each file under the id that git gives it, or refuse it by name (portable)', () =>
    withRepo(async (repo) => {
      oddAttributes(repo);
      const paths = repo
        .git('ls-files', '-z', '--others')
        .split('\0')
        .filter((path) => path !== '');
      await withEngines(repo, async ({ native, portable }) => {
        let refused = 0;
        for (const path of paths) {
          const wanted = await native.worktree.storedIds([path]);
          const words = await refusalOf(portable.worktree.storedIds([path]), wanted);
          if (words !== undefined) assert.match(words, CONVERTED);
          refused += words === undefined ? 0 : 1;
        }
        assert.ok(refused > 0 && refused < paths.length, `${refused} of ${paths.length}`);
      });
    }));

  it("write the user's index alike, and git finds nothing to mend", () =>
    withRepo(async (repo) => {
      for (const name of ['a.txt', 'dir/b.txt', 'dir.c']) repo.write(name, `${name}\n`);
      const first = repo.commit('first');
      repo.write('a.txt', 'changed\n');
      rmSync(join(repo.root, 'dir.c'));
      repo.commit('second');
      repo.git('update-index', '--assume-unchanged', 'dir/b.txt');
      const before = readFileSync(join(repo.root, '.git/index'));
      const answers: string[] = [];
      for (const name of each) {
        writeFileSync(join(repo.root, '.git/index'), before);
        await withEngines(repo, async (engines) =>
          engines[name].worktree.writeIndex(repo.git('rev-parse', `${first}^{tree}`)),
        );
        answers.push(`${repo.git('ls-files', '--stage', '-v')}\n${repo.git('status', '--porcelain')}`);
      }
      assert.is(answers[1], answers[0]);
      assert.match(answers[1] ?? '', /h 100644 \w+ 0\tdir\/b\.txt/);
      assert.is(repo.git('fsck', '--strict', '--no-dangling'), '');
    }));

  it('write an index that hides no edit made in the second of the last add', () =>
    withRepo(async (repo) => {
      const second = 1_700_000_000;
      const write = (content: string) => {
        repo.write('a.txt', content);
        utimesSync(join(repo.root, 'a.txt'), second, second);
      };
      repo.git('config', 'core.checkStat', 'minimal');
      write('aaaa\n');
      repo.commit('first');
      write('bbbb\n');
      utimesSync(join(repo.root, '.git/index'), second, second);
      const tree = repo.git('rev-parse', 'HEAD^{tree}');
      await withEngines(repo, ({ portable }) => portable.worktree.writeIndex(tree));
      assert.is(repo.git('status', '--porcelain'), ' M a.txt');
    }));

  it('leave merges of files and linked worktrees to git (portable)', () =>
    withRepo((repo) =>
      withEngines(repo, async ({ portable }) => {
        const commit = repo.commit('first');
        const tree = repo.git('rev-parse', 'HEAD^{tree}');
        const [base, ours, theirs] = ['a\n', 'b\n', 'c\n'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];
        const labels = { base: 'base', ours: 'ours', theirs: 'theirs' };
        await expectRefusal(portable.worktree.mergeFile({ base, ours, theirs, labels }), /three-way merge/);
        const folder = join(repo.home, 'linked');
        await expectRefusal(portable.worktree.addWorktree({ folder, commit, tree, index: tree }), /linked worktree/);
        assert.not(existsSync(folder));
        assert.not(existsSync(join(repo.root, '.git/worktrees')));
      }),
    ));

  it('refuse a tree whose names lead out of the folder', () =>
    withRepo(async (repo) => {
      await withEngines(repo, async ({ native, portable }) => {
        const blob = await native.writeObject('blob', Buffer.from('evil\n'));
        for (const name of ['..', '.git', '.GIT', 'git~1', '.git ', '.g\u200cit', 'a/b']) {
          const entry = Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.from(blob, 'hex')]);
          const tree = await native.writeObject('tree', entry);
          const refused = await portable.worktree.checkoutFiles(tree, join(repo.home, 'out')).then(
            () => 'written',
            (error: Error) => error.message,
          );
          assert.match(refused, /invalid path/, name);
        }
      });
    }));
});

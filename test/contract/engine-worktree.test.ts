import { lstatSync, readdirSync, readFileSync, readlinkSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { GitEngine } from '../../src/git/engine.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, testRepo, withRepo } from '../support/with-repo.ts';
import { same, withEngines } from './compare-engines.ts';
import { contents } from './zoo-contents.ts';
import { histories } from './zoo-histories.ts';
import { layouts } from './zoo-layouts.ts';
import { names } from './zoo-names.ts';
import { rules } from './zoo-rules.ts';

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

async function compareCheckout(repo: TestRepo): Promise<void> {
  await withEngines(repo, async (engines) => {
    const tree = await snapshot(engines.native);
    const folders = each.map((name) => join(repo.home, `out-${name}`));
    for (const [at, name] of each.entries()) await engines[name].worktree.checkoutFiles(tree, folders[at] ?? '');
    assert.equal(inventory(folders[1] ?? ''), inventory(folders[0] ?? ''));
    await same(engines, (engine) => engine.worktree.treeOfFolder(folders[0] ?? ''));
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
      const files = { 'a.txt': 'a\r\nb\r\n', 'b.bin': 'a\r\n', '"q" \\ü\nx.txt': 'q\r\n', 'c.c': '$Id: x $\n' };
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

  it('leave $Id$ keywords of other version control systems as they are', () =>
    withRepo(async (repo) => {
      repo.write('a.c', '$Id: a.c,v 1.2 2004/05/06 07:08:09 ada Exp $\n$Id: one $\n$Id$\n');
      repo.commit('before');
      repo.write('.gitattributes', '*.c ident\n');
      repo.git('add', '.gitattributes');
      repo.git('commit', '--quiet', '-m', 'attributes');
      await withEngines(repo, async (engines) => {
        const folders = each.map((name) => join(repo.home, name));
        for (const [at, name] of each.entries()) await engines[name].worktree.checkoutFiles('HEAD', folders[at] ?? '');
        assert.equal(inventory(folders[1] ?? ''), inventory(folders[0] ?? ''));
      });
    }));

  it('write the user’s index alike, and git finds nothing to mend', () =>
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

  it('merge files alike, with and without conflicts', () =>
    withRepo((repo) =>
      withEngines(repo, async (engines) => {
        const labels = { base: 'base', ours: 'working tree', theirs: 'checkpoint 7' };
        const base = Array.from({ length: 30 }, (_, at) => `line ${at}`);
        const edit = (changes: Record<number, string>) => base.map((line, at) => changes[at] ?? line);
        const cases: [string[], string[]][] = [
          [edit({ 3: 'ours' }), edit({ 20: 'theirs' })],
          [edit({ 3: 'ours' }), edit({ 3: 'theirs' })],
          [edit({ 3: 'both' }), edit({ 3: 'both', 9: 'theirs' })],
          [base.slice(5), base.slice(0, 25)],
          [
            [...base, 'ours'],
            [...base, 'theirs'],
          ],
          [edit({ 3: 'ours\nsame\nmore' }), edit({ 3: 'theirs\nsame\nother' })],
        ];
        for (const [ours, theirs] of cases) {
          const bytes = [base, ours, theirs].map((lines) => Buffer.from(`${lines.join('\n')}\n`));
          const [one = Buffer.alloc(0), two = Buffer.alloc(0), three = Buffer.alloc(0)] = bytes;
          await same(engines, async (engine) => {
            const merged = await engine.worktree.mergeFile({ base: one, ours: two, theirs: three, labels });
            return merged.kind === 'binary' ? merged : { ...merged, bytes: Buffer.from(merged.bytes).toString() };
          });
        }
        const binary = { base: Buffer.from('a'), ours: Buffer.from([0]), theirs: Buffer.from('b'), labels };
        await same(engines, (engine) => engine.worktree.mergeFile(binary));
      }),
    ));

  it('make linked worktrees that git works in', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const commit = repo.commit('one');
      const index = repo.git('rev-parse', 'HEAD^{tree}');
      repo.write('a.txt', 'two\n');
      repo.write('b.txt', 'new\n');
      await withEngines(repo, async (engines) => {
        const tree = await snapshot(engines.native);
        const states: string[] = [];
        for (const name of each) {
          const folder = join(repo.home, `linked-${name}`);
          await engines[name].worktree.addWorktree({ folder, commit, branch: `side-${name}`, tree, index });
          const linked = testRepo(repo.home, folder);
          assert.is(linked.git('symbolic-ref', '--short', 'HEAD'), `side-${name}`);
          states.push(
            `${linked.git('status', '--porcelain')}\n${inventory(folder)
              .filter((line) => !line.startsWith('/.git '))
              .join('\n')}`,
          );
          linked.git('add', '-A');
          linked.git('commit', '--quiet', '-m', 'there');
        }
        assert.is(states[1], states[0]);
        assert.is(repo.git('worktree', 'list').split('\n').length, 3);
        const folder = join(repo.home, 'detached');
        await engines.portable.worktree.addWorktree({ folder, commit, tree, index: tree });
        assert.is(testRepo(repo.home, folder).git('rev-parse', 'HEAD'), commit);
        assert.is(repo.git('fsck', '--strict', '--no-dangling'), '');
      });
    }));

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

  it('make no branch that exists or whose name is none, and give worktrees names that refs may have', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'a\n');
      const commit = repo.commit('first');
      const tree = repo.git('rev-parse', 'HEAD^{tree}');
      await withEngines(repo, async (engines) => {
        for (const name of each) {
          const add = (folder: string, branch: string) =>
            engines[name].worktree.addWorktree({ folder, commit, branch, tree, index: tree });
          for (const branch of ['main', 'bad..name', '../../config', 'a.lock', 'HEAD'])
            assert.match(
              await add(join(repo.home, 'never'), branch).then(String, String),
              /already exists|not a valid/,
            );
          await add(join(repo.home, name, 'odd ~name.lock'), `new-${name}`);
        }
      });
      assert.equal(readdirSync(join(repo.root, '.git/worktrees')).sort(), ['odd--name', 'odd--name1']);
      assert.is(repo.git('fsck', '--strict', '--no-dangling'), '');
    }));
});

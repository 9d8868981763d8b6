import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { writeLoose } from '../../src/git/loose.ts';
import { readTree } from '../support/random-tree.ts';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

interface Entry {
  readonly mode: string;
  readonly name: string;
  /** A file's content, a link's target, or what is in a folder. */
  readonly holds: string | readonly Entry[];
}

const file = (name: string, holds = 'pwned\n'): Entry => ({ mode: '100644', name, holds });
const link = (name: string, holds: string): Entry => ({ mode: '120000', name, holds });
const folder = (name: string, ...holds: Entry[]): Entry => ({ mode: '40000', name, holds });
const gitlink = (name: string): Entry => ({ mode: '160000', name, holds: '' });

const store = (repo: TestRepo) =>
  ({ directory: join(repo.root, '.git/objects'), format: 'sha1', fsync: false }) as const;

/** Writes a tree that git itself would not make: names as they are, in the order given. */
function writeTree(repo: TestRepo, entries: readonly Entry[]): string {
  const parts = entries.flatMap(({ mode, name, holds }) => {
    const oid =
      typeof holds === 'string' ? writeLoose(store(repo), 'blob', Buffer.from(holds)) : writeTree(repo, holds);
    return [Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')];
  });
  return writeLoose(store(repo), 'tree', Buffer.concat(parts));
}

/** Puts a tree into a copy of checkpoint 1, by another author or the same, as checkpoint 2. */
function forge(repo: TestRepo, entries: readonly Entry[], author: string): void {
  const original = repo.git('cat-file', 'commit', 'refs/checkpoints/1');
  const forged = original
    .replace(/^tree .*$/m, `tree ${writeTree(repo, entries)}`)
    .replaceAll('ada@example.com', author);
  repo.git('update-ref', 'refs/checkpoints/2', writeLoose(store(repo), 'commit', Buffer.from(`${forged}\n`)));
}

/** Everything outside of the working tree's own files that a restore could reach. */
function surroundings(repo: TestRepo): string {
  const names = readdirSync(repo.home, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !name.startsWith('repo/'),
  );
  const own = ['config', 'HEAD', 'hooks', 'info', 'description'].flatMap((name) => {
    const path = join(repo.root, '.git', name);
    if (!existsSync(path)) return [];
    return name === 'hooks' || name === 'info' ? readdirSync(path) : [readFileSync(path, 'utf8')];
  });
  return [...names.sort(), ...own].join('\n');
}

interface Case {
  readonly title: string;
  readonly entries: readonly Entry[];
  /** What the refusal says; absent when the tree is odd but harmless here. */
  readonly refusal?: string;
  /** From somebody else it is refused in these words, and from the user it is not. */
  readonly foreign?: string;
}

const outside = '../../outside';

const cases: readonly Case[] = [
  { title: '.git', entries: [folder('.git', file('config'))], refusal: ".git/config (git's own directory)" },
  { title: '.GIT', entries: [folder('.GIT', file('config'))], refusal: ".GIT/config (git's own directory)" },
  { title: 'git~1', entries: [folder('git~1', file('config'))], refusal: "git~1/config (git's own directory)" },
  { title: '.git as HFS+ reads it', entries: [folder('.g\u200cit', file('config'))], refusal: "(git's own directory)" },
  { title: '..', entries: [folder('..', folder('outside', file('x')))], refusal: '../outside/x (leads out of' },
  {
    title: 'an absolute path',
    entries: [file('/tmp/git-checkpoint-pwned')],
    refusal: '(leads out of the working tree)',
  },
  { title: 'a path as a name', entries: [file('a/../../outside/x')], refusal: '(leads out of the working tree)' },
  { title: 'a name twice', entries: [file('a', '1\n'), file('a', '2\n')], refusal: 'a (named twice)' },
  {
    title: 'a link and a folder of one name',
    entries: [link('d', outside), folder('d', file('x'))],
    refusal: 'd/x (named twice)',
  },
  { title: 'a link out of the tree', entries: [link('l', outside)], foreign: 'l → ../../outside' },
  { title: 'an absolute link', entries: [link('l', '/bin')], foreign: 'l → /bin' },
  { title: 'a link into .git', entries: [link('l', '.git/hooks')], foreign: 'l → .git/hooks' },
  { title: 'CON', entries: [file('CON')], foreign: 'CON (not a file name on Windows)' },
  { title: 'an alternate stream', entries: [file('x:ads')], foreign: 'x:ads (not a file name on Windows)' },
  { title: 'a backslash', entries: [file('a\\b')], foreign: 'a\\b (has a backslash)' },
  { title: 'a backslash into .git', entries: [file('a\\.git\\config')], refusal: "(git's own directory)" },
  { title: 'a submodule', entries: [gitlink('module')] },
];

async function tryEveryWay(repo: TestRepo, hostile: Case, author: string): Promise<void> {
  const around = surroundings(repo);
  const expected = hostile.refusal ?? (author === 'ada@example.com' ? undefined : hostile.foreign);
  const ways = [
    ['restore', '2', '--yes', '--trust'],
    ['restore', '2', '--trust', '--into', '../into'],
    ['restore', '2', '--trust', '--into', '../into', '--plain'],
    ['restore', '2', '--yes', '--trust', '--merge'],
  ];
  for (const way of ways) {
    const run = await runMain(repo, way);
    if (expected === undefined) assert.is(run.status, 0, `${way.join(' ')}: ${run.stderr}`);
    // A merge takes what can be taken from a forged tree, and leaves the rest.
    else if (!way.includes('--merge')) {
      assert.is(run.status, 128, `${way.join(' ')}: ${run.stdout}`);
      assert.match(run.stderr, expected, run.stderr);
    }
    rmSync(join(repo.home, 'into'), { recursive: true, force: true });
    repo.git('worktree', 'prune');
    assert.is(surroundings(repo), around, `${way.join(' ')} reached out of the working tree`);
    assert.not.ok(existsSync('/tmp/git-checkpoint-pwned'));
    if (expected !== undefined && !way.includes('--merge'))
      assert.equal([...readTree(repo.root).keys()].sort(), ['d', 'kept']);
  }
}

describe('a hostile tree', (it) => {
  for (const hostile of cases) {
    for (const author of ['mallory@example.com', 'ada@example.com']) {
      it(`with ${hostile.title}, by ${author}, reaches nothing outside of the working tree`, () =>
        withRepo(async (repo) => {
          mkdirSync(join(repo.home, 'outside'));
          repo.write('kept', 'by the user\n');
          repo.commit('begin');
          symlinkSync(join(repo.home, 'outside'), join(repo.root, 'd'));
          const saved = await runMain(repo, ['save', '-m', 'good']);
          assert.is(saved.status, 0, saved.stderr);
          const entries = [...hostile.entries, file('kept', 'by the user\n')];
          forge(
            repo,
            entries.sort((one, other) => (one.name < other.name ? -1 : 1)),
            author,
          );
          await tryEveryWay(repo, hostile, author);
        }));
    }
  }

  it('gives what is forced by its path from where one stands, here and elsewhere', () =>
    withRepo(async (repo) => {
      repo.write('sub/kept', 'by the user\n');
      repo.commit('begin');
      await runMain(repo, ['save', '-m', 'good']);
      forge(repo, [folder('sub', file('kept', 'by the user\n'), link('l', outside))], 'mallory@example.com');
      const cwd = join(repo.root, 'sub');
      for (const way of [['--yes'], ['--into', join(repo.home, 'into')]]) {
        const run = await runMain(repo, ['restore', '2', '--trust', ...way, '--force-path', 'l'], { cwd });
        assert.is(run.status, 0, `${way.join(' ')}: ${run.stderr}`);
      }
    }));
});

import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestRepo, testRepo } from '../support/with-repo.ts';

/** A repository in a state that checkpoint tools meet, made by the real git. */
export interface Situation {
  readonly name: string;
  /** Answers where to stand, when that is not the repository itself. */
  build(repo: TestRepo): TestRepo | undefined;
}

const crlf = 'one\r\ntwo\r\nthree\r\n';
const lf = 'one\ntwo\nthree\n';

function lines(count: number, word: string): string {
  return Array.from({ length: count }, (_, at) => `${word} ${at}\n`).join('');
}

/** A few committed files, the ground of most situations. */
function ground(repo: TestRepo): void {
  repo.write('readme.md', lines(30, 'line'));
  repo.write('src/main.ts', lines(40, 'code'));
  repo.write('src/deep/er/leaf.ts', 'leaf\n');
  repo.write('docs/guide.md', lines(20, 'guide'));
  repo.commit('ground');
}

/** One edit, one new file, one deletion. */
function someChanges(repo: TestRepo): void {
  repo.write('readme.md', `${lines(30, 'line').replace('line 7', 'line seven')}more\n`);
  repo.write('src/new.ts', 'new\n');
  rmSync(join(repo.root, 'docs/guide.md'));
}

const history: readonly Situation[] = [
  {
    name: 'an empty repository',
    build: () => undefined,
  },
  {
    name: 'an unborn branch with files, some staged',
    build(repo) {
      repo.write('a.txt', 'a\n');
      repo.write('b/c.txt', 'c\n');
      repo.git('add', 'a.txt');
      repo.write('a.txt', 'a, changed\n');
      return undefined;
    },
  },
  {
    name: 'a clean tree',
    build(repo) {
      ground(repo);
      return undefined;
    },
  },
  {
    name: 'edits, new files and deletions',
    build(repo) {
      ground(repo);
      someChanges(repo);
      return undefined;
    },
  },
  {
    name: 'staged and unstaged changes of one file',
    build(repo) {
      ground(repo);
      repo.write('readme.md', 'staged\n');
      repo.write('staged-only.txt', 'staged\n');
      repo.git('add', '-A');
      repo.write('readme.md', 'on top\n');
      repo.git('rm', '--quiet', '--cached', 'docs/guide.md');
      return undefined;
    },
  },
  {
    name: 'a file staged and removed again',
    build(repo) {
      ground(repo);
      repo.write('brief.txt', 'brief\n');
      repo.git('add', 'brief.txt');
      rmSync(join(repo.root, 'brief.txt'));
      return undefined;
    },
  },
  {
    name: 'a detached HEAD',
    build(repo) {
      ground(repo);
      repo.write('readme.md', 'second\n');
      repo.commit('second');
      repo.git('checkout', '--quiet', '--detach', 'HEAD~1');
      someChanges(repo);
      return undefined;
    },
  },
  {
    name: 'a merge with conflicts of every kind',
    build(repo) {
      for (const name of ['both', 'ours-gone', 'theirs-gone', 'calm']) repo.write(`${name}.txt`, `${name}\n`);
      repo.commit('base');
      repo.git('checkout', '--quiet', '-b', 'other');
      repo.write('both.txt', 'theirs\n');
      repo.write('ours-gone.txt', 'theirs\n');
      repo.write('added.txt', 'theirs\n');
      rmSync(join(repo.root, 'theirs-gone.txt'));
      repo.commit('theirs');
      repo.git('checkout', '--quiet', 'main');
      repo.write('both.txt', 'ours\n');
      repo.write('theirs-gone.txt', 'ours\n');
      repo.write('added.txt', 'ours\n');
      rmSync(join(repo.root, 'ours-gone.txt'));
      repo.commit('ours');
      repo.tryGit('merge', 'other');
      repo.write('calm.txt', 'not so calm\n');
      return undefined;
    },
  },
  {
    name: 'a rebase that stopped',
    build(repo) {
      ground(repo);
      repo.git('checkout', '--quiet', '-b', 'topic');
      repo.write('readme.md', 'topic\n');
      repo.commit('topic');
      repo.git('checkout', '--quiet', 'main');
      repo.write('readme.md', 'main\n');
      repo.commit('main');
      repo.git('checkout', '--quiet', 'topic');
      repo.tryGit('rebase', 'main');
      return undefined;
    },
  },
  {
    name: 'everything packed by gc, with deltas',
    build(repo) {
      ground(repo);
      for (let at = 0; at < 12; at += 1) {
        repo.write('src/main.ts', `${lines(400, 'code')}${lines(at, 'tail')}`);
        repo.write(`src/deep/f${at}.ts`, `${lines(50, 'f')}${at}\n`);
        repo.commit(`step ${at}`);
      }
      repo.git('tag', '-a', 'v1', '-m', 'v1');
      repo.git('gc', '--quiet', '--prune=now');
      someChanges(repo);
      return undefined;
    },
  },
  {
    name: 'a branch ahead of and behind its upstream',
    build(repo) {
      ground(repo);
      repo.git('clone', '--quiet', '.', '../clone');
      repo.write('readme.md', 'theirs\n');
      repo.commit('theirs');
      const clone = testRepo(repo.home, join(repo.home, 'clone'));
      clone.write('ours.txt', 'ours\n');
      clone.commit('ours one');
      clone.write('ours.txt', 'ours two\n');
      clone.commit('ours two');
      clone.git('fetch', '--quiet');
      return clone;
    },
  },
  {
    name: 'a shallow clone',
    build(repo) {
      for (let at = 0; at < 5; at += 1) {
        repo.write('a.txt', `${at}\n`);
        repo.commit(`${at}`);
      }
      repo.git('clone', '--quiet', '--depth=2', `file://${repo.root}`, '../shallow');
      const clone = testRepo(repo.home, join(repo.home, 'shallow'));
      clone.write('a.txt', 'changed\n');
      return clone;
    },
  },
  {
    name: 'a clone that borrows its objects',
    build(repo) {
      ground(repo);
      repo.git('gc', '--quiet');
      repo.git('clone', '--quiet', '--shared', '.', '../borrower');
      const clone = testRepo(repo.home, join(repo.home, 'borrower'));
      someChanges(clone);
      return clone;
    },
  },
  {
    name: 'replaced objects',
    build(repo) {
      ground(repo);
      const before = repo.git('rev-parse', 'HEAD');
      repo.write('readme.md', 'other\n');
      repo.git('replace', before, repo.commit('other'));
      return undefined;
    },
  },
];

const layouts: readonly Situation[] = [
  {
    name: 'a linked worktree',
    build(repo) {
      ground(repo);
      repo.git('worktree', 'add', '--quiet', '-b', 'side', '../side');
      const side = testRepo(repo.home, join(repo.home, 'side'));
      someChanges(side);
      return side;
    },
  },
  {
    name: 'a git folder apart from the working tree',
    build(repo) {
      ground(repo);
      repo.git('init', '--quiet', `--separate-git-dir=${join(repo.home, 'apart.git')}`);
      someChanges(repo);
      return undefined;
    },
  },
  {
    name: 'refs packed, changed and deleted since',
    build(repo) {
      ground(repo);
      for (const name of ['one', 'two', 'three']) repo.git('branch', name);
      repo.git('tag', '-a', 'v1', '-m', 'v1');
      repo.git('update-ref', 'refs/checkpoints/7', 'HEAD');
      repo.git('pack-refs', '--all');
      repo.git('branch', '--quiet', '-D', 'two');
      repo.write('readme.md', 'next\n');
      repo.commit('next');
      repo.git('branch', '--quiet', '-f', 'three');
      repo.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/one');
      return undefined;
    },
  },
  {
    name: 'an index of version 4',
    build(repo) {
      ground(repo);
      repo.git('update-index', '--index-version', '4');
      someChanges(repo);
      return undefined;
    },
  },
  {
    name: 'an index of version 3, with an intent to add',
    build(repo) {
      ground(repo);
      repo.write('later.txt', 'later\n');
      repo.write('src/later.txt', 'later\n');
      repo.git('add', '--intent-to-add', 'later.txt', 'src/later.txt');
      repo.write('readme.md', 'staged\n');
      repo.git('add', 'readme.md');
      return undefined;
    },
  },
  {
    name: 'files marked unchanged and files not checked out',
    build(repo) {
      ground(repo);
      repo.git('update-index', '--assume-unchanged', 'readme.md');
      repo.git('update-index', '--skip-worktree', 'docs/guide.md');
      someChanges(repo);
      return undefined;
    },
  },
  {
    name: 'a sparse checkout',
    build(repo) {
      ground(repo);
      repo.git('sparse-checkout', 'set', '--no-cone', 'src/*');
      repo.write('src/main.ts', 'changed\n');
      repo.write('docs/guide.md', 'written by hand\n');
      return undefined;
    },
  },
  {
    name: 'an index without known trees',
    build(repo) {
      ground(repo);
      repo.git('read-tree', '--empty');
      repo.git('add', '-A');
      repo.write('src/deep/er/leaf.ts', 'changed\n');
      return undefined;
    },
  },
  {
    name: 'a submodule that is clean',
    build(repo) {
      withSubmodule(repo);
      return undefined;
    },
  },
  {
    name: 'a submodule with a new commit and changes of its own',
    build(repo) {
      const module = withSubmodule(repo);
      module.write('inner.txt', 'next\n');
      module.commit('next');
      module.write('inner.txt', 'dirty\n');
      return undefined;
    },
  },
  {
    name: 'a submodule with an untracked file',
    build(repo) {
      withSubmodule(repo).write('untracked.txt', 'untracked\n');
      return undefined;
    },
  },
  {
    name: 'a submodule that is not checked out',
    build(repo) {
      withSubmodule(repo);
      repo.git('submodule', '--quiet', 'deinit', '--force', 'module');
      return undefined;
    },
  },
  {
    name: 'a repository inside the repository',
    build(repo) {
      ground(repo);
      mkdirSync(join(repo.root, 'vendor/inner'), { recursive: true });
      const inner = testRepo(repo.home, join(repo.root, 'vendor/inner'));
      inner.git('init', '--quiet');
      inner.write('file.txt', 'inner\n');
      mkdirSync(join(repo.root, 'broken/.git'), { recursive: true });
      repo.write('broken/file.txt', 'not a repository\n');
      repo.write('vendor/beside.txt', 'beside\n');
      return undefined;
    },
  },
];

function withSubmodule(repo: TestRepo): TestRepo {
  ground(repo);
  mkdirSync(join(repo.home, 'library'));
  const library = testRepo(repo.home, join(repo.home, 'library'));
  library.git('init', '--quiet', '--initial-branch=main');
  library.write('inner.txt', 'inner\n');
  library.commit('inner');
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../library', 'module');
  repo.commit('add the module');
  return testRepo(repo.home, join(repo.root, 'module'));
}

const contents: readonly Situation[] = [
  {
    name: 'core.autocrlf = true with CRLF, LF, mixed and binary files',
    build(repo) {
      repo.git('config', 'core.autocrlf', 'false');
      repo.write('was-crlf.txt', crlf);
      repo.write('was-lf.txt', lf);
      repo.commit('before');
      repo.git('config', 'core.autocrlf', 'true');
      crlfFiles(repo);
      repo.write('was-crlf.txt', `${crlf}four\r\n`);
      repo.write('was-lf.txt', `${crlf}four\r\n`);
      return undefined;
    },
  },
  {
    name: 'core.autocrlf = input',
    build(repo) {
      ground(repo);
      repo.git('config', 'core.autocrlf', 'input');
      crlfFiles(repo);
      return undefined;
    },
  },
  {
    name: 'line ends by attributes',
    build(repo) {
      repo.write(
        '.gitattributes',
        '* text=auto\n*.bat text eol=crlf\n*.raw -text\n*.sh eol=lf\n*.old crlf\nsub/** !text\n"odd name.txt" text\n*.bin binary\n',
      );
      repo.write('sub/.gitattributes', '*.txt text\n[attr]ignored text\n');
      repo.write('kept.txt', lf);
      repo.commit('attributes');
      for (const name of ['a.txt', 'a.bat', 'a.raw', 'a.sh', 'a.old', 'a.bin', 'odd name.txt', 'sub/a.txt', 'sub/a.md'])
        repo.write(name, `${crlf}lone\rcr\n`);
      for (const name of ['b.txt', 'b.bat', 'b.raw', 'b.sh', 'b.old', 'sub/b.txt', 'sub/b.md']) repo.write(name, crlf);
      repo.write('kept.txt', crlf);
      return undefined;
    },
  },
  {
    name: 'attributes in info, of the user, and deleted from the working tree',
    build(repo) {
      repo.write('.gitattributes', '*.txt text\n');
      repo.write('a.txt', lf);
      repo.commit('attributes');
      rmSync(join(repo.root, '.gitattributes'));
      writeFileSync(join(repo.root, '.git/info/attributes'), 'special.txt -text\n');
      writeFileSync(join(repo.home, 'user-attributes'), '*.user text\n');
      repo.git('config', '--global', 'core.attributesFile', join(repo.home, 'user-attributes'));
      for (const name of ['a.txt', 'special.txt', 'b.user', 'c.other']) repo.write(name, `${crlf}more\r\n`);
      return undefined;
    },
  },
  {
    name: '$Id$ keywords',
    build(repo) {
      repo.write('.gitattributes', '*.c ident\n');
      repo.write('a.c', '/* $Id$ */\n');
      repo.commit('ident');
      repo.write('a.c', '/* $Id: 0123456789 $ and $Id: two $ and $Id not closed */\nchanged\n');
      return undefined;
    },
  },
  {
    name: 'files larger than are read at once',
    build(repo) {
      ground(repo);
      repo.write('.gitattributes', '*.big text\n*.auto text=auto\n');
      repo.write('plain.dat', Buffer.alloc(3_000_000, 'abcdefg\n'));
      repo.write('crlf.big', Buffer.alloc(2_100_000, 'line of text\r\n'));
      repo.write('crlf.auto', Buffer.alloc(2_100_000, 'line of text\r\n'));
      return undefined;
    },
  },
  {
    name: 'binary files',
    build(repo) {
      repo.write('image.png', Buffer.from([0, 1, 2, 3, 255]));
      repo.write('late.dat', Buffer.concat([Buffer.alloc(9000, 'a'), Buffer.from([0])]));
      repo.commit('binary');
      repo.write('image.png', Buffer.from([0, 9, 2, 3, 255, 4]));
      repo.write('late.dat', Buffer.concat([Buffer.alloc(9000, 'b'), Buffer.from([0])]));
      repo.write('new.dat', Buffer.from([0, 0]));
      return undefined;
    },
  },
  {
    name: 'texts without a last newline, emptied and filled files',
    build(repo) {
      repo.write('open.txt', 'one\ntwo');
      repo.write('closed.txt', 'one\ntwo\n');
      repo.write('emptied.txt', 'content\n');
      repo.write('filled.txt', '');
      repo.commit('ends');
      repo.write('open.txt', 'one\ntwo\nthree\n');
      repo.write('closed.txt', 'one\ntwo\nthree');
      repo.write('emptied.txt', '');
      repo.write('filled.txt', 'filled\n');
      repo.write('empty.txt', '');
      return undefined;
    },
  },
  {
    name: 'an edit of the same size in the second of the last add',
    build(repo) {
      repo.write('racy.txt', 'aaaa\n');
      repo.commit('racy');
      repo.write('racy.txt', 'bbbb\n');
      repo.git('add', 'racy.txt');
      repo.write('racy.txt', 'cccc\n');
      return undefined;
    },
  },
  {
    name: 'files that were touched and not changed',
    build(repo) {
      ground(repo);
      utimesSync(join(repo.root, 'readme.md'), 1, 1);
      repo.write('src/main.ts', lines(40, 'code'));
      return undefined;
    },
  },
  {
    name: 'renames, exact and with edits',
    build(repo) {
      ground(repo);
      repo.write('src/same-a.ts', lines(10, 'same'));
      repo.write('src/same-b.ts', lines(10, 'same'));
      repo.commit('more');
      renameSync(join(repo.root, 'readme.md'), join(repo.root, 'intro.md'));
      rmSync(join(repo.root, 'src/main.ts'));
      repo.write('src/core/main.ts', `${lines(40, 'code')}more\n`);
      rmSync(join(repo.root, 'docs/guide.md'));
      repo.write('docs/manual.md', lines(20, 'guide').replace('guide 3', 'Guide three'));
      renameSync(join(repo.root, 'src/same-a.ts'), join(repo.root, 'docs/same-b.ts'));
      return undefined;
    },
  },
];

function crlfFiles(repo: TestRepo): void {
  repo.write('crlf.txt', crlf);
  repo.write('lf.txt', lf);
  repo.write('mixed.txt', 'one\r\ntwo\nthree\r\n');
  repo.write('lone.txt', 'one\r\ntwo\rthree\r\n');
  repo.write('binary.dat', Buffer.from('one\r\n\0two\r\n'));
  repo.write('dos-end.txt', 'one\r\n\x1a');
  repo.write('controls.txt', `one\r\n${'\x01'.repeat(20)}\r\n`);
  repo.write('escape.txt', 'one\x1b[0m\r\n\ttwo\x0c\r\n');
}

const names: readonly Situation[] = [
  {
    name: 'symbolic links: new, changed, broken, to a folder',
    build(repo) {
      ground(repo);
      symlinkSync('readme.md', join(repo.root, 'kept'));
      symlinkSync('readme.md', join(repo.root, 'moved'));
      symlinkSync('readme.md', join(repo.root, 'to-file'));
      repo.commit('links');
      rmSync(join(repo.root, 'moved'));
      symlinkSync('docs/guide.md', join(repo.root, 'moved'));
      rmSync(join(repo.root, 'to-file'));
      repo.write('to-file', 'a file now\n');
      rmSync(join(repo.root, 'docs/guide.md'));
      symlinkSync('nowhere', join(repo.root, 'docs/guide.md'));
      symlinkSync('src', join(repo.root, 'folder'));
      symlinkSync('nowhere/at/all', join(repo.root, 'broken'));
      return undefined;
    },
  },
  {
    name: 'a tracked folder that became a link',
    build(repo) {
      ground(repo);
      renameSync(join(repo.root, 'docs'), join(repo.home, 'docs'));
      symlinkSync(join(repo.home, 'docs'), join(repo.root, 'docs'));
      return undefined;
    },
  },
  {
    name: 'a file that became a folder, and a folder that became a file',
    build(repo) {
      ground(repo);
      rmSync(join(repo.root, 'readme.md'));
      repo.write('readme.md/inside.txt', 'inside\n');
      rmSync(join(repo.root, 'src/deep'), { recursive: true });
      repo.write('src/deep', 'a file now\n');
      return undefined;
    },
  },
  {
    name: 'the same, staged',
    build(repo) {
      ground(repo);
      rmSync(join(repo.root, 'readme.md'));
      repo.write('readme.md/inside.txt', 'inside\n');
      rmSync(join(repo.root, 'src/deep'), { recursive: true });
      repo.write('src/deep', 'a file now\n');
      repo.git('add', '-A');
      return undefined;
    },
  },
  {
    name: 'exec bits',
    build(repo) {
      ground(repo);
      repo.write('run.sh', 'run\n');
      chmodSync(join(repo.root, 'run.sh'), 0o755);
      repo.commit('run');
      chmodSync(join(repo.root, 'run.sh'), 0o644);
      chmodSync(join(repo.root, 'readme.md'), 0o755);
      repo.write('new.sh', 'new\n');
      chmodSync(join(repo.root, 'new.sh'), 0o755);
      return undefined;
    },
  },
  {
    name: 'a disk without exec bits',
    build(repo) {
      repo.write('run.sh', 'run\n');
      chmodSync(join(repo.root, 'run.sh'), 0o755);
      repo.commit('run');
      repo.git('config', 'core.fileMode', 'false');
      chmodSync(join(repo.root, 'run.sh'), 0o644);
      repo.write('run.sh', 'run, changed\n');
      repo.write('new.sh', 'new\n');
      chmodSync(join(repo.root, 'new.sh'), 0o755);
      return undefined;
    },
  },
  {
    name: 'a disk without symbolic links',
    build(repo) {
      repo.write('target.txt', 'target\n');
      symlinkSync('target.txt', join(repo.root, 'link'));
      repo.commit('link');
      repo.git('config', 'core.symlinks', 'false');
      rmSync(join(repo.root, 'link'));
      repo.write('link', 'other.txt');
      return undefined;
    },
  },
  {
    name: 'names with spaces, quotes, newlines, globs, umlauts and bytes that are no UTF-8',
    build(repo) {
      for (const name of [
        'a b',
        'tab\there',
        'new\nline',
        'quote"s',
        'back\\slash',
        '*.ts',
        '[x]',
        '-dash',
        'ünï',
        '日本',
        '😀',
        'ａ',
      ])
        repo.write(`odd/${name}`, `${name}\n`);
      writeRaw(repo, Buffer.from([0x6f, 0x64, 0x64, 0x2f, 0xff, 0xfe, 0x2e, 0x74]), 'raw\n');
      repo.commit('odd names');
      for (const name of ['a b', 'new\nline', 'ünï', '😀']) repo.write(`odd/${name}`, 'changed\n');
      writeRaw(repo, Buffer.from([0x6f, 0x64, 0x64, 0x2f, 0xff, 0xfe, 0x2e, 0x74]), 'raw, changed\n');
      writeRaw(repo, Buffer.from([0xe9, 0x74, 0xe9]), 'new\n');
      rmSync(join(repo.root, 'odd/日本'));
      return undefined;
    },
  },
  {
    name: 'names that sort differently as files and as folders',
    build(repo) {
      for (const name of ['a', 'a.b', 'a-b', 'a0']) repo.write(`${name}/file`, `${name}\n`);
      for (const name of ['b', 'b.c', 'b-c', 'b0']) repo.write(name, `${name}\n`);
      repo.commit('sorting');
      repo.write('a/file', 'changed\n');
      rmSync(join(repo.root, 'b'));
      repo.write('b/file', 'folder now\n');
      return undefined;
    },
  },
  {
    name: 'names that changed their case',
    build(repo) {
      ground(repo);
      repo.git('mv', 'readme.md', 'README.md');
      renameSync(join(repo.root, 'docs'), join(repo.root, 'Docs'));
      return undefined;
    },
  },
  {
    name: 'core.ignoreCase',
    build(repo) {
      ground(repo);
      repo.git('config', 'core.ignoreCase', 'true');
      repo.write('.gitignore', '*.LOG\n');
      renameSync(join(repo.root, 'readme.md'), join(repo.root, 'README.md'));
      repo.write('a.log', 'ignored\n');
      repo.write('new.txt', 'new\n');
      return undefined;
    },
  },
  {
    name: 'ignored files by every kind of rule',
    build(repo) {
      ignoreEverything(repo);
      return undefined;
    },
  },
];

function writeRaw(repo: TestRepo, name: Uint8Array, content: string): void {
  writeFileSync(Buffer.concat([Buffer.from(`${repo.root}/`), name]), content);
}

function ignoreEverything(repo: TestRepo): void {
  repo.write(
    '.gitignore',
    [
      '# comment',
      '\\#literal',
      '*.log',
      '!keep.log',
      'build/',
      '/top-only',
      'docs/**/draft.md',
      '**/cache',
      'a/*/z',
      'trailing   ',
      'escaped\\ ',
      '[abc].txt',
      '[!a-x].md',
      '!/z.md',
      'foo/**',
      '!foo/bar',
      '?.tmp',
      'win.txt\r',
      '[[:digit:]]*.num',
    ].join('\n'),
  );
  repo.write('sub/.gitignore', '!important.log\n/local\nnested/*\n!nested/keep\n');
  repo.write('build/tracked.txt', 'tracked\n');
  repo.git('add', '-f', 'build/tracked.txt');
  repo.git('add', '.gitignore', 'sub/.gitignore');
  repo.git('commit', '--quiet', '-m', 'rules');
  writeFileSync(join(repo.root, '.git/info/exclude'), 'excluded-here\n');
  writeFileSync(join(repo.home, 'user-ignore'), '*.user\n!*.log\n');
  repo.git('config', '--global', 'core.excludesFile', join(repo.home, 'user-ignore'));
  const paths = [
    'a.log keep.log sub/a.log sub/important.log #literal top-only sub/top-only excluded-here x.user',
    'build/other.txt sub/build/deep/x docs/draft.md docs/a/b/draft.md docs/a/final.md cache/x sub/cache/y',
    'a/b/z a/b/c/z a/z trailing a.txt d.txt y.md z.md foo/bar foo/baz/x x.tmp xx.tmp win.txt 7up.num seven.num',
    'sub/local sub/deep/local sub/nested/drop sub/nested/keep src/plain.ts',
  ];
  for (const path of paths.join(' ').split(' ')) repo.write(path, `${path}\n`);
  repo.write('escaped ', 'escaped\n');
  repo.write('build/tracked.txt', 'tracked, changed\n');
  symlinkSync('/etc/passwd', join(repo.root, 'src/.gitignore'));
}

export const zoo: readonly Situation[] = [...history, ...layouts, ...contents, ...names];

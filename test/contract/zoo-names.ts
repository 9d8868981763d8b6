import { chmodSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRepo } from '../support/with-repo.ts';
import { ground, type Situation } from './zoo.ts';

export const names: readonly Situation[] = [
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
      swapKinds(repo);
      return undefined;
    },
  },
  {
    name: 'the same, staged',
    build(repo) {
      swapKinds(repo);
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
      repo.write('\ttab first', 'tab\n');
      repo.write('after', 'after\n');
      repo.commit('odd names');
      for (const name of ['\ttab first', 'after']) repo.write(name, 'changed\nmore\n');
      for (const name of ['a b', 'new\nline', 'ünï', '😀']) repo.write(`odd/${name}`, 'changed\n');
      writeRaw(repo, Buffer.from([0x6f, 0x64, 0x64, 0x2f, 0xff, 0xfe, 0x2e, 0x74]), 'raw, changed\n');
      writeRaw(repo, Buffer.from([0xe9, 0x74, 0xe9]), 'new\n');
      rmSync(join(repo.root, 'odd/日本'));
      return undefined;
    },
  },
  {
    name: 'names with the signs of pathspecs',
    build(repo) {
      ground(repo);
      repo.write('.gitignore', '/x.log\n');
      for (const name of [':x.log', ':(top)y', ':(attr:z)z', ':!readme.md']) repo.write(name, 'new\n');
      return undefined;
    },
  },
  {
    name: 'names longer than a line',
    build(repo) {
      ground(repo);
      const folder = 'a-folder-with-a-name/'.repeat(6);
      repo.write(`${folder}file.ts`, 'one\n');
      repo.write(`${folder}other.ts`, 'two\n'.repeat(3));
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

/** A file becomes a folder, and a folder a file. */
function swapKinds(repo: TestRepo): void {
  ground(repo);
  rmSync(join(repo.root, 'readme.md'));
  repo.write('readme.md/inside.txt', 'inside\n');
  rmSync(join(repo.root, 'src/deep'), { recursive: true });
  repo.write('src/deep', 'a file now\n');
}

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

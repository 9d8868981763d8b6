import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRepo } from '../support/with-repo.ts';
import { ground, lines, type Situation } from './zoo.ts';

const crlf = 'one\r\ntwo\r\nthree\r\n';
const lf = 'one\ntwo\nthree\n';

export const contents: readonly Situation[] = [
  {
    name: 'core.autocrlf = true with CRLF, LF, mixed and binary files',
    refused: /'[^']+', which ends lines in CRLF, which git converts/,
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
    refused: /'[^']+', which ends lines in CRLF, which git converts/,
    build(repo) {
      ground(repo);
      repo.git('config', 'core.autocrlf', 'input');
      crlfFiles(repo);
      return undefined;
    },
  },
  {
    name: 'core.safecrlf = true',
    refused: /'[^']+', which ends lines in CRLF, which git converts/,
    build(repo) {
      ground(repo);
      repo.git('config', 'core.autocrlf', 'input');
      repo.git('config', 'core.safecrlf', 'true');
      crlfFiles(repo);
      return undefined;
    },
  },
  {
    name: 'core.autocrlf = input in a merge whose sides end lines otherwise',
    refused: /'[^']+', which ends lines in CRLF, which git converts/,
    build(repo) {
      const sides = { main: [crlf, lf], side: [lf, crlf] };
      repo.write('base.txt', lf);
      repo.commit('base');
      repo.git('branch', 'side');
      for (const [branch, [one = '', other = '']] of Object.entries(sides)) {
        repo.git('checkout', '--quiet', branch);
        repo.write('one.txt', `${one}${branch}\n`);
        repo.write('other.txt', `${other}${branch}\n`);
        repo.commit(branch);
      }
      repo.tryGit('merge', 'main');
      repo.git('config', 'core.autocrlf', 'input');
      for (const name of ['one.txt', 'other.txt']) repo.write(name, crlf);
      return undefined;
    },
  },
  {
    name: 'line ends by attributes',
    refused: /'[^']+', which ends lines in CRLF, which git converts/,
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
    refused: /'[^']+', which ends lines in CRLF, which git converts/,
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
    name: 'line ends after the attributes were deleted',
    build(repo) {
      repo.write('.gitattributes', '* text\n');
      repo.write('-first.txt', lf);
      repo.commit('attributes');
      rmSync(join(repo.root, '.gitattributes'));
      for (const name of ['-first.txt', 'new.txt']) repo.write(name, `${crlf}more\r\n`);
      return undefined;
    },
  },
  {
    name: '$Id$ keywords',
    refused: /'a\.c', which has its \$Id\$ expanded/,
    build(repo) {
      repo.write('.gitattributes', '*.c ident\n');
      repo.write('a.c', '/* $Id$ */\n');
      repo.commit('ident');
      repo.write('a.c', '/* $Id: 0123456789 $ and $Id: two $ and $Id not closed */\nchanged\n');
      return undefined;
    },
  },
  {
    name: 'a large file',
    build(repo) {
      ground(repo);
      repo.write('plain.dat', Buffer.alloc(3_000_000, 'abcdefg\n'));
      repo.write('crlf.raw', Buffer.alloc(2_100_000, 'line of text\r\n'));
      return undefined;
    },
  },
  {
    name: 'attributes of text on files that end lines in LF, and on files that are none',
    build(repo) {
      repo.write(
        '.gitattributes',
        '* text=auto\n*.sh text eol=lf\n*.bat eol=crlf\n*.raw -text\n*.c ident\n*.u working-tree-encoding=UTF-8\n',
      );
      for (const name of ['a.txt', 'a.sh', 'a.bat', 'a.c']) repo.write(name, lf);
      repo.commit('attributes');
      for (const name of ['a.txt', 'b.sh', 'a.bat', 'a.c', 'a.u']) repo.write(name, `${lf}four\n`);
      repo.write('a.raw', crlf);
      repo.write('image.png', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1'));
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
      renameSync(join(repo.root, 'src/deep/er/leaf.ts'), join(repo.root, 'src/deep/er/"leaf".ts'));
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

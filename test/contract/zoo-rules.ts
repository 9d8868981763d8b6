import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRepo } from '../support/with-repo.ts';
import { ground, type Situation } from './zoo.ts';

/** What .gitignore and .gitattributes files may say in odd ways. */
export const rules: readonly Situation[] = [
  {
    name: 'ignore rules with odd brackets, stars and escapes',
    build(repo) {
      oddRules(repo);
      return undefined;
    },
  },
  {
    name: 'the same where names have no case',
    build(repo) {
      oddRules(repo);
      repo.git('config', 'core.ignoreCase', 'true');
      return undefined;
    },
  },
  {
    name: 'rules of the user at a path that begins at the top',
    build(repo) {
      ground(repo);
      repo.write('mine/ignore', '*.skip\n');
      repo.git('config', 'core.excludesFile', 'mine/ignore');
      for (const name of ['a.skip', 'sub/a.skip', 'a.txt', 'sub/a.txt']) repo.write(name, 'one\r\n');
      return undefined;
    },
  },
  {
    name: 'attributes of the user at a path that begins at the top',
    refused: /'a\.txt', which ends lines in CRLF/,
    build(repo) {
      ground(repo);
      repo.write('mine/attributes', '*.txt text\n');
      repo.git('config', 'core.attributesFile', 'mine/attributes');
      repo.write('a.txt', 'one\r\n');
      return undefined;
    },
  },
  {
    name: 'line ends by odd attributes',
    refused: /'[^']+', which ends lines in CRLF, which git converts/,
    build(repo) {
      oddAttributes(repo);
      return undefined;
    },
  },
];

/** Each folder has one rule, and names that it might mean. */
function oddRules(repo: TestRepo): void {
  ground(repo);
  const brackets = ['[!z-a]', '[z-ax]', '[--a]', '[[:space:]]', '[[:upper:]]', '[A-C]', '[A]', '[[a]'];
  for (const [at, rule] of [...brackets, '\\A', '/a*/b', '/**/b', 'ax/**'].entries()) {
    repo.write(`${at}/.gitignore`, `${rule}\n`);
    for (const name of ['a', 'b', 'A', 'B', 'x', 'z', '[', '-', '1', ' ', '\f', 'ab', 'ax/b', 'ax/x/b', 'ay/x/y/b'])
      repo.write(`${at}/${name}`, name);
  }
}

/** Lines that git drops or reads otherwise than they look, and a file that it does not read. */
export function oddAttributes(repo: TestRepo): void {
  ground(repo);
  const lines = [
    '*.a text no@name',
    '*.b text -',
    '*.c -text=auto',
    '*.d mine',
    'à.e text',
    '"f text',
    '*.g text\u00a0',
    '[attr]x',
  ];
  repo.write('.gitattributes', `* text=auto\n${lines.join('\n')}\n`);
  repo.write('sub/.gitattributes', '[attr]mine text\n');
  repo.write('linked/rules', '* -text\n');
  symlinkSync('rules', join(repo.root, 'linked/.gitattributes'));
  for (const folder of ['', 'sub/', 'linked/'])
    for (const name of ['1.a', '1.b', '1.c', '1.d', 'à.e', '"f', '1.g', 'x'])
      repo.write(`${folder}${name}`, 'one\r\ntwo\r\nlone\rcr\n');
  repo.write('linked/plain', 'one\r\ntwo\r\n');
}

/**
 * Draws the stills of the README, docs/list.svg and docs/show.svg, from a project in which two sessions of Claude Code worked: real
 * commands and hooks, on a clock that is set back. With a folder, draws every screen there as PNG, in 40, 80 and 200 columns, to be looked at.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withRepo } from '../test/support/with-repo.ts';
import { fillShowcase } from './pictures/showcase.ts';
import { takeScreen } from './pictures/take-screen.ts';

const folder = process.argv[2];
const program = `'${process.execPath}' '${resolve('dist/git-checkpoint-node.cjs')}'`;
const stills = { list: 'list', show: 'show 3' };
const screens: Readonly<Record<string, readonly [command: string, ...keys: string[]]>> = {
  list: ['list'],
  'list-all': ['list --all'],
  flat: ['list --flat'],
  status: ['status'],
  show: ['show 3'],
  restore: ['restore 2'],
  doctor: ['doctor'],
  picker: ['restore', 'Down', 'Down'],
  resume: ['resume'],
  explain: ['resume --explain'],
  sessions: ['sessions'],
  log: ['log'],
  grep: ['grep token'],
  help: ['-h'],
};

await withRepo(async (repo) => {
  await fillShowcase(repo);
  const env = { ...repo.env, TERM: 'xterm-256color', LANG: 'C.UTF-8', SHELL: '/bin/sh', GIT_PAGER: 'cat' };
  const shot = { cwd: repo.root, env };
  if (folder === undefined) {
    for (const [name, command] of Object.entries(stills))
      await takeScreen(`docs/${name}.svg`, {
        ...shot,
        command: `${program} ${command}`,
        title: `git checkpoint ${command}`,
        size: { columns: 100, rows: name === 'list' ? 12 : 35 },
      });
    return;
  }
  mkdirSync(folder, { recursive: true });
  for (const columns of [40, 80, 200])
    for (const [name, [command, ...keys]] of Object.entries(screens))
      await takeScreen(join(folder, `${name}-${columns}.png`), {
        ...shot,
        command: `${program} ${command}`,
        keys,
        title: `git checkpoint ${command}`,
        size: { columns, rows: 40 },
      });
});

/**
 * Tries each way of getting the program as somebody who has nothing: clones this repository, packs it, and starts the package as npm
 * installs it, as npx runs it, and as the README's first command sets it up. Each in a home and a prefix of its own. Says how long each took.
 */
import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'git-checkpoint-package-')));
const [clone, packed, project] = ['clone', 'packed', 'project'].map((name) => join(base, name)) as [
  string,
  string,
  string,
];

/** A user with an empty home, whose global packages go below it. */
function user(name: string): { readonly prefix: string; readonly options: ExecFileSyncOptions } {
  const [home, prefix] = [join(base, name), join(base, name, 'prefix')];
  mkdirSync(prefix, { recursive: true });
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Ada\n\temail = ada@example.com\n');
  const path = `${join(prefix, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`;
  const env = { ...process.env, HOME: home, PATH: path, npm_config_prefix: prefix, GIT_CONFIG_NOSYSTEM: '1' };
  return { prefix, options: { cwd: project, env, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' } };
}

function timed(about: string, act: () => unknown): void {
  const began = performance.now();
  act();
  process.stdout.write(`ok  ${about}: ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
}

/** The program must work: a checkpoint, the list that names it, and the manual. */
function useIt(options: ExecFileSyncOptions, words: readonly string[]): void {
  const run = (...args: string[]) => String(execFileSync(words[0] ?? '', [...words.slice(1), ...args], options));
  run('save', '-m', 'Tried from nothing');
  if (!run('list').includes('Tried from nothing'))
    throw new Error(`${words.join(' ')} list does not show the checkpoint`);
  if (!run('help').includes('git checkpoint restore')) throw new Error(`${words.join(' ')} help is not the manual`);
}

try {
  for (const folder of [packed, project]) mkdirSync(folder);
  execFileSync('git', ['init', '--quiet', project]);
  writeFileSync(join(project, 'work.txt'), 'Work that no commit holds yet.\n');
  const builder = user('builder');
  execFileSync('git', ['clone', '--quiet', '.', clone]);
  timed('npm ci', () => execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { ...builder.options, cwd: clone }));
  timed('npm pack', () =>
    execFileSync('npm', ['pack', '--pack-destination', packed], { ...builder.options, cwd: clone }),
  );
  const tarball = join(packed, readdirSync(packed)[0] ?? '');
  process.stdout.write(`    ${statSync(tarball).size} bytes\n`);
  const globally = user('global');
  timed('npm install --global TARBALL', () => execFileSync('npm', ['install', '--global', tarball], globally.options));
  timed('  and use it', () => useIt(globally.options, ['git', 'checkpoint']));
  const npx = ['npx', '--yes', `--package=${tarball}`, 'git-checkpoint'];
  timed('npx --package=TARBALL git-checkpoint', () => useIt(user('npx').options, npx));
  const settled = user('setup');
  timed('npm run setup', () => execFileSync('npm', ['run', 'setup'], { ...settled.options, cwd: clone }));
  timed('  and use it', () => useIt(settled.options, ['git', 'checkpoint']));
} finally {
  rmSync(base, { recursive: true, force: true });
}

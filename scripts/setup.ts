/**
 * Builds the command, installs it for this user, and makes and shows a first checkpoint in a repository of its own.
 * Nothing is asked and no network is needed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { describeError } from '../src/core/failure.ts';
import { choosePrefix } from './setup/choose-prefix.ts';
import { nextSteps } from './setup/next-steps.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Says what is done while it is done: a build takes a while. */
function step<T>(about: string, act: () => T): T {
  process.stdout.write(`${about} ... `);
  const result = act();
  say('done');
  return result;
}

function build(): void {
  const done = spawnSync('npm', ['run', '--silent', 'build'], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`the build failed\n${done.stdout ?? ''}${done.stderr ?? ''}`);
}

function globalPrefix(): string {
  return execFileSync('npm', ['prefix', '--global'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  symlinkSync(resolve(target), path);
}

function installBelow(prefix: string): void {
  // A copy, so that the clone may go.
  const home = join(prefix, 'lib', 'git-checkpoint');
  rmSync(home, { recursive: true, force: true });
  cpSync('dist', home, { recursive: true });
  cpSync('man', join(home, 'man'), { recursive: true });
  link(join(home, 'git-checkpoint.cjs'), join(prefix, 'bin', 'git-checkpoint'));
  link(join(home, 'man', 'git-checkpoint.1'), join(prefix, 'share', 'man', 'man1', 'git-checkpoint.1'));
}

function showFirst(bin: string): void {
  const scratch = mkdtempSync(join(tmpdir(), 'git-checkpoint-first-'));
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
  const git = (...args: string[]) => {
    const done = spawnSync('git', args, { cwd: scratch, env, stdio: 'inherit' });
    if (done.status !== 0) throw new Error(`git ${args.join(' ')} failed`);
  };
  try {
    git('init', '--quiet');
    writeFileSync(join(scratch, 'hello.txt'), 'Work that no commit holds yet.\n');
    say('\nA first checkpoint, in a repository that is removed again:\n');
    const words = ['--task', 'See what a checkpoint holds', '--next', 'Run git checkpoint in a repository of yours'];
    git('checkpoint', 'save', '-m', 'Try git checkpoint', ...words);
    say('');
    git('--no-pager', 'checkpoint', 'show');
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

try {
  if (process.platform === 'win32') throw new Error('on Windows, run `npm pack` and `npm install --global` its result');
  step('Building', build);
  const prefix = choosePrefix([globalPrefix(), dirname(dirname(process.execPath))], join(homedir(), '.local'));
  const bin = join(prefix, 'bin');
  step(`Installing ${join(bin, 'git-checkpoint')}`, () => installBelow(prefix));
  showFirst(bin);
  const onPath = (process.env['PATH'] ?? '').split(delimiter).includes(bin);
  say(`\n${nextSteps({ bin, onPath, shell: process.env['SHELL'] })}`);
} catch (error) {
  process.stdout.write('\n');
  process.stderr.write(`fatal: ${describeError(error)}\n`);
  process.exitCode = 1;
}

/**
 * Builds the command, installs it for this user, and makes and shows a first checkpoint in a repository of its own.
 * Nothing is asked and no network is needed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';

const say = (text: string) => process.stdout.write(`${text}\n`);
const run = (command: string, args: readonly string[], cwd?: string) =>
  execFileSync(command, args, { stdio: 'inherit', ...(cwd === undefined ? {} : { cwd }) });

run('npm', ['run', '--silent', 'build']);

/** The first place where a program of this user's would be found and a file may be put. */
function installPrefix(): string {
  const global = execFileSync('npm', ['prefix', '--global'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
  for (const prefix of [global, dirname(dirname(process.execPath))]) {
    try {
      accessSync(existsSync(join(prefix, 'bin')) ? join(prefix, 'bin') : prefix, constants.W_OK);
      return prefix;
    } catch {
      // Not ours to write: the next one.
    }
  }
  return join(homedir(), '.local');
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  symlinkSync(resolve(target), path);
}

const prefix = installPrefix();
// A copy, so that the clone may go.
const home = join(prefix, 'lib', 'git-checkpoint');
rmSync(home, { recursive: true, force: true });
cpSync('dist', home, { recursive: true });
cpSync('man', join(home, 'man'), { recursive: true });
link(join(home, 'git-checkpoint.cjs'), join(prefix, 'bin', 'git-checkpoint'));
link(join(home, 'man', 'git-checkpoint.1'), join(prefix, 'share', 'man', 'man1', 'git-checkpoint.1'));
say(`Installed ${join(prefix, 'bin', 'git-checkpoint')}`);
const onPath = (process.env['PATH'] ?? '').split(delimiter).includes(join(prefix, 'bin'));
if (!onPath) say(`Add it to your PATH: export PATH="${join(prefix, 'bin')}:$PATH"`);

const scratch = mkdtempSync(join(tmpdir(), 'git-checkpoint-first-'));
const env = { ...process.env, PATH: `${join(prefix, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` };
const git = (...args: string[]) => {
  const done = spawnSync('git', args, { cwd: scratch, env, stdio: 'inherit' });
  if (done.status !== 0) throw new Error(`git ${args.join(' ')} failed`);
};
git('init', '--quiet');
writeFileSync(join(scratch, 'hello.txt'), 'Work that no commit holds yet.\n');
say(`\nA first checkpoint, in ${scratch}:\n`);
git(
  'checkpoint',
  'save',
  '-m',
  'Try git checkpoint',
  '--task',
  'See what a checkpoint holds',
  '--next',
  'Run git checkpoint in a repository of yours',
);
say('');
git('--no-pager', 'checkpoint', 'show');
rmSync(scratch, { recursive: true });

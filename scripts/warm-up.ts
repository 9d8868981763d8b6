/**
 * Runs the built programs through their usual commands in a scratch repository and leaves the code that V8 compiled on the way beside
 * them, so that the first start of a user is as quick as the second.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

const dist = resolve('dist');
const scratch = mkdtempSync(join(tmpdir(), 'git-checkpoint-warm-up-'));
const repository = join(scratch, 'repository');
const writeOut = process.stdout.write.bind(process.stdout);
const writeError = process.stderr.write.bind(process.stderr);
const [home, started] = [process.env['HOME'], process.cwd()];
const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args]);

/** Every kind of change, so that the code for each is met. */
function change(round: number): void {
  writeFileSync('edited.txt', `one\n${round}\n`);
  // A staged file takes another way; so each way is gone.
  if (round % 2 === 0) git('add', 'edited.txt');
  else git('reset', '--quiet');
  writeFileSync(`source/deep/new-${round}.ts`, `export const value = ${round};\n`);
}

/** Runs a program as the launcher does. */
async function run(script: Script, program: string, args: readonly string[]): Promise<void> {
  process.argv = [process.execPath, program, ...args];
  const holder: { exports: { finished?: Promise<boolean> } } = { exports: {} };
  script.runInThisContext()(holder.exports, createRequire(program), holder, program, dirname(program));
  await holder.exports.finished;
  if (process.exitCode !== 0 && args[0] !== 'verify') throw new Error(`git checkpoint ${args.join(' ')} failed`);
}

const words = ['--next', 'Edit edited.txt', '--decision', 'Use one line', '--task', 'Warm up'];
const tours: Readonly<Record<string, readonly (readonly string[])[]>> = {
  save: [['save', '-m', 'Warm up', ...words], ['save']],
  list: [['list'], ['list', '-n', '20']],
  show: [['show'], ['show', '1']],
  verify: [['verify']],
  resume: [['resume']],
  diff: [['diff', '--stat']],
  share: [['push', 'origin'], ['push'], ['sync'], ['fetch']],
};

function saveOne(args: readonly string[] = []): void {
  execFileSync(process.execPath, [join(dist, 'git-checkpoint.cjs'), 'save', ...args]);
}

/** Something to send, and for a fetch something to receive. */
function prepareSharing([command = '']: readonly string[]): void {
  if (command === 'push' || command === 'sync') saveOne();
  if (command !== 'fetch') return;
  for (const folder of ['checkpoints', 'checkpoint-meta', 'checkpoint-sync', 'notes']) {
    const refs = git('for-each-ref', '--format=%(refname)', `refs/${folder}/`).toString().split('\n');
    for (const ref of refs.filter((name) => name !== '')) git('update-ref', '-d', ref);
  }
  rmSync('.git/git-checkpoint', { recursive: true });
}

try {
  process.env['HOME'] = scratch;
  git('init', '--quiet', repository);
  process.chdir(repository);
  mkdirSync('source/deep', { recursive: true });
  for (const name of ['edited.txt', 'gone.txt', 'source/same.ts']) writeFileSync(name, 'one\n');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'First');
  git('gc', '--quiet');
  git('init', '--quiet', '--bare', join(scratch, 'remote.git'));
  git('remote', 'add', 'origin', join(scratch, 'remote.git'));
  rmSync('gone.txt');
  process.stdout.write = () => true;
  process.stderr.write = () => true;
  const programs = readdirSync(dist).filter((name) => /^program.*\.cjs$/.test(name));
  let round = 0;
  for (const name of programs.sort((one, other) => one.length - other.length)) {
    const program = join(dist, name);
    const script = new Script(readFileSync(program, 'latin1'), { filename: pathToFileURL(program).href });
    const alone = /^program-(.*)\.cjs$/.exec(name)?.[1];
    // Of this clone: what the program before fetched is somebody else's.
    saveOne(words);
    for (const args of alone === undefined ? Object.values(tours).flat() : (tours[alone] ?? [])) {
      change((round += 1));
      prepareSharing(args);
      await run(script, program, args);
    }
    writeFileSync(`${program}-${process.version}-${process.arch}.cache`, script.createCachedData());
  }
} finally {
  process.stdout.write = writeOut;
  process.stderr.write = writeError;
  process.exitCode = 0;
  process.chdir(started);
  if (home !== undefined) process.env['HOME'] = home;
  rmSync(scratch, { recursive: true, force: true });
}

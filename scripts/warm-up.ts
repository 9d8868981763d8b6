/**
 * Runs the built program through its usual commands in a scratch repository and leaves the code that V8 compiled on the way beside
 * it, so that the first start of a user is as quick as the second.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

const program = resolve('dist/program.cjs');
const script = new Script(Module.wrap(readFileSync(program, 'utf8')), { filename: pathToFileURL(program).href });
const scratch = mkdtempSync(join(tmpdir(), 'git-checkpoint-warm-up-'));
const writeOut = process.stdout.write.bind(process.stdout);
const [home, started] = [process.env['HOME'], process.cwd()];
try {
  process.env['HOME'] = scratch;
  const repository = join(scratch, 'repository');
  execFileSync('git', ['init', '--quiet', repository]);
  writeFileSync(join(repository, 'a.txt'), 'one\n');
  process.chdir(repository);
  process.stdout.write = () => true;
  for (const args of [
    ['save', '-m', 'Warm up', '--next', 'Go on'],
    ['list'],
    ['show'],
    ['verify'],
    ['resume'],
    ['diff', '--stat'],
  ]) {
    process.argv = [process.execPath, program, ...args];
    const holder: { exports: { finished?: Promise<void> } } = { exports: {} };
    script.runInThisContext()(holder.exports, createRequire(program), holder, program, dirname(program));
    await holder.exports.finished;
    if (process.exitCode !== 0) throw new Error(`git checkpoint ${args.join(' ')} failed`);
  }
  writeFileSync(join(dirname(program), `program-${process.version}-${process.arch}.cache`), script.createCachedData());
} finally {
  process.stdout.write = writeOut;
  process.chdir(started);
  if (home !== undefined) process.env['HOME'] = home;
  rmSync(scratch, { recursive: true, force: true });
}

/**
 * Runs every test file in a process of its own, one per core at a time, and believes no exit code: uvu exits 0 on a suite that
 * never ran, on a left-over `only` and on a thrown string. `--coverage` also measures and checks line coverage.
 * Arguments are parts of file names to run.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../src/hooks/doctor/remove-folder.ts';

interface Outcome {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly output: string;
}

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const coverage = process.argv.includes('--coverage');
const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort();
const profiles = mkdtempSync(join(tmpdir(), 'git-checkpoint-coverage-'));
const env = { ...process.env, NODE_EXTRA_CA_CERTS: '', ...(coverage ? { NODE_V8_COVERAGE: profiles } : {}) };

const FILE_LIMIT_MS = 10 * 60_000;

function run(command: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    // A file that hangs is a failure with a name.
    const child = spawn(command, args, {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: FILE_LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

async function runFile(file: string): Promise<Outcome> {
  const pattern = `^${file.replaceAll('.', '\\.')}$`;
  const { code, output } = await run('node', ['--import', 'tsx', 'node_modules/uvu/bin.js', 'test', pattern]);
  const plain = output.replace(/\u001b\[\d+m/g, '');
  const count = (name: string) => Number(new RegExp(`^\\s*${name}:\\s+(\\d+)`, 'm').exec(plain)?.[1] ?? 0);
  const [total, passed, skipped] = [count('Total'), count('Passed'), count('Skipped')];
  const honest = code === 0 && total > 0 && passed === total && skipped === 0;
  return { file, passed, failed: honest ? 0 : Math.max(1, total - passed), output: plain };
}

async function runAll(): Promise<Outcome[]> {
  const queue = [...files];
  const outcomes: Outcome[] = [];
  const work = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const started = Date.now();
      const outcome = await runFile(file);
      outcomes.push(outcome);
      process.stdout.write(
        `${outcome.failed === 0 ? 'ok  ' : 'FAIL'} test/${file} (${outcome.passed}, ${Date.now() - started} ms)\n`,
      );
      for (const [line] of outcome.output.matchAll(/^skipped: .*$/gm)) process.stdout.write(`${line}\n`);
      if (outcome.failed > 0) process.stdout.write(`${outcome.output}\n`);
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
  return outcomes;
}

const outcomes = await runAll();
let failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
if (files.length === 0) failed += 1;
if (coverage) {
  const report = await run('npx', ['c8', 'report', '--check-coverage', '--temp-directory', profiles]);
  process.stdout.write(report.output);
  if (report.code !== 0) failed += 1;
}
await removeFolder(profiles);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

/**
 * How much processor time reading and analysing a transcript takes, beside the code of another commit, interleaved, each time in a
 * process of its own: `npm run bench:analysis -- FILE [--base COMMIT] [--rounds N]`. Exits 1 where it takes more than one and a half times as long.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const MOST = 1.5;
const ROOT = join(import.meta.dirname, '..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { base: { type: 'string' }, rounds: { type: 'string', default: '7' } },
});
const [file] = positionals;
if (file === undefined) {
  process.stderr.write('usage: npm run bench:analysis -- FILE [--base COMMIT] [--rounds N]\n');
  process.exit(2);
}
const path = resolve(file);
const rounds = Number(values.rounds);
const megabytes = (statSync(path).size / (1024 * 1024)).toFixed(1);
if (values.base === undefined) {
  tell('now', measured(ROOT, rounds));
} else {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'git-checkpoint-analysis-')));
  const base = join(folder, 'base');
  try {
    git('worktree', 'add', '--quiet', '--detach', base, values.base);
    symlinkSync(join(ROOT, 'node_modules'), join(base, 'node_modules'));
    compare(base, values.base);
  } finally {
    git('worktree', 'remove', '--force', base);
    rmSync(folder, { recursive: true, force: true });
  }
}

function compare(base: string, name: string): void {
  const [then, now]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    then.push(...measured(base, 1));
    now.push(...measured(ROOT, 1));
  }
  tell(name, then);
  tell('now', now);
  const ratio = median(now) / median(then);
  process.stdout.write(`${ratio.toFixed(2)} times as long, at most ${MOST}\n`);
  process.exitCode = ratio > MOST ? 1 : 0;
}

/** The second of two analyses in one process: the first pays for compiling. */
function measured(root: string, times: number): number[] {
  const program = `
    const { readSession } = await import('${root}/src/agents/read-session.ts');
    const { analyzeSession } = await import('${root}/src/analysis/analyze.ts');
    let took = 0;
    for (let time = 0; time < 2; time += 1) {
      const before = process.cpuUsage();
      const { session } = await readSession({ path: ${JSON.stringify(path)} });
      analyzeSession({ session, changes: [] });
      const { user, system } = process.cpuUsage(before);
      took = (user + system) / 1000;
    }
    process.stdout.write(String(took));`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  return Array.from({ length: times }, () => Number(execFileSync(process.execPath, args, { cwd: root })));
}

function tell(name: string, times: readonly number[]): void {
  const [least, middle] = [Math.min(...times), median(times)].map(Math.round);
  process.stdout.write(`${megabytes} MB, ${name}: median ${middle} ms, least ${least} ms of ${times.length}\n`);
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

function git(...args: string[]): void {
  execFileSync('git', args, { cwd: ROOT });
}

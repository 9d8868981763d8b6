/**
 * The portable engine beside the native one: a save with three changed files in repositories of 200 and 10,000 files. Runs take
 * turns, so that a busy machine slows both alike. Prints median and least time and the most memory of a save.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const engines = ['native', 'portable'] as const;
const rounds = Number(process.argv[2] ?? 9);
const cli = join(import.meta.dirname, '..', 'dist', 'git-checkpoint.cjs');
const env = { ...process.env, NODE_EXTRA_CA_CERTS: undefined, GIT_CONFIG_NOSYSTEM: '1' };

function git(root: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', '-c', 'gc.auto=0'];
  const run = spawnSync('git', [...identity, ...args], { cwd: root, env });
  if (run.status !== 0) throw new Error(`git ${args.join(' ')}: ${run.stderr}`);
}

function build(root: string, files: number): void {
  for (let at = 0; at < files; at += 1) {
    const path = join(root, `package-${at % 40}`, `part-${at % 400}`, `file-${at}.ts`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `export const value${at} = ${at};\n`.repeat(40));
  }
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'add', '-A');
  git(root, 'commit', '--quiet', '-m', 'ground');
  git(root, 'gc', '--quiet');
}

/** Milliseconds and megabytes of one save, the children of the process included. */
function save(root: string, engine: string, round: number): { time: number; memory: number } {
  for (const at of [0, 1, 2])
    writeFileSync(join(root, `package-${at}`, `part-${at}`, `file-${at}.ts`), `${engine} ${round}\n`);
  const started = performance.now();
  const run = spawnSync(process.execPath, [measurer, cli], {
    cwd: root,
    env: { ...env, GIT_CHECKPOINT_ENGINE: engine },
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return { time: performance.now() - started, memory: Number(/peak (\d+)/.exec(run.stderr)?.[1]) / 1024 };
}

const folder = mkdtempSync(join(tmpdir(), 'git-checkpoint-bench-'));
// The command in the same process, which tells its own peak at the end.
const measurer = join(folder, 'measure.cjs');
writeFileSync(
  measurer,
  `process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS + '\\n'));
   process.argv.splice(1, 2, process.argv[2], 'save', '-m', 'bench');
   require(process.argv[1]);`,
);
try {
  for (const files of [200, 10_000]) {
    const root = join(folder, String(files));
    mkdirSync(root);
    build(root, files);
    const results = new Map(engines.map((engine) => [engine, [] as { time: number; memory: number }[]]));
    for (let round = 0; round < rounds; round += 1)
      for (const engine of engines) results.get(engine)?.push(save(root, engine, round));
    for (const [engine, runs] of results) {
      const times = runs.map(({ time }) => time).sort((one, other) => one - other);
      const memory = Math.max(...runs.map((run) => run.memory));
      const median = times[Math.floor(times.length / 2)] ?? 0;
      process.stdout.write(
        `${String(files).padStart(6)} files  ${engine.padEnd(8)}  median ${median.toFixed(0)} ms  least ${(times[0] ?? 0).toFixed(0)} ms  peak ${memory.toFixed(0)} MB\n`,
      );
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

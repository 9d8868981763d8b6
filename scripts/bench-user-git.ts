/**
 * What the user's own git commands take in a repository with many checkpoints, packed as the hooks pack them, beside the same repository
 * without them after `git gc`: with as many as retention leaves of a year, and with twenty thousand. Fetch and push move one new commit
 * over ssh to a server on this machine, which no network can beat. Prints a Markdown table and writes it into docs/benchmarks.md; exits 1
 * when a command takes more than 1.2 times as long.
 *
 *   npm run build && node --import tsx scripts/bench-user-git.ts [--checkpoints 1300,20000] [--rounds 41] [--print]
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { processWorld } from '../src/open/process-world.ts';
import { withRepository } from '../src/open/repository.ts';
import { middle } from './bench/measure.ts';
import { benchEnv } from './bench/repositories.ts';
import { writeTable } from './bench/write-table.ts';
import { addCheckpoints, beginScaleStore } from './scale/store.ts';
import { type SshServer, startSshServer } from './user-git/ssh-server.ts';

const { values } = parseArgs({
  options: {
    checkpoints: { type: 'string', default: '1300,20000' },
    rounds: { type: 'string', default: '41' },
    print: { type: 'boolean', default: false },
  },
});
const MAX_RATIO = 1.2;
const program = fileURLToPath(new URL('../dist/git-checkpoint.cjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'git-checkpoint-user-git-'));
const server = await startSshServer(folder);
if (server === undefined) {
  process.stdout.write('SKIP: no ssh server is installed (Debian: openssh-server)\n');
  process.exit(0);
}
const env = { ...benchEnv(), GIT_SSH_COMMAND: server.command };
const git = (root: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: root, env, maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] })
    .toString()
    .trim();

interface Command {
  readonly args: readonly string[];
  /** What is done before each run, without being measured. */
  readonly prepare?: (root: string) => void;
}

const commands: readonly Command[] = [
  { args: ['status'] },
  { args: ['commit', '--allow-empty', '-qm', 'x'] },
  { args: ['push', '-q', 'origin', 'main'], prepare: (root) => git(root, 'commit', '--allow-empty', '-qm', 'x') },
  { args: ['fetch', '-q', 'origin'], prepare: commitElsewhere },
];

/** As if somebody else had pushed to another branch. */
function commitElsewhere(root: string): void {
  const remote = `${root}.git`;
  const commit = git(remote, 'commit-tree', '-p', 'main', '-m', `x ${performance.now()}`, 'main^{tree}');
  git(remote, 'update-ref', 'refs/heads/elsewhere', commit);
}

interface Row {
  readonly many: number;
  readonly name: string;
  readonly with: number;
  readonly without: number;
}

async function measure(many: number, { urlOf }: SshServer): Promise<Row[]> {
  const place = join(folder, String(many));
  const [full, bare] = [join(place, 'with'), join(place, 'without')];
  mkdirSync(place);
  const pattern = await beginScaleStore(full, () =>
    execFileSync(process.execPath, [program, 'save', '-m', 'one'], { cwd: full, env }),
  );
  const now = Date.now();
  addCheckpoints(full, { first: 1, last: many, from: now - 180 * 86_400_000, to: now - 1000, pattern });
  cpSync(full, bare, { recursive: true });
  const ours = git(bare, 'for-each-ref', '--format=delete %(refname)', 'refs/checkpoints', 'refs/notes');
  execFileSync('git', ['update-ref', '--stdin'], { cwd: bare, env, input: `${ours}\n` });
  await withRepository(full, { ...processWorld(full), env }, ({ engine }) => engine.tidy?.() ?? Promise.resolve());
  git(bare, 'gc', '--quiet', '--prune=now');
  for (const root of [full, bare]) {
    git(root, 'init', '--quiet', '--bare', '--initial-branch=main', `${root}.git`);
    git(root, 'remote', 'add', 'origin', urlOf(`${root}.git`));
    git(root, 'push', '--quiet', '-u', 'origin', 'main');
  }
  return commands.map(({ args, prepare }) => {
    const took = { with: [] as number[], without: [] as number[] };
    for (let round = 0; round < Number(values.rounds); round += 1) {
      // In turns, so that whatever else the machine does meets both.
      for (const [side, root] of [
        ['with', full],
        ['without', bare],
      ] as const) {
        prepare?.(root);
        const began = performance.now();
        git(root, ...args);
        took[side].push(performance.now() - began);
      }
    }
    return { many, name: args[0] ?? '', with: middle(took.with), without: middle(took.without) };
  });
}

const rows: Row[] = [];
try {
  for (const many of values.checkpoints.split(',').map(Number)) rows.push(...(await measure(many, server)));
} finally {
  server.stop();
  rmSync(folder, { recursive: true, force: true });
}
const isOver = (row: Row) => row.with / row.without > MAX_RATIO;
const machine = `${cpus().length} cores with a load of ${loadavg()[0]?.toFixed(0)}`;
const text = [
  '| command | checkpoints | ms without | with | ratio | |',
  '|---|---|---|---|---|---|',
  ...rows.map(
    (row) =>
      `| git ${row.name} | ${row.many.toLocaleString('en')} | ${row.without.toFixed(1)} | ${row.with.toFixed(1)} | ${(row.with / row.without).toFixed(2)} | ${isOver(row) ? 'over' : ''} |`,
  ),
  '',
  `${new Date().toISOString().slice(0, 10)}; ${machine}, median of ${values.rounds} rounds in turns.`,
];
process.stdout.write(`${text.join('\n')}\n`);
if (!values.print) writeTable('user git', 'scripts/bench-user-git.ts', text);
process.exitCode = rows.some(isOver) ? 1 : 0;

/**
 * How a sync grows with the store. Makes a remote with many checkpoints, and two pairs of clones of it: in one `git checkpoint` syncs a few new
 * ones, in the other bare git fetches and pushes as many. Rounds alternate, so that the machine's load falls on both alike.
 *
 * With --first, `git checkpoint` also makes the first push of all, which is otherwise git's.
 *
 *   node --import tsx scripts/sync-scale.ts [--checkpoints 10000] [--rounds 7] [--first]
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { newUid } from '../src/store/uid.ts';

const { values } = parseArgs({
  options: {
    checkpoints: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '7' },
    first: { type: 'boolean', default: false },
  },
});
const many = Number(values.checkpoints);
const PROGRAM =
  process.env['GIT_CHECKPOINT_PROGRAM'] ?? fileURLToPath(new URL('../dist/git-checkpoint.cjs', import.meta.url));
const base = realpathSync(mkdtempSync(join(tmpdir(), 'git-checkpoint-scale-')));
const person = ['AUTHOR', 'COMMITTER'].flatMap((role) => [
  [`GIT_${role}_NAME`, 'Ada Example'],
  [`GIT_${role}_EMAIL`, 'ada@example.com'],
]);
const env: Record<string, string> = {
  PATH: process.env['PATH'] ?? '',
  HOME: base,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: join(base, 'gitconfig'),
  ...Object.fromEntries(person),
};

/** Wall and processor time of the last command, all that it started included, in milliseconds. */
let spent = { wall: 0, cpu: 0 };

function run(place: string, command: readonly string[], input = ''): string {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@"';
  const options = { cwd: join(base, place), env, input, encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  const ran = spawnSync('bash', ['-c', script, 'timed', ...command], options);
  if (ran.status !== 0) throw new Error(`${command.slice(0, 6).join(' ')} in ${place}: ${ran.stderr}`);
  const [wall = 0, user = 0, system = 0] = (ran.stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  spent = { wall: wall * 1000, cpu: (user + system) * 1000 };
  return ran.stdout.trimEnd();
}
const git = (place: string, ...args: string[]) => run(place, ['git', ...args]);
const checkpoint = (place: string, ...args: string[]) => run(place, [process.execPath, PROGRAM, ...args]);

/** As many checkpoints as asked for, like the one that was saved, in one stream. */
function multiply(place: string): void {
  const commit = git(place, 'rev-parse', 'refs/checkpoints/1');
  const [uid = ''] = /[0-9A-Z]{26}/.exec(git(place, 'log', '-1', '--format=%B', commit)) ?? [];
  const message = git(place, 'log', '-1', '--format=%B', commit);
  const note = git(place, 'notes', '--ref=checkpoints', 'show', commit);
  const parent = git(place, 'rev-parse', 'HEAD');
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const who = 'Ada Example <ada@example.com> 1767323045 +0000';
  const stream: string[] = [];
  const notes: string[] = [];
  for (let number = 2; number <= many; number += 1) {
    const own = newUid(new Date(1767323045000 + number));
    stream.push(
      `commit refs/checkpoints/${number}\nmark :${number}\ncommitter ${who}\n${data(message.replace(uid, own))}`,
      `from ${parent}\nM 100644 inline work-${number % 50}.txt\n${data(`work ${number}\n`)}`,
    );
    notes.push(`N inline :${number}\n${data(note.replace(uid, own))}`);
  }
  const from = `from ${git(place, 'rev-parse', 'refs/notes/checkpoints')}\n`;
  stream.push(`commit refs/notes/checkpoints\ncommitter ${who}\n${data('notes')}${from}${notes.join('')}`);
  run(place, ['git', 'fast-import', '--quiet', '--force'], stream.join(''));
}

function median(times: readonly number[]): number {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

const tracking = 'refs/checkpoint-sync/origin';
const globs = [
  `+refs/checkpoints/*:${tracking}/c/*`,
  `+refs/notes/checkpoints*:${tracking}/notes*`,
  `+refs/checkpoint-meta/ledger*:${tracking}/ledger*`,
];
function bareFetch(place: string): typeof spent {
  git(place, '-c', 'fetch.fsckObjects=true', 'fetch', '--quiet', '--prune', '--no-tags', 'origin', ...globs);
  return spent;
}

/** Makes three checkpoints by hand in the bare pair, and answers the refs to push. */
function prepareBare(place: string, next: number): string[] {
  const head = git(place, 'rev-parse', 'HEAD');
  const refs = [0, 1, 2].map((step) => {
    writeFileSync(join(base, place, 'work.txt'), `bare ${next + step}\n`);
    git(place, 'add', 'work.txt');
    const commit = git(place, 'commit-tree', '-p', head, '-m', `bare ${next + step}`, git(place, 'write-tree'));
    git(place, 'notes', '--ref=checkpoints', 'add', '-m', 'x'.repeat(900), commit);
    return `${commit}:refs/checkpoints/${next + step}`;
  });
  writeFileSync(join(base, 'ledger'), `hwm ${next + 2}\n`);
  const ledger = git(place, 'hash-object', '-w', join(base, 'ledger'));
  return [...refs, `${ledger}:refs/checkpoint-meta/ledger`, '+refs/notes/checkpoints:refs/notes/checkpoints'];
}

function build(): void {
  git('.', 'init', '--quiet', '--bare', '--initial-branch=main', 'remote.git');
  git('.', 'clone', '--quiet', join(base, 'remote.git'), 'ours');
  git('ours', 'checkout', '--quiet', '-B', 'main');
  for (let file = 0; file < 200; file += 1) writeFileSync(join(base, 'ours', `file-${file}.txt`), `file ${file}\n`);
  git('ours', 'add', '-A');
  git('ours', 'commit', '--quiet', '-m', 'begin');
  git('ours', 'push', '--quiet', 'origin', 'main');
  git('ours', 'config', 'checkpoint.remote', 'origin');
  writeFileSync(join(base, 'ours', 'work.txt'), 'one\n');
  checkpoint('ours', '-m', 'one');
  multiply('ours');
  rmSync(join(base, 'ours/.git/git-checkpoint'), { recursive: true });
}

// Waiting for the disk would hide what is compared.
writeFileSync(join(base, 'gitconfig'), '[core]\n\tfsync = none\n');
build();
if (values.first) {
  checkpoint('ours', 'push');
  process.stdout.write(`first push ${Math.round(spent.wall)} ms (${Math.round(spent.cpu)} ms of processors)\n`);
} else {
  const ledger = run('ours', ['git', 'hash-object', '-w', '--stdin'], `hwm ${many}\n`);
  git('ours', 'update-ref', 'refs/checkpoint-meta/ledger', ledger);
  const all = ['checkpoints/*', 'notes/checkpoints', 'checkpoint-meta/ledger'].map(
    (name) => `refs/${name}:refs/${name}`,
  );
  git('ours', 'push', '--quiet', 'origin', ...all);
  checkpoint('ours', 'sync');
}
git('.', 'clone', '--quiet', join(base, 'remote.git'), 'theirs');
git('theirs', 'config', 'checkpoint.remote', 'origin');
checkpoint('theirs', 'fetch');
process.stdout.write(`whole fetch ${Math.round(spent.wall)} ms (${Math.round(spent.cpu)} ms of processors)\n`);
for (const place of ['ours', 'theirs', 'remote.git']) git(place, 'gc', '--quiet');
for (const [from, to] of [
  ['remote.git', 'bare-remote.git'],
  ['ours', 'bare-ours'],
  ['theirs', 'bare-theirs'],
] as const) {
  cpSync(join(base, from), join(base, to), { recursive: true });
  if (from !== 'remote.git') git(to, 'remote', 'set-url', 'origin', join(base, 'bare-remote.git'));
}

const starts = Array.from({ length: 5 }, () => {
  run('.', [process.execPath, '-e', '0']);
  return spent;
});
const kinds = ['sync', 'push', 'fetch'] as const;
type Spent = typeof spent;
const ours: Record<(typeof kinds)[number], Spent[]> = { sync: [], push: [], fetch: [] };
const bare: Record<(typeof kinds)[number], Spent[]> = { sync: [], push: [], fetch: [] };
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const kind of ['sync', 'push'] as const) {
    for (let step = 0; step < 3; step += 1) {
      writeFileSync(join(base, 'ours', 'work.txt'), `${kind} ${round} ${step}\n`);
      checkpoint('ours', '-m', `${kind} ${round} ${step}`);
    }
    checkpoint('ours', kind);
    ours[kind].push(spent);
    checkpoint('theirs', 'fetch');
    ours.fetch.push(spent);
    const refs = prepareBare('bare-ours', many + 1 + (round * 2 + (kind === 'sync' ? 0 : 1)) * 3);
    const before = kind === 'sync' ? bareFetch('bare-ours') : { wall: 0, cpu: 0 };
    git('bare-ours', 'push', '--quiet', '--atomic', '--force', 'origin', ...refs);
    bare[kind].push({ wall: before.wall + spent.wall, cpu: before.cpu + spent.cpu });
    bare.fetch.push(bareFetch('bare-theirs'));
  }
}
for (const kind of kinds) {
  const of = (list: readonly Spent[], what: keyof Spent) => median(list.map((one) => one[what]));
  const compare = (what: keyof Spent) => {
    const [mine, theirs, node] = [of(ours[kind], what), of(bare[kind], what), of(starts, what)];
    const ratios = `×${(mine / theirs).toFixed(2)}, with a start of node ×${(mine / (theirs + node)).toFixed(2)}`;
    return `${Math.round(mine)} ms, bare git ${Math.round(theirs)} ms: ${ratios}`;
  };
  process.stdout.write(`${kind} of 3 new: ${compare('wall')}; processors: ${compare('cpu')}\n`);
}
rmSync(base, { recursive: true, force: true, maxRetries: 3 });

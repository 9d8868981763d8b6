/**
 * How sharing grows with the store. Makes a remote with many checkpoints and two pairs of clones of it: in one `git checkpoint` shares a
 * few new ones, in the other bare git pushes and fetches as many refs. Rounds alternate, so that the machine's load falls on both alike.
 * Bare git pushes in two ways, the new refs by name or all by a glob; the reference of a sync is a fetch and such a push. Prints a
 * Markdown table for docs/benchmarks.md.
 *
 *   node --import tsx scripts/sync-scale.ts [--checkpoints 10000] [--rounds 10]
 */
import { cpSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { removeFolder } from '../src/hooks/doctor/remove-folder.ts';
import { base, checkpoint, git, type Spent, spent, timed } from './sync-scale/stage.ts';
import { buildStore } from './sync-scale/store.ts';

const { values } = parseArgs({
  options: { checkpoints: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '10' } },
});
const many = Number(values.checkpoints);
const rounds = Number(values.rounds);
const NEW = 3;

const tracking = 'refs/checkpoint-sync/origin';
const everything = ['checkpoints/*', 'notes/checkpoints*', 'checkpoint-meta/ledger*'];
const globs = everything.map((name) => `+refs/${name}:refs/${name}`);
const fetched = ['c/*', 'notes*', 'ledger*'].map((name, at) => `+refs/${everything[at]}:${tracking}/${name}`);

function bareFetch(place: string): Spent {
  return git(place, '-c', 'fetch.fsckObjects=true', 'fetch', '--quiet', '--prune', '--no-tags', 'origin', ...fetched);
}

/** Makes new checkpoints by hand in the bare pair, and answers their refs. */
function prepareBare(place: string, next: number): string[] {
  git(place, 'rev-parse', 'HEAD');
  const head = spent.stdout;
  const names = Array.from({ length: NEW }, (_, step) => {
    writeFileSync(join(base, place, 'work.txt'), `bare ${next + step}\n`);
    git(place, 'add', 'work.txt');
    git(place, 'write-tree');
    git(place, 'commit-tree', '-p', head, '-m', `bare ${next + step}`, spent.stdout);
    const commit = spent.stdout;
    git(place, 'update-ref', `refs/checkpoints/${next + step}`, commit);
    git(place, 'notes', '--ref=checkpoints', 'add', '-m', 'x'.repeat(900), commit);
    return `refs/checkpoints/${next + step}`;
  });
  timed(place, ['git', 'hash-object', '-w', '--stdin'], `hwm ${next + NEW - 1}\n`);
  git(place, 'update-ref', 'refs/checkpoint-meta/ledger', spent.stdout);
  return [...names, 'refs/notes/checkpoints', 'refs/checkpoint-meta/ledger'];
}

function saveSome(place: string, words: string): void {
  for (let step = 0; step < NEW; step += 1) {
    writeFileSync(join(base, place, 'work.txt'), `${words} ${step}\n`);
    checkpoint(place, '-m', `${words} ${step}`);
  }
}

/** One comparison: what our command took, and what the reference took. */
const rows = new Map<string, { ours: Spent[]; bare: Spent[] }>();
function note(row: string, mine: Spent | undefined, bare: Spent): void {
  const found = rows.get(row) ?? { ours: [], bare: [] };
  if (mine) found.ours.push(mine);
  found.bare.push(bare);
  rows.set(row, found);
}

buildStore(many);
cpSync(join(base, 'ours'), join(base, 'bare-first'), { recursive: true });
git('.', 'clone', '--quiet', '--bare', join(base, 'remote.git'), 'bare-first.git');
git('bare-first', 'remote', 'set-url', 'origin', join(base, 'bare-first.git'));
note('first push of all', checkpoint('ours', 'push'), git('bare-first', 'push', '--quiet', 'origin', ...globs));
for (const place of ['theirs', 'bare-whole']) git('.', 'clone', '--quiet', join(base, 'remote.git'), place);
note('first fetch of all', checkpoint('theirs', 'fetch'), bareFetch('bare-whole'));
for (const place of ['ours', 'theirs', 'remote.git']) git(place, 'gc', '--quiet');
for (const [from, to] of [
  ['remote.git', 'bare-remote.git'],
  ['ours', 'bare-ours'],
  ['theirs', 'bare-theirs'],
] as const) {
  cpSync(join(base, from), join(base, to), { recursive: true });
  if (from !== 'remote.git') git(to, 'remote', 'set-url', 'origin', join(base, 'bare-remote.git'));
}

const starts: Spent[] = [];
const pushes = new Map<'glob' | 'name', Spent[]>([
  ['glob', []],
  ['name', []],
]);
const fetches: Spent[] = [];
const ours: Record<'sync' | 'push', Spent[]> = { sync: [], push: [] };
for (let round = 0; round < rounds; round += 1) {
  for (const kind of ['sync', 'push'] as const) {
    starts.push(timed('.', [process.execPath, '-e', '0']));
    saveSome('ours', `${kind} ${round}`);
    ours[kind].push(checkpoint('ours', kind));
    const refs = prepareBare('bare-ours', many + 1 + (round * 2 + (kind === 'sync' ? 0 : 1)) * NEW);
    fetches.push(bareFetch('bare-ours'));
    const way = kind === 'sync' ? 'glob' : 'name';
    const named = way === 'glob' ? globs : refs.map((ref) => `+${ref}:${ref}`);
    pushes.get(way)?.push(git('bare-ours', 'push', '--quiet', '--atomic', 'origin', ...named));
    note(`fetch of ${NEW} new`, checkpoint('theirs', 'fetch'), bareFetch('bare-theirs'));
    note('fetch of nothing new', checkpoint('theirs', 'fetch'), bareFetch('bare-theirs'));
  }
}

function summary(list: readonly Spent[]): { median: number; least: number } {
  const sorted = list.map(({ wall }) => wall).sort((one, other) => one - other);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, least: sorted[0] ?? 0 };
}
for (const [way, times] of pushes) {
  for (const [at, one] of times.entries()) {
    note(`push of ${NEW} new, bare by ${way}`, ours.push[at], one);
    note(`sync of ${NEW} new, bare by ${way}`, ours.sync[at], { ...one, wall: one.wall + (fetches[at]?.wall ?? 0) });
  }
}

const node = summary(starts);
const say = (text: string) => process.stdout.write(`${text}\n`);
say(`${many} checkpoints, ${rounds} rounds; ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
say(`a start of node takes ${node.median.toFixed(0)} / ${node.least.toFixed(0)} ms\n`);
say('| ms, median / least | git checkpoint | bare git | ratio | with a start of node |\n|---|---|---|---|---|');
for (const [row, both] of rows) {
  const [mine, theirs] = [summary(both.ours), summary(both.bare)];
  const pair = (one: number, other: number) => `${one.toFixed(2)} / ${other.toFixed(2)}`;
  const plain = pair(mine.median / theirs.median, mine.least / theirs.least);
  const started = pair(mine.median / (theirs.median + node.median), mine.least / (theirs.least + node.least));
  const cell = (one: typeof mine) => `${one.median.toFixed(0)} / ${one.least.toFixed(0)}`;
  say(`| ${row} | ${cell(mine)} | ${cell(theirs)} | ${plain} | ${started} |`);
}
await removeFolder(base);

/**
 * Measures the commands beside their references in one run. `--quick` uses few rounds, `--sizes 200,10000` fewer repositories.
 * Prints Markdown tables for docs/benchmarks.md.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { type Candidate, peakMemory, roundRobin, type Timing } from './bench/measure.ts';
import { REFERENCE, referenceScripts } from './bench/references.ts';
import { benchEnv, benchRepository, change, reset } from './bench/repositories.ts';

const quick = process.argv.includes('--quick');
const sizes = (process.argv.find((argument) => argument.startsWith('--sizes='))?.slice(8) ?? '200,10000,100000')
  .split(',')
  .map(Number);
const cli = resolve('dist/git-checkpoint.cjs');
const say = (text: string) => process.stdout.write(`${text}\n`);
const git = (root: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: root, env: benchEnv(), encoding: 'utf8', maxBuffer: 1 << 28 }).trim();
const checkpoint = (root: string, ...args: string[]) =>
  execFileSync(cli, args, { cwd: root, env: benchEnv(), encoding: 'utf8' });
/** What loading Node and the parts of it that a save cannot do without takes, before a line of ours has run. */
const PARTS = "for (const part of ['child_process', 'crypto', 'zlib']) require(part)";
const show = (timing: Timing | undefined) =>
  timing === undefined ? '' : `${timing.median.toFixed(0)} / ${timing.least.toFixed(0)}`;

function roundsFor(files: number): number {
  if (quick) return 3;
  return files > 50_000 ? 7 : 15;
}

function forgetCheckpoints(root: string): void {
  const refs = git(
    root,
    'for-each-ref',
    '--format=delete %(refname)',
    'refs/checkpoints',
    'refs/notes',
    'refs/bench',
    'refs/checkpoint-meta',
  );
  execFileSync('git', ['update-ref', '--stdin'], { cwd: root, env: benchEnv(), input: refs === '' ? '' : `${refs}\n` });
  rmSync(join(root, '.git/git-checkpoint'), { recursive: true, force: true });
}

/** A run leaves some fifty thousand objects, and the next one is not to be slower for them. */
function tidy(root: string): void {
  forgetCheckpoints(root);
  git(root, 'prune', '--expire=now');
}

const packOf = (root: string) => join(root, '.git/git-checkpoint/pack.json');

function forgetPack(root: string): void {
  rmSync(packOf(root), { force: true });
}

/** Waits until the pack of the save before is there. */
function awaitPack(root: string): void {
  const end = Date.now() + 3000;
  while (!existsSync(packOf(root)) && Date.now() < end)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  // It is written before its process ends.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
}

/** save beside bare node, the bare git sequence and the peers' ways. */
function benchSave(files: number): void {
  const root = benchRepository(files, 'save');
  tidy(root);
  const scripts = referenceScripts();
  say(`\n### save, ${files} files (ms, median / least)\n`);
  say(
    `| changed | bare node | node and parts | ${[...scripts.keys()].join(' | ')} | git checkpoint save | ratio by median | ratio by least |`,
  );
  say(`|---|---|---|${[...scripts.keys()].map(() => '---|').join('')}---|---|---|`);
  for (const amount of [0, 3, 1000].filter((changed) => changed <= files)) {
    reset(root);
    forgetCheckpoints(root);
    checkpoint(root, 'save');
    awaitPack(root);
    const before = () => change(root, amount, files);
    const beforeSave = () => {
      forgetPack(root);
      before();
    };
    const candidates: Candidate[] = [
      { name: 'node', argv: [process.execPath, '-e', '0'], cwd: root },
      { name: 'parts', argv: [process.execPath, '-e', PARTS], cwd: root },
      ...[...scripts].map(([name, path]) => ({ name, argv: ['sh', path], cwd: root, before })),
      {
        name: 'save',
        argv: [cli, 'save', '-m', 'bench'],
        cwd: root,
        before: beforeSave,
        after: () => awaitPack(root),
      },
    ];
    const times = roundRobin(candidates, roundsFor(files));
    const [node, reference, save] = [times.get('node'), times.get(REFERENCE), times.get('save')];
    const ratio = (pick: keyof Timing) =>
      ((save?.[pick] ?? 0) / ((reference?.[pick] ?? 0) + (node?.[pick] ?? 0))).toFixed(2);
    say(
      `| ${amount} | ${show(node)} | ${show(times.get('parts'))} | ${[...scripts.keys()].map((name) => show(times.get(name))).join(' | ')} | ${show(save)} | ${ratio('median')} | ${ratio('least')} |`,
    );
  }
  reset(root);
}

/** The reading commands, beside bare node and what git itself needs. */
function benchReading(files: number): void {
  const root = benchRepository(files, 'save');
  say(`\n### reading, ${files} files (ms, median / least)\n`);
  say(
    '| checkpoint of | bare node | git status | git log -1 --notes | verify | list -n 20 | show | resume after a save | ratio | resume without its pack | ratio |\n|---|---|---|---|---|---|---|---|---|---|---|',
  );
  for (const amount of [3, 1000].filter((changed) => changed <= files)) {
    reset(root);
    forgetCheckpoints(root);
    change(root, amount, files);
    const saveOne = () => {
      forgetPack(root);
      checkpoint(root, 'save', '-m', 'bench', '--next', 'Edit new/n0.ts', '--decision', 'Use ratios');
      awaitPack(root);
    };
    for (let at = 0; at < 25; at += 1) saveOne();
    const own = (...args: string[]) => [cli, ...args];
    const times = roundRobin(
      [
        { name: 'node', argv: [process.execPath, '-e', '0'], cwd: root },
        { name: 'status', argv: ['git', 'status', '--porcelain'], cwd: root },
        { name: 'log', argv: ['git', 'log', '-1', '--notes=checkpoints', 'refs/checkpoints/25'], cwd: root },
        { name: 'verify', argv: own('verify'), cwd: root },
        { name: 'list', argv: own('list', '-n', '20'), cwd: root },
        { name: 'show', argv: own('show'), cwd: root },
        { name: 'resume', argv: own('resume'), cwd: root, before: saveOne },
        { name: 'unprepared', argv: own('resume'), cwd: root, before: () => forgetPack(root) },
      ],
      roundsFor(files),
    );
    const of = (name: string) => times.get(name)?.median ?? 0;
    const withRatio = (name: string) =>
      `${show(times.get(name))} | ${(of(name) / (of('node') + of('status') + of('log'))).toFixed(2)}`;
    const cells = ['node', 'status', 'log', 'verify', 'list', 'show'].map((name) => show(times.get(name)));
    say(`| ${amount} files | ${[...cells, withRatio('resume'), withRatio('unprepared')].join(' | ')} |`);
  }
  reset(root);
}

/** The same commands with 10 and with 10,000 checkpoints. */
function benchMany(): void {
  const [few, many] = [benchRepository(200, 'few'), benchRepository(200, 'many')];
  for (const root of [few, many]) tidy(root);
  fill(few, 10);
  fill(many, 10_000);
  const commands: Readonly<Record<string, readonly string[]>> = {
    save: ['save', '-m', 'bench'],
    verify: ['verify'],
    'list -n 20': ['list', '-n', '20'],
    show: ['show'],
    resume: ['resume'],
    keep: ['keep', '5'],
  };
  // A tenth more is less than what rounds differ by: it takes many to see it.
  const rounds = quick ? 3 : 41;
  say(
    '\n### 10 and 10,000 checkpoints (ms, median / least)\n\n| command | 10 | 10,000 | ratio by median | ratio by least |\n|---|---|---|---|---|',
  );
  for (const [name, args] of Object.entries(commands)) {
    const beside = (root: string) =>
      name === 'save' ? { before: () => forgetPack(root), after: () => awaitPack(root) } : {};
    const candidate = (of: string, root: string) => ({ name: of, argv: [cli, ...args], cwd: root, ...beside(root) });
    const times = roundRobin([candidate('few', few), candidate('many', many)], rounds);
    const ratio = (pick: keyof Timing) =>
      ((times.get('many')?.[pick] ?? 0) / (times.get('few')?.[pick] ?? 1)).toFixed(2);
    say(
      `| ${name} | ${show(times.get('few'))} | ${show(times.get('many'))} | ${ratio('median')} | ${ratio('least')} |`,
    );
  }
}

/** Makes checkpoints as copies of a saved one, straight through git: ten thousand saves would take an hour. */
function fill(root: string, amount: number): void {
  forgetCheckpoints(root);
  checkpoint(root, 'save', '-m', 'bench', '--next', 'Go on');
  awaitPack(root);
  const note = git(root, 'notes', '--ref=checkpoints', 'show', 'refs/checkpoints/1');
  const message = git(root, 'log', '-1', '--format=%B', 'refs/checkpoints/1');
  const head = git(root, 'rev-parse', 'HEAD');
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const numbers = Array.from({ length: amount }, (_, at) => at + 1);
  const commits = numbers.map(
    (number) =>
      `commit refs/checkpoints/${number}\nmark :${number}\ncommitter A <a@b> ${1_790_000_000 + number} +0000\n${data(message)}from ${head}\n\n`,
  );
  const notes = numbers.map((number) => `N inline :${number}\n${data(note)}`);
  const stream = `${commits.join('')}commit refs/notes/checkpoints\ncommitter A <a@b> 1790000000 +0000\ndata 0\n${notes.join('')}\n`;
  execFileSync('git', ['fast-import', '--quiet', '--force'], { cwd: root, env: benchEnv(), input: stream });
  rmSync(join(root, '.git/git-checkpoint'), { recursive: true, force: true });
  checkpoint(root, 'save', '-m', 'newest');
  awaitPack(root);
}

/** Loose objects and refs with their sizes in bytes. */
function stored(root: string): Map<string, number> {
  const lines = execFileSync('find', ['.git/objects', '.git/refs', '-type', 'f', '-printf', '%s %P\\n'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return new Map(
    lines
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(line.indexOf(' ') + 1).replace('/', ''), Number(line.slice(0, line.indexOf(' ')))]),
  );
}

function benchSpace(files: number): void {
  const root = benchRepository(files, 'save');
  reset(root);
  const saveChange = () => {
    change(root, 3, files);
    forgetPack(root);
    const told = checkpoint(root, 'save', '-m', 'bench', '--json');
    awaitPack(root);
    return JSON.parse(told);
  };
  saveChange();
  const before = stored(root);
  const { number } = saveChange();
  const kinds = new Map(
    git(root, 'ls-tree', '-r', '-t', '--format=%(objectname) %(objecttype)', `refs/checkpoints/${number}`)
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  );
  kinds.set(git(root, 'rev-parse', `refs/checkpoints/${number}^{tree}`), 'tree');
  const grown = { blob: 0, tree: 0, rest: 0 };
  for (const [name, size] of stored(root)) {
    if (!before.has(name)) grown[(kinds.get(name) as 'blob' | 'tree' | undefined) ?? 'rest'] += size;
  }
  say(
    `\n${files} files: a checkpoint of 3 small files adds ${grown.blob} bytes of blobs, ${grown.tree} of their folders' trees, ${grown.rest} of everything else; save holds ${peakMemory([cli, 'save', '-m', 'bench'], root).toFixed(0)} MB at most, list ${peakMemory([cli, 'list'], root).toFixed(0)} MB.`,
  );
  reset(root);
}

say(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores; ${git('.', '--version')}; node ${process.version}; ${new Date().toISOString().slice(0, 10)}`,
);
for (const files of sizes) {
  benchSave(files);
  benchReading(files);
  benchSpace(files);
}
benchMany();

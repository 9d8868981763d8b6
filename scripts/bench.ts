/**
 * Holds the program to its budgets: each command beside bare node and git in one interleaved run, by the median. Prints one line for each
 * budget and exits 1 when one is exceeded. `--quick` uses few rounds, `--sizes=200,10000` fewer repositories. `--least` takes the least of
 * all rounds in the place of the median, for a machine with other work: that can only make a run slower.
 */
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { fillWithCheckpoints, forgetCheckpoints } from './bench/checkpoints.ts';
import { agentEvents, hookEvent, writeTranscript } from './bench/hook-events.ts';
import { type Candidate, middle, roundRobin } from './bench/measure.ts';
import { REFERENCE, referenceScript } from './bench/references.ts';
import { benchEnv, benchRepository, change, reset } from './bench/repositories.ts';

const quick = process.argv.includes('--quick');
const choose = process.argv.includes('--least') ? (times: readonly number[]) => Math.min(...times) : middle;
const sizes = (process.argv.find((word) => word.startsWith('--sizes='))?.slice(8) ?? '200,10000,100000')
  .split(',')
  .map(Number);
const cli = resolve('dist/git-checkpoint.cjs');
const NODE = 'bare node';
const STATUS = 'git status';
const MIDDLE = 10_000;
/** A tenth more is less than what rounds differ by: it takes many to see it. */
const ROUNDS = quick ? { few: 3, usual: 3, many: 5 } : { few: 9, usual: 21, many: 41 };

type Times = ReadonlyMap<string, number>;
interface Budget {
  readonly words: string;
  limit(of: (name: string) => number): number;
}

const over = (milliseconds: number, ...references: readonly string[]): Budget => ({
  words: `${references.join(' + ')} + ${milliseconds} ms`,
  limit: (of) => references.reduce((sum, name) => sum + of(name), milliseconds),
});
const within = (factor: number, ...references: readonly string[]): Budget => ({
  words: references.length === 1 ? `${factor} × ${references[0]}` : `${factor} × (${references.join(' + ')})`,
  limit: (of) => factor * references.reduce((sum, name) => sum + of(name), 0),
});

/** Whichever allows more: a multiple alone would allow less in a repository of 10,000 files than in one of 200. */
const orElse = (one: Budget, other: Budget): Budget => ({
  words: `${one.words}, or ${other.words}`,
  limit: (of) => Math.max(one.limit(of), other.limit(of)),
});

let exceeded = 0;

function judge(what: string, times: Times, { name, budget }: { readonly name: string; readonly budget: Budget }): void {
  const of = (one: string) => times.get(one) ?? Number.NaN;
  const [took, limit] = [of(name), budget.limit(of)];
  const isOver = !(took <= limit);
  if (isOver) exceeded += 1;
  const figures = `${took.toFixed(0).padStart(6)} ms of ${limit.toFixed(0).padStart(4)}`;
  process.stdout.write(`${isOver ? 'over' : 'ok  '} ${figures}  ${what}  (${budget.words})\n`);
}

const own = (name: string, root: string, ...args: string[]): Candidate => ({ name, argv: [cli, ...args], cwd: root });
const node = (cwd: string): Candidate => ({ name: NODE, argv: [process.execPath, '-e', '0'], cwd });
const status = (cwd: string): Candidate => ({ name: STATUS, argv: ['git', 'status', '--porcelain'], cwd });
const saveIn = (root: string) => () =>
  void execFileSync(cli, ['save', '-m', 'bench', '--next', 'Edit new/n0.ts', '--decision', 'Use ratios'], {
    cwd: root,
    env: benchEnv(),
  });

function benchSave(files: number): void {
  const root = benchRepository(files, 'save');
  const reference = referenceScript();
  for (const amount of [0, 3, 1000].filter((changed) => changed <= files)) {
    reset(root);
    forgetCheckpoints(root);
    saveIn(root)();
    const before = () => change(root, amount, files);
    const times = roundRobin(
      [
        node(root),
        { name: REFERENCE, argv: ['sh', reference], cwd: root, before },
        { ...own('save', root, 'save', '-m', 'bench'), before },
      ],
      files > MIDDLE ? ROUNDS.few : ROUNDS.usual,
      choose,
    );
    const small = over(60, NODE, REFERENCE);
    const budget = files < MIDDLE ? small : orElse(within(1.25, NODE, REFERENCE), small);
    judge(`save, ${files} files, ${amount} changed`, times, { name: 'save', budget });
  }
  reset(root);
}

/** What reads, and the hooks, where the working tree changed since the checkpoint. */
function benchReading(): void {
  const root = benchRepository(MIDDLE, 'save');
  reset(root);
  forgetCheckpoints(root);
  change(root, 3, MIDDLE);
  for (let at = 0; at < 25; at += 1) saveIn(root)();
  const before = () => change(root, 3, MIDDLE);
  const commands = { 'list -n 20': ['list', '-n', '20'], show: ['show'], status: ['status'], resume: ['resume'] };
  const times = roundRobin(
    [
      node(root),
      status(root),
      ...Object.entries(commands).map(([name, args]) => ({ ...own(name, root, ...args), before })),
    ],
    ROUNDS.usual,
    choose,
  );
  for (const name of ['list -n 20', 'show']) judge(`${name}, ${MIDDLE} files`, times, { name, budget: over(60, NODE) });
  for (const [name, ms] of [
    ['status', 100],
    ['resume', 80],
  ] as const)
    judge(`${name}, ${MIDDLE} files, changed since`, times, { name, budget: over(ms, NODE, STATUS) });
  benchHooks(root, before);
  reset(root);
}

function benchHooks(root: string, before: () => void): void {
  const events = agentEvents(writeTranscript());
  const start = { hook_event_name: 'SessionStart', source: 'startup' };
  const times = roundRobin(
    [node(root), status(root), ...[...events, start].map((event) => ({ ...hookEvent(cli, root, event), before }))],
    ROUNDS.usual,
    choose,
  );
  for (const { hook_event_name: name } of events) judge(`hook, ${name}`, times, { name, budget: over(30, NODE) });
  const budget = over(100, NODE, STATUS);
  judge(`hook, SessionStart with the pack, ${MIDDLE} files, changed since`, times, { name: 'SessionStart', budget });
}

/** The same commands with 10 and with 10,000 checkpoints. */
function benchMany(): void {
  const [few, many] = [benchRepository(200, 'few'), benchRepository(200, 'many')];
  fillWithCheckpoints(few, 10, saveIn(few));
  fillWithCheckpoints(many, 10_000, saveIn(many));
  const [prompt] = agentEvents('');
  const commands: readonly (readonly [string, (root: string) => Candidate])[] = [
    ['save', (root) => own('', root, 'save', '-m', 'bench')],
    ['list -n 20', (root) => own('', root, 'list', '-n', '20')],
    ['show', (root) => own('', root, 'show')],
    ['status', (root) => own('', root, 'status')],
    ['resume', (root) => own('', root, 'resume')],
    ['hook, UserPromptSubmit', (root) => hookEvent(cli, root, prompt)],
    ['hook, SessionStart', (root) => hookEvent(cli, root, { hook_event_name: 'SessionStart' })],
  ];
  for (const [name, candidate] of commands) {
    const times = roundRobin(
      [
        { ...candidate(few), name: 'with 10' },
        { ...candidate(many), name: 'with 10,000' },
      ],
      ROUNDS.many,
      choose,
    );
    judge(`${name}, 10,000 checkpoints`, times, { name: 'with 10,000', budget: within(1.1, 'with 10') });
  }
}

const gitVersion = execFileSync('git', ['--version'], { encoding: 'utf8' }).trim();
process.stdout.write(`${cpus()[0]?.model}, ${cpus().length} cores; ${gitVersion}; node ${process.version}\n`);
if (sizes.includes(MIDDLE)) benchReading();
for (const files of sizes) benchSave(files);
benchMany();
if (exceeded > 0) process.stdout.write(`${exceeded} over budget\n`);
process.exitCode = exceeded > 0 ? 1 : 0;

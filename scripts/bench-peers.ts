/**
 * Measures a save beside the ways in which other tools keep a working tree, over the number of files. Everything runs once a round, in
 * turn, each in a repository of its own, after three files were changed. `--write` puts the table into docs/benchmarks.md, from which
 * `npm run plots` draws it; `--sizes=100,1000` and `--rounds=3` measure less.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Candidate, roundRobin } from './bench/measure.ts';
import { benchRepository, change } from './bench/repositories.ts';

const CHANGED = 3;
const option = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const sizes = (option('sizes') ?? '100,1000,10000').split(',').map(Number);
const rounds = Number(option('rounds') ?? 7);

/** A commit of an index of its own, under a hidden ref, as ten tools or more make it. */
const intoRef = (seed: string) =>
  `export GIT_INDEX_FILE=.git/peer-index; rm -f $GIT_INDEX_FILE; ${seed}git add -A && tree=$(git write-tree) && commit=$(git commit-tree -m peer $tree) && git update-ref refs/peer/last $commit`;

const ways: Readonly<Record<string, readonly string[]>> = {
  'git checkpoint save': [process.execPath, resolve('dist/git-checkpoint-node.cjs'), 'save', '-m', 'measured'],
  'git stash create': ['git', 'stash', 'create'],
  'shadow repository': [
    'sh',
    '-c',
    'export GIT_DIR=.git/shadow GIT_WORK_TREE=.; [ -d $GIT_DIR ] || git init --quiet; git add -A && git commit --quiet --no-verify -m peer',
  ],
  'index from HEAD': ['sh', '-c', intoRef('git read-tree HEAD && ')],
  'empty index': ['sh', '-c', intoRef('')],
  'plain copy': ['sh', '-c', 'cp -R packages .git/copy'],
};

function candidate(name: string, argv: readonly string[], files: number): Candidate {
  const root = benchRepository(files, `peers-${name.replaceAll(' ', '-')}`);
  return {
    name,
    argv,
    cwd: root,
    before: () => change(root, CHANGED, files),
    after: () => rmSync(join(root, '.git/copy'), { recursive: true, force: true }),
  };
}

const lines = [
  `| ms, least of all rounds | ${sizes.map((files) => `${files.toLocaleString('en-US')} files`).join(' | ')} |`,
];
lines.push(`|---|${'---|'.repeat(sizes.length)}`);
const columns = sizes.map((files) => {
  process.stderr.write(`${files} files …\n`);
  return roundRobin(
    Object.entries(ways).map(([name, argv]) => candidate(name, argv, files)),
    rounds,
    // What else the machine does can only make it slower.
    (times) => Math.min(...times),
  );
});
for (const name of Object.keys(ways))
  lines.push(`| ${name} | ${columns.map((times) => Math.round(times.get(name) ?? Number.NaN)).join(' | ')} |`);
const table = `${lines.join('\n')}\n`;
process.stdout.write(table);

if (process.argv.includes('--write')) {
  const path = 'docs/benchmarks.md';
  const text = readFileSync(path, 'utf8');
  const block = /(<!-- peers: npm run bench:peers -->\n)(?:\|.*\n)*/;
  if (!block.test(text)) throw new Error(`${path} has no place for the table`);
  writeFileSync(
    path,
    text.replace(block, (_, mark: string) => mark + table),
  );
}

import { chmodSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkpoint, git, makeVictim, type Victim, write } from './repository.ts';
import type { Section } from './section.ts';

/** What is damaged, by a name that git understands; a ref's own file where it ends in no object. */
const targets: Readonly<Record<string, string>> = {
  'a file of the checkpoint': 'refs/checkpoints/2:a',
  'a folder of the checkpoint': 'refs/checkpoints/2:dir',
  'the tree of the checkpoint': 'refs/checkpoints/2^{tree}',
  'the commit of the checkpoint': 'refs/checkpoints/2',
  'a note': 'note',
  'the tree of the notes': 'refs/notes/checkpoints^{tree}',
  'the commit of the notes': 'refs/notes/checkpoints',
  'the ledger': 'refs/checkpoint-meta/ledger',
  'the ref of the checkpoint': 'file refs/checkpoints/2',
  'the ref of the notes': 'file refs/notes/checkpoints',
  'the ref of the ledger': 'file refs/checkpoint-meta/ledger',
};

const commands: readonly (readonly string[])[] = [
  ['save', '-m', 'After'],
  ['list'],
  ['show', '2'],
  ['diff', '2'],
  ['verify'],
  ['status'],
  ['grep', 'words'],
  ['resume'],
  ['restore', '1', '--yes'],
  ['drop', '1'],
  ['doctor'],
  ['doctor', '--repair'],
];

/** Damages each kind of object and ref, empty and cut off, runs each command, and looks that the work can be saved and put back. */
export async function damageEverything(): Promise<Section> {
  const pattern = prepared();
  const details: string[] = [];
  const rows = Object.entries(targets).map(([name, target]) => [
    name,
    ...commands.map((args) =>
      ['empty', 'cut'].map((kind) => tryOne(pattern, { name, target, kind, args }, details)).join(' / '),
    ),
  ]);
  rmSync(dirname(pattern.root), { recursive: true, force: true });
  return {
    title: 'Damaged objects and refs, and what each command makes of them',
    about:
      'Exit codes, for an empty file and for one that was cut off. Every command ended by itself; after those that write, a save held the working tree, and a restore of it could be undone. An exclamation mark stands for a case where not. `doctor --repair` ends with 1 where something of a checkpoint is gone for good: the next save stores it again while the working tree has it.',
    head: [
      'damaged',
      ...commands.map((args) => `\`${args.join(' ').replace(' -m After', '').replace(' --yes', '')}\``),
    ],
    rows,
    failed: details.length > 0,
    details,
  };
}

function prepared(): Victim {
  const victim = makeVictim();
  for (const word of ['one', 'two', 'three']) {
    write(victim, 'a', `${word} words\n`);
    write(victim, 'dir/new', `${word} untracked\n`);
    checkpoint(victim, ['save', '-m', word]);
    if (word === 'three') checkpoint(victim, ['drop', '3']);
    write(victim, 'a', 'two words\n');
    write(victim, 'dir/new', 'two untracked\n');
  }
  return victim;
}

interface Case {
  readonly name: string;
  readonly target: string;
  readonly kind: string;
  readonly args: readonly string[];
}

function tryOne(pattern: Victim, one: Case, details: string[]): string {
  const root = `${pattern.root}-case`;
  rmSync(root, { recursive: true, force: true });
  cpSync(pattern.root, root, { recursive: true, preserveTimestamps: true });
  const victim = { ...pattern, root };
  harm(victim, one);
  const run = checkpoint(victim, one.args);
  const code = run.status === null ? 'hangs' : String(run.status);
  const problem = problemOf(victim, one, run.status === null ? 'it hangs' : run.stderr);
  if (problem === undefined) return code;
  details.push(`${one.name}, ${one.kind}, ${one.args.join(' ')}: ${problem}`);
  return `${code}!`;
}

/** Commands that write are followed by a look whether the work can still be saved and put back. */
const writing = new Set(['save', 'restore', 'drop', '--repair']);

function problemOf(victim: Victim, { args }: Case, words: string): string | undefined {
  if (words === 'it hangs' || words.includes('a bug in git-checkpoint')) return words;
  return args.some((arg) => writing.has(arg)) ? holds(victim) : undefined;
}

function harm(victim: Victim, { target, kind }: Case): void {
  const file = target.startsWith('file ') ? join(victim.root, '.git', target.slice(5)) : looseFile(victim, target);
  if (!existsSync(file)) throw new Error(`nothing to damage: ${target}`);
  chmodSync(file, 0o644);
  writeFileSync(file, readFileSync(file).subarray(0, kind === 'empty' ? 0 : 5));
}

function looseFile(victim: Victim, target: string): string {
  const commit = git(victim, 'rev-parse', 'refs/checkpoints/2');
  const name = target === 'note' ? `refs/notes/checkpoints:${commit.slice(0, 2)}/${commit.slice(2)}` : target;
  const oid = git(victim, 'rev-parse', name);
  return join(victim.root, '.git/objects', oid.slice(0, 2), oid.slice(2));
}

/** Whether what is in the working tree can be saved, restored over and brought back; undefined when it can. */
function holds(victim: Victim): string | undefined {
  write(victim, 'a', 'the latest work\n');
  const saved = checkpoint(victim, ['save', '--json', '-m', 'Kept']);
  if (saved.status !== 0) return `save: ${saved.stderr}`;
  const { number } = JSON.parse(saved.stdout);
  write(victim, 'a', 'something else\n');
  const restored = checkpoint(victim, ['restore', String(number), '--yes']);
  if (restored.status !== 0) return `restore: ${restored.stderr}`;
  if (readFileSync(join(victim.root, 'a'), 'utf8') !== 'the latest work\n') return 'restore brought other content';
  const undone = checkpoint(victim, ['undo', '--yes']);
  if (undone.status !== 0) return `undo: ${undone.stderr}`;
  return readFileSync(join(victim.root, 'a'), 'utf8') === 'something else\n' ? undefined : 'undo brought other content';
}

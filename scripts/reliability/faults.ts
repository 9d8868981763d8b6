import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from '../../src/cli/commands.ts';
import { checkpoint, git, makeVictim, type Victim, write } from './repository.ts';
import type { Section } from './section.ts';

const event = (name: string) =>
  JSON.stringify({ session_id: 's', hook_event_name: name, source: 'startup', prompt_id: name });

/** What is run, with its input, and whether exit 0 may be said: of what writes, only when it wrote. */
interface Faulted {
  readonly args: readonly string[];
  readonly input?: string;
  readonly reads?: boolean;
}

const runs: readonly Faulted[] = [
  { args: ['save', '-m', 'x'] },
  { args: ['list'], reads: true },
  { args: ['show', '1'], reads: true },
  { args: ['diff', '1'] },
  { args: ['status'], reads: true },
  { args: ['grep', 'words'], reads: true },
  { args: ['restore', '1', '--yes'] },
  { args: ['undo', '--yes'] },
  { args: ['rewind', '1', '--files', '--yes'] },
  { args: ['fork', '1', '--branch', 'forked'] },
  { args: ['verify'] },
  { args: ['log'], reads: true },
  { args: ['resume'], reads: true },
  { args: ['handoff', '1', '--to', 'codex', '--print'], reads: true },
  { args: ['sessions'], reads: true },
  { args: ['recover'], reads: true },
  // Its exit code is that of the command; what could not be saved it says.
  { args: ['watch', '--', 'true'], reads: true },
  { args: ['keep', '1'] },
  { args: ['drop', '1'] },
  // With nothing to prune it has nothing to write.
  { args: ['prune'], reads: true },
  { args: ['annotate', '1', '-m', 'Other words'] },
  { args: ['redact', '1', '--text', 'First'] },
  { args: ['usage'], reads: true },
  { args: ['export', '--html', 'page.html'] },
  { args: ['doctor'] },
  { args: ['doctor', '--repair'] },
  { args: ['report'], reads: true },
  { args: ['config'], reads: true },
  { args: ['config', 'set', 'mode', 'summary'] },
  { args: ['push'] },
  { args: ['fetch'], reads: true },
  { args: ['sync'] },
  { args: ['install', 'claude-code'] },
  // With nothing installed it has nothing to write.
  { args: ['uninstall', 'claude-code'], reads: true },
  { args: ['mcp'], reads: true },
  { args: ['completion', 'bash'], reads: true },
  { args: ['help'], reads: true },
  { args: ['hook', 'claude-code'], input: event('SessionStart'), reads: true },
  { args: ['hook', 'claude-code'], input: event('Stop'), reads: true },
];

/** It serves until it is ended, and each of its answers is that of a command above. */
const NOT_RUN = 'ui';

/** Runs each command on a disk that is full, and on one that can only be read. */
export async function faultEveryCommand(): Promise<Section> {
  const tried = new Set(runs.map(({ args }) => args[0]));
  const forgotten = [...commands.keys()].filter((name) => !tried.has(name) && name !== NOT_RUN);
  if (forgotten.length > 0) throw new Error(`not tried: ${forgotten.join(', ')}`);
  const head = ['command', 'full disk', 'read-only'];
  const title = 'A full disk and a read-only one, for every command';
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'git-checkpoint-disk-')));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', folder]).status !== 0)
    return { title, head, rows: [['all', 'skipped: cannot mount here', 'skipped: cannot mount here']], failed: false };
  const details: string[] = [];
  try {
    const victim = makeVictim(folder);
    write(victim, 'a', 'words\n');
    checkpoint(victim, ['save', '-m', 'First']);
    write(victim, 'a', 'other words\n');
    // So that there is something to undo, and somebody to share with.
    checkpoint(victim, ['restore', '1', '--yes']);
    git(victim, 'init', '--quiet', '--bare', join(folder, 'remote.git'));
    git(victim, 'remote', 'add', 'origin', join(folder, 'remote.git'));
    write(victim, 'a', 'changed words\n');
    write(victim, 'new', 'untracked\n');
    mkdirSync(join(folder, 'filling'));
    fill(folder);
    const full = runAll(victim, 'full disk', details);
    rmSync(join(folder, 'filling'), { recursive: true });
    spawnSync('mount', ['-o', 'remount,ro', folder]);
    const readOnly = runAll(victim, 'read-only', details);
    spawnSync('mount', ['-o', 'remount,rw', folder]);
    const after = checkpoint(victim, ['save', '-m', 'After']);
    if (after.status !== 0) details.push(`the save after it: ${after.stderr}`);
    const names = runs.map(
      ({ args, input }) =>
        `\`${args.join(' ').replace(/ -m .*| --yes/, '')}\`${input === undefined ? '' : ` ${JSON.parse(input).hook_event_name}`}`,
    );
    const about =
      'Exit codes. Nothing was claimed that did not happen, no checkpoint and no file was lost, and the save after it worked; an exclamation mark stands for a case where not. `ui` answers by the commands of this table. A hook ends with 0 whatever happens, so that its agent goes on, and tells the user at the next prompt; `watch` ends as the command that it watches; `prune` and `uninstall` had nothing to write.';
    return {
      title,
      about,
      head,
      rows: names.map((name, at) => [name, full[at] ?? '', readOnly[at] ?? '']),
      failed: details.length > 0,
      details,
    };
  } finally {
    spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  }
}

function fill(folder: string): void {
  for (let size = 1 << 20; size >= 4096; size >>= 1)
    for (let at = 0; statfsSync(folder).bavail * statfsSync(folder).bsize >= size; at += 1)
      writeFileSync(join(folder, 'filling', `${size}-${at}`), Buffer.alloc(size));
}

function runAll(victim: Victim, disk: string, details: string[]): string[] {
  return runs.map(({ args, input = '', reads = false }) => {
    const before = stateOf(victim);
    const run = checkpoint(victim, args, input);
    const code = run.status === null ? 'hangs' : String(run.status);
    const wrong = [
      ...(code === 'hangs' || /a bug in git-checkpoint/.test(run.stderr) ? [run.stderr || code] : []),
      ...(run.status === 0 && !reads ? [`exit 0: ${run.stdout}`] : []),
      ...(stateOf(victim) === before ? [] : ['refs or files changed']),
    ];
    details.push(...wrong.map((words) => `${disk}, ${args.join(' ')}: ${words}`));
    return wrong.length === 0 ? code : `${code}!`;
  });
}

function stateOf(victim: Victim): string {
  const files = ['a', 'b', 'dir/c', 'new'].map((name) => readFileSync(join(victim.root, name), 'utf8'));
  return [git(victim, 'for-each-ref', 'refs/checkpoints', 'refs/notes'), ...files].join('\n');
}

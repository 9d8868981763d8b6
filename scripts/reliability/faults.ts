import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkpoint, git, makeVictim, type Victim, write } from './repository.ts';
import type { Section } from './section.ts';

const event = (name: string) =>
  JSON.stringify({ session_id: 's', hook_event_name: name, source: 'startup', prompt_id: name });

/** Commands with their input, and whether exit 0 may be said: of those that write, only when they wrote. */
const commands: readonly { readonly args: readonly string[]; readonly input?: string; readonly reads?: boolean }[] = [
  { args: ['save', '-m', 'x'] },
  { args: ['list'], reads: true },
  { args: ['show', '1'], reads: true },
  { args: ['diff', '1'] },
  { args: ['verify'] },
  { args: ['status'], reads: true },
  { args: ['grep', 'words'], reads: true },
  { args: ['log'], reads: true },
  { args: ['resume'], reads: true },
  { args: ['config'], reads: true },
  { args: ['restore', '1', '--yes'] },
  { args: ['undo', '--yes'] },
  { args: ['keep', '1'] },
  { args: ['drop', '1'] },
  { args: ['prune'], reads: true },
  { args: ['doctor'] },
  { args: ['doctor', '--repair'] },
  { args: ['hook', 'claude-code'], input: event('SessionStart'), reads: true },
  { args: ['hook', 'claude-code'], input: event('Stop'), reads: true },
];

/** Runs each command on a disk that is full, and on one that can only be read. */
export async function faultEveryCommand(): Promise<Section> {
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
    const names = commands.map(
      ({ args, input }) =>
        `\`${args.join(' ').replace(' -m x', '').replace(' --yes', '')}\`${input === undefined ? '' : ` ${JSON.parse(input).hook_event_name}`}`,
    );
    const about =
      'Exit codes. Nothing was claimed that did not happen, no checkpoint and no file was lost, and the save after it worked; an exclamation mark stands for a case where not.';
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
  return commands.map(({ args, input = '', reads = false }) => {
    const before = stateOf(victim);
    const run = checkpoint(victim, args, input);
    const code = run.status === null ? 'hangs' : String(run.status);
    const wrong = [
      ...(code === 'hangs' || /a defect of git-checkpoint/.test(run.stderr) ? [run.stderr || code] : []),
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

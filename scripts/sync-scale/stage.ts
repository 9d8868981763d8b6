import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where everything lies that a run makes. */
export const base = realpathSync(mkdtempSync(join(tmpdir(), 'git-checkpoint-scale-')));

const PROGRAM =
  process.env['GIT_CHECKPOINT_PROGRAM'] ?? fileURLToPath(new URL('../../dist/git-checkpoint.cjs', import.meta.url));
const person = ['AUTHOR', 'COMMITTER'].flatMap((role) => [
  [`GIT_${role}_NAME`, 'Ada Example'],
  [`GIT_${role}_EMAIL`, 'ada@example.com'],
]);
const env: Record<string, string> = {
  PATH: process.env['PATH'] ?? '',
  HOME: base,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: join(base, 'gitconfig'),
  GIT_CHECKPOINT_REMOTE: 'origin',
  ...Object.fromEntries(person),
};
// Waiting for the disk would hide what is compared.
writeFileSync(join(base, 'gitconfig'), '[core]\n\tfsync = none\n');

export interface Spent {
  /** Milliseconds. */
  readonly wall: number;
  readonly stdout: string;
}

/** The last command. */
export let spent: Spent = { wall: 0, stdout: '' };

export function timed(place: string, command: readonly string[], input = ''): Spent {
  const [program = '', ...args] = command;
  const begun = performance.now();
  const ran = spawnSync(program, args, { cwd: join(base, place), env, input, encoding: 'utf8', maxBuffer: 1 << 28 });
  const wall = performance.now() - begun;
  if (ran.status !== 0) throw new Error(`${command.slice(0, 6).join(' ')} in ${place}: ${ran.stderr}`);
  spent = { wall, stdout: ran.stdout.trimEnd() };
  return spent;
}

export const git = (place: string, ...args: string[]) => timed(place, ['git', ...args]);
export const checkpoint = (place: string, ...args: string[]) => timed(place, [process.execPath, PROGRAM, ...args]);

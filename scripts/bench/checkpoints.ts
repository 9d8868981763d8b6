import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { benchEnv } from './repositories.ts';

const git = (root: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: root, env: benchEnv(), encoding: 'utf8', maxBuffer: 1 << 28 }).trim();

/** Leaves no checkpoint, and nothing that an earlier run wrote: the next one is not to be slower for it. */
export function forgetCheckpoints(root: string): void {
  const folders = ['checkpoints', 'notes', 'bench', 'checkpoint-meta'].map((name) => `refs/${name}`);
  const refs = git(root, 'for-each-ref', '--format=delete %(refname)', ...folders);
  execFileSync('git', ['update-ref', '--stdin'], { cwd: root, env: benchEnv(), input: refs === '' ? '' : `${refs}\n` });
  rmSync(join(root, '.git/git-checkpoint'), { recursive: true, force: true });
  git(root, 'prune', '--expire=now');
}

/** Makes checkpoints as copies of a saved one, straight through git: ten thousand saves would take an hour. */
export function fillWithCheckpoints(root: string, amount: number, save: () => void): void {
  forgetCheckpoints(root);
  save();
  // With the end of its last line: a note of any other form than ours takes another way.
  const note = `${git(root, 'notes', '--ref=checkpoints', 'show', 'refs/checkpoints/1')}\n`;
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
  save();
}

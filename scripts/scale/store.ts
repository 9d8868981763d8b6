import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Note, Trigger } from '../../src/core/note.ts';
import { renderMessage } from '../../src/store/message.ts';
import { parseNote, renderNote } from '../../src/store/note-text.ts';
import { newUid } from '../../src/store/uid.ts';
import { benchEnv } from '../bench/repositories.ts';

/** Checkpoints to add, spread evenly over a time. */
export interface Added {
  readonly first: number;
  readonly last: number;
  /** Milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly pattern: Note;
}

const FILES = 200;
/** So many checkpoints come before each commit, each new session, each other branch, and each restore. */
const EACH_COMMIT = 20;
const EACH_SESSION = 25;
const EACH_BRANCH = 2000;
const EACH_RESTORE = 70;

const git = (root: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: root, env: benchEnv(), maxBuffer: 1 << 28 });

const HALF_A_YEAR_MS = 180 * 86_400_000;

interface ScaleStore {
  /** The built program, which makes the first checkpoint. */
  readonly program: string;
  readonly checkpoints: number;
}

/** Makes a repository with many checkpoints of half a year, refs packed; one that is there already is taken as it is. */
export async function makeScaleStore(root: string, { program, checkpoints }: ScaleStore): Promise<void> {
  const ready = join(root, '.git', 'scale-ready');
  if (existsSync(ready)) return;
  const save = () => execFileSync(process.execPath, [program, 'save', '-m', 'one'], { cwd: root, env: benchEnv() });
  const pattern = await beginScaleStore(root, save);
  const now = Date.now();
  addCheckpoints(root, { first: 1, last: checkpoints, from: now - HALF_A_YEAR_MS, to: now - 1000, pattern });
  git(root, 'pack-refs', '--all');
  writeFileSync(ready, '');
}

/** Makes a repository with one checkpoint; its note is the pattern of all others. */
export async function beginScaleStore(root: string, save: () => void): Promise<Note> {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(join(root, 'src'), { recursive: true });
  git(root, 'init', '--quiet', '--initial-branch=main');
  for (let at = 0; at < FILES; at += 1) writeFileSync(join(root, 'src', `file-${at}.ts`), content(at, 0));
  git(root, 'add', '-A');
  git(root, 'commit', '--quiet', '-m', 'begin');
  writeFileSync(join(root, 'src', 'file-0.ts'), content(0, 1));
  save();
  const note = await parseNote(git(root, 'notes', '--ref=checkpoints', 'show', 'refs/checkpoints/1'));
  // What it has of a time is that of the machine, and may be later than all that comes.
  git(root, 'update-ref', '-d', 'refs/checkpoints/1');
  git(root, 'update-ref', '-d', 'refs/notes/checkpoints');
  rmSync(join(root, '.git', 'git-checkpoint'), { recursive: true, force: true });
  return note;
}

/** Makes checkpoints through git's own import: as many saves would take an hour. */
export function addCheckpoints(root: string, added: Added): void {
  if (added.last < added.first) return;
  execFileSync('git', ['-c', 'fastimport.unpackLimit=1000', 'fast-import', '--quiet', '--force'], {
    cwd: root,
    env: benchEnv(),
    input: importStream(root, added),
    maxBuffer: 1 << 28,
  });
  git(root, 'reset', '--quiet', '--hard');
}

function importStream(root: string, { first, last, from, to, pattern }: Added): string {
  const step = (to - from) / (last - first + 1);
  const stream: string[] = [];
  const notes: string[] = [];
  let base = git(root, 'rev-parse', 'HEAD').toString().trim();
  for (let number = first; number <= last; number += 1) {
    const time = new Date(from + (number - first) * step);
    const who = `committer Ada Example <ada@example.com> ${Math.floor(time.getTime() / 1000)} +0000\n`;
    const change = `M 100644 inline src/file-${number % FILES}.ts\n${data(content(number % FILES, number))}`;
    if (number % EACH_COMMIT === 0) {
      const mark = `:${last + number}`;
      stream.push(`commit refs/heads/main\nmark ${mark}\n${who}${data(`commit ${number}\n`)}from ${base}\n${change}\n`);
      base = mark;
    }
    const note = noteOf(pattern, number, { time, head: base });
    const again = `M 100644 inline src/file-${number % 7}.ts\n${data(content(number % 7, number))}`;
    stream.push(
      `commit refs/checkpoints/${number}\nmark :${number}\n${who}${data(renderMessage(note))}from ${base}\n${change}${again}\n`,
    );
    notes.push(`N inline :${number}\n${data(renderNote(note))}`);
  }
  const head = `commit refs/notes/checkpoints\ncommitter Ada Example <ada@example.com> ${Math.floor(to / 1000)} +0000\n`;
  const known = git(root, 'for-each-ref', 'refs/notes/checkpoints').length > 0;
  const before = known ? 'from refs/notes/checkpoints^0\n' : '';
  return `${stream.join('')}${head}${data('notes\n')}${before}${notes.join('')}\n`;
}

function noteOf(pattern: Note, number: number, { time, head }: { readonly time: Date; readonly head: string }): Note {
  const branch = number % EACH_BRANCH < 100 ? `topic-${Math.floor(number / EACH_BRANCH)}` : 'main';
  return {
    ...pattern,
    uid: newUid(time),
    created: time.toISOString().replace(/\.\d+Z$/, 'Z'),
    trigger: triggerOf(number),
    summary: `turn ${number}: change file ${number % FILES}`,
    // A mark of the import stands in for the commit: it only has to differ from the next one.
    context: { ...pattern.context, branch, commit: head },
    session: { agent: 'claude-code', id: `session-${Math.floor(number / EACH_SESSION)}` },
  };
}

function triggerOf(number: number): Trigger {
  if (number % 100 === 0) return 'manual';
  if (number % EACH_RESTORE === 0) return 'restore';
  return number % EACH_SESSION === EACH_SESSION - 1 ? 'session-end' : 'turn';
}

function content(file: number, round: number): string {
  const lines = Array.from({ length: 20 }, (_, line) => `export const value${line} = ${file * 31 + line}; // ${round}`);
  return `${lines.join('\n')}\n`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

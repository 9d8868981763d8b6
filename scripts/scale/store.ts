import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Note, Trigger } from '../../src/core/note.ts';
import { renderMessage } from '../../src/store/message.ts';
import { parseNote, renderNote } from '../../src/store/note-text.ts';
import { newUid } from '../../src/store/uid.ts';
import { benchEnv } from '../bench/repositories.ts';

/** What a repository of many checkpoints is made of. */
export interface ScaleStore {
  readonly root: string;
  readonly checkpoints: number;
  /** They are spread evenly over so many days before this moment. */
  readonly days: number;
  readonly end: Date;
  /** Saves one checkpoint, the pattern of all others. */
  readonly save: () => void;
}

const FILES = 200;
/** So many checkpoints come before each commit, and so many before each new session. */
const EACH_COMMIT = 20;
const EACH_SESSION = 25;
const EACH_BRANCH = 2000;

const git = (root: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: root, env: benchEnv(), maxBuffer: 1 << 28 });

/** Makes it through git's own import: as many saves would take an hour. Refs and objects are packed, as after a gc. */
export async function buildScaleStore(store: ScaleStore): Promise<void> {
  const { root } = store;
  rmSync(root, { recursive: true, force: true });
  mkdirSync(join(root, 'src'), { recursive: true });
  git(root, 'init', '--quiet', '--initial-branch=main');
  for (let at = 0; at < FILES; at += 1) writeFileSync(join(root, 'src', `file-${at}.ts`), content(at, 0));
  git(root, 'add', '-A');
  git(root, 'commit', '--quiet', '-m', 'begin');
  writeFileSync(join(root, 'src', 'file-0.ts'), content(0, 1));
  store.save();
  const first = git(root, 'rev-parse', 'refs/checkpoints/1').toString().trim();
  const pattern = await parseNote(git(root, 'notes', '--ref=checkpoints', 'show', first));
  execFileSync('git', ['fast-import', '--quiet', '--force'], {
    cwd: root,
    env: benchEnv(),
    input: importStream(store, pattern),
    maxBuffer: 1 << 28,
  });
  git(root, 'reset', '--quiet', '--hard');
  git(root, 'pack-refs', '--all');
  rmSync(join(root, '.git', 'git-checkpoint'), { recursive: true, force: true });
}

function importStream(store: ScaleStore, pattern: Note): string {
  const { checkpoints, days, end } = store;
  const step = (days * 86_400_000) / checkpoints;
  const stream: string[] = ['reset refs/heads/main\nfrom refs/heads/main^0\n\n'];
  const notes: string[] = [];
  let base = 'refs/heads/main^0';
  for (let number = 1; number <= checkpoints; number += 1) {
    const time = new Date(end.getTime() - (checkpoints - number + 1) * step);
    const who = `committer Ada Example <ada@example.com> ${Math.floor(time.getTime() / 1000)} +0000\n`;
    const change = `M 100644 inline src/file-${number % FILES}.ts\n${data(content(number % FILES, number))}`;
    if (number % EACH_COMMIT === 0) {
      base = `:${checkpoints + number}`;
      stream.push(
        `commit refs/heads/main\nmark ${base}\n${who}${data(`commit ${number}\n`)}from refs/heads/main^0\n${change}\n`,
      );
    }
    const note = noteOf(pattern, number, time);
    const again = `M 100644 inline src/file-${number % 7}.ts\n${data(content(number % 7, number))}`;
    stream.push(
      `commit refs/checkpoints/${number}\nmark :${number}\n${who}${data(renderMessage(note))}from ${base}\n${change}${again}\n`,
    );
    notes.push(`N inline :${number}\n${data(renderNote(note))}`);
  }
  const head = `commit refs/notes/checkpoints\ncommitter Ada Example <ada@example.com> ${Math.floor(end.getTime() / 1000)} +0000\n`;
  return `${stream.join('')}${head}${data('notes\n')}${notes.join('')}\n`;
}

function noteOf(pattern: Note, number: number, time: Date): Note {
  const branch = number % EACH_BRANCH < 100 ? `topic-${Math.floor(number / EACH_BRANCH)}` : 'main';
  return {
    ...pattern,
    uid: newUid(time),
    created: time.toISOString().replace(/\.\d+Z$/, 'Z'),
    trigger: triggerOf(number),
    summary: `turn ${number}: change file ${number % FILES}`,
    context: { ...pattern.context, branch },
    session: { agent: 'claude-code', id: `session-${Math.floor(number / EACH_SESSION)}` },
  };
}

function triggerOf(number: number): Trigger {
  if (number % 100 === 0) return 'manual';
  return number % EACH_SESSION === EACH_SESSION - 1 ? 'session-end' : 'turn';
}

function content(file: number, round: number): string {
  const lines = Array.from({ length: 20 }, (_, line) => `export const value${line} = ${file * 31 + line}; // ${round}`);
  return `${lines.join('\n')}\n`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findBroken, git, makeVictim, startCheckpoint, type Victim, write } from './repository.ts';
import type { Section } from './section.ts';

const SAVERS = 4;

/** Four savers, in the main worktree and three linked ones, beside `git gc --prune=now` without a pause. */
export async function raceWithGc(saves: number): Promise<Section> {
  const victim = makeVictim();
  const places = [victim, ...[1, 2, 3].map((at) => linkedWorktree(victim, at))];
  const gcs = { goOn: true, runs: 0, failed: [] as string[] };
  const collecting = collect(victim, gcs);
  const outcomes = await Promise.all(places.map((place, at) => saveMany(place, at, saves / SAVERS)));
  gcs.goOn = false;
  await collecting;
  const reported = outcomes.flat().filter((code) => code === '0').length;
  const kept = git(victim, 'for-each-ref', '--format=%(refname)', 'refs/checkpoints').split('\n').length;
  const { unreadable, withoutNote } = findBroken(victim);
  rmSync(dirname(victim.root), { recursive: true, force: true });
  const numbers = [saves, reported, kept, unreadable.length, withoutNote.length, gcs.runs, gcs.failed.length];
  return {
    title: '`git gc --prune=now` without a pause beside four savers in four worktrees',
    about:
      'Each gc begins as the one before ends. A save moves its refs while no gc looks at them ([decision 22](decisions/0022-settle-while-gc-is-held-back.md)), so that none meets a ref without its object.',
    head: ['saves', 'reported saved', 'there', 'cannot be read', 'without a note', 'runs of gc', 'failed runs of gc'],
    rows: [numbers.map(String)],
    failed: reported < saves || kept < reported || unreadable.length + withoutNote.length + gcs.failed.length > 0,
    details: gcs.failed,
  };
}

function linkedWorktree(victim: Victim, at: number): Victim {
  const root = join(dirname(victim.root), `linked-${at}`);
  git(victim, 'worktree', 'add', '--quiet', root, '-b', `side-${at}`);
  return { ...victim, root };
}

async function collect(
  victim: Victim,
  gcs: { readonly goOn: boolean; runs: number; readonly failed: string[] },
): Promise<void> {
  while (gcs.goOn) {
    const child = spawn('git', ['gc', '--quiet', '--prune=now'], { cwd: victim.root, env: victim.env });
    let words = '';
    child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    gcs.runs += 1;
    if (code !== 0) gcs.failed.push(words.trim());
  }
}

async function saveMany(place: Victim, saver: number, times: number): Promise<string[]> {
  const outcomes: string[] = [];
  for (let at = 0; at < times; at += 1) {
    write(place, `of-${saver}/file`, `save ${at} of ${saver}\n`);
    outcomes.push(await startCheckpoint(place, ['save', '-m', `Save ${at} of ${saver}`]));
  }
  return outcomes;
}

import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkpoint, findBroken, makeVictim, startCheckpoint, tryGit, type Victim, write } from './repository.ts';
import type { Section } from './section.ts';

/** Kills saves and restores, with all their children, at instants that are spread over the time that they take. */
export async function killSavesAndRestores(times: number): Promise<Section> {
  const victim = makeVictim();
  const details: string[] = [];
  const saves = await killSaves(victim, times, details);
  const restores = await killRestores(victim, times, details);
  rmSync(dirname(victim.root), { recursive: true, force: true });
  return {
    title: 'Killed at every instant',
    about:
      'Afterwards every checkpoint can be read and has its note, the next save works, and a restore that was cut off is at one of its two ends.',
    head: ['command', 'started', 'killed', 'broken promises'],
    rows: [
      ['save', ...saves.map(String)],
      ['restore', ...restores.map(String)],
    ],
    failed: details.length > 0,
    details,
  };
}

async function killSaves(victim: Victim, times: number, details: string[]): Promise<number[]> {
  let killed = 0;
  const before = details.length;
  const typical = await timeOf(() => startCheckpoint(victim, ['save', '-m', 'First']));
  for (let at = 0; at < times; at += 1) {
    write(victim, 'a', `save ${at}\n`);
    if ((await startCheckpoint(victim, ['save', '-m', `Save ${at}`], (at / times) * typical * 1.3)) === 'SIGKILL')
      killed += 1;
    const { unreadable, withoutNote } = findBroken(victim);
    details.push(
      ...unreadable.map((ref) => `${ref} cannot be read`),
      ...withoutNote.map((ref) => `${ref} has no note`),
    );
  }
  const next = checkpoint(victim, ['save', '-m', 'Next']);
  if (next.status !== 0) details.push(`the next save: ${next.stderr}`);
  if (tryGit(victim, 'fsck', '--no-dangling').status !== 0) details.push('git fsck');
  return [times, killed, details.length - before];
}

async function killRestores(victim: Victim, times: number, details: string[]): Promise<number[]> {
  let killed = 0;
  const before = details.length;
  const ends = ['one', 'two'].map((word) => {
    for (const name of ['a', 'b', 'dir/c']) write(victim, name, `${word} ${name}\n`);
    const number = JSON.parse(checkpoint(victim, ['save', '--json', '-m', word]).stdout).number as number;
    return { number, content: contentOf(victim) };
  });
  const typical = await timeOf(() => startCheckpoint(victim, ['restore', String(ends[0]?.number), '--yes']));
  for (let at = 0; at < times; at += 1) {
    const end = ends[at % 2];
    const args = ['restore', String(end?.number), '--yes'];
    if ((await startCheckpoint(victim, args, (at / times) * typical * 1.3)) === 'SIGKILL') killed += 1;
    // Any command brings a restore that was cut off to its end.
    checkpoint(victim, ['list', '-n', '1']);
    if (!ends.some(({ content }) => content === contentOf(victim)))
      details.push(`restore ${at}: neither the one nor the other`);
  }
  return [times, killed, details.length - before];
}

function contentOf({ root }: Victim): string {
  return ['a', 'b', 'dir/c'].map((name) => readFileSync(join(root, name), 'utf8')).join('');
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

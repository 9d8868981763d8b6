import type { Oid } from '../core/checkpoint.ts';
import { type CheckpointNumber, checkpointNumber } from '../core/number.ts';
import type { GitEngine } from '../git/engine.ts';
import { appendLocalLines, readLocalLines } from '../local/local-lines.ts';
import { refOf } from './refs.ts';

/** A number that a checkpoint had here before it was shared under another one. */
export interface Renumbering {
  readonly from: CheckpointNumber;
  readonly to: CheckpointNumber;
  readonly commit: Oid;
}

export function recordRenumberings(engine: GitEngine, renumberings: readonly Renumbering[]): void {
  appendLocalLines(
    engine,
    'aliases',
    renumberings.map(({ from, to, commit }) => `${from} ${to} ${commit}`),
  );
}

/** What became of the checkpoint that had this number here; undefined when it never moved or is gone. */
export async function findRenumbering(engine: GitEngine, number: CheckpointNumber): Promise<Renumbering | undefined> {
  const entries = readLocalLines(engine, 'aliases').flatMap((line) => {
    const [, from, to, commit] = /^(\d{1,9}) (\d{1,9}) ([0-9a-f]{40,64})$/.exec(line) ?? [];
    return commit === undefined ? [] : [{ from: Number(from), to: checkpointNumber(Number(to)), commit }];
  });
  const moved = entries.findLast(({ from }) => from === number);
  // It may have moved more than once before it was shared.
  const last = entries.findLast(({ commit }) => commit === moved?.commit);
  if (last === undefined || last.to === number) return undefined;
  const [there] = await engine.resolveRefs([refOf(last.to)]);
  return there === last.commit ? { from: number, to: last.to, commit: last.commit } : undefined;
}

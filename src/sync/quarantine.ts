import type { Oid } from '../core/checkpoint.ts';
import { type CheckpointNumber, checkpointNumber } from '../core/number.ts';
import type { GitEngine } from '../git/engine.ts';
import { appendLocalLines, readLocalLines } from '../local/local-lines.ts';

/** A checkpoint at a remote that is not let in, and why. */
export interface Quarantined {
  readonly number: CheckpointNumber;
  readonly commit: Oid;
  readonly why: string;
}

/** What of a remote is not let in. It is not asked for again: one bad ref would make every fetch fail. */
export function readQuarantine(engine: GitEngine, remote: string): Quarantined[] {
  return readLocalLines(engine, 'quarantine').flatMap((line) => {
    const [, name, number, commit, why] = /^(\S+) (\d{1,9}) ([0-9a-f]{40,64}) (.*)$/.exec(line) ?? [];
    if (name !== remote || commit === undefined || why === undefined) return [];
    return [{ number: checkpointNumber(Number(number)), commit, why }];
  });
}

export function quarantine(engine: GitEngine, remote: string, found: readonly Quarantined[]): void {
  const known = new Set(readQuarantine(engine, remote).map(({ commit }) => commit));
  appendLocalLines(
    engine,
    'quarantine',
    found
      .filter(({ commit }) => !known.has(commit))
      .map(({ number, commit, why }) => `${remote} ${number} ${commit} ${why.replace(/\s+/g, ' ').slice(0, 300)}`),
  );
}

import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';

/** What must never be forgotten: the highest number ever given out, and which checkpoints were dropped. */
export interface Ledger {
  readonly highWater: number;
  /** Commit → the number it had. */
  readonly dead: ReadonlyMap<Oid, number>;
}

export const emptyLedger: Ledger = { highWater: 0, dead: new Map() };

/** One line each: `hwm N` and `dead <commit> <n>`, sorted, so that equal ledgers have equal bytes. */
export function renderLedger(ledger: Ledger): string {
  const dead = [...ledger.dead].map(([commit, number]) => `dead ${commit} ${number}\n`).sort();
  return `hwm ${ledger.highWater}\n${dead.join('')}`;
}

/** Reads a ledger; a damaged one is a failure, because a guess could give a number out twice. */
export function parseLedger(bytes: Uint8Array): Ledger {
  let highWater = 0;
  const dead = new Map<Oid, number>();
  for (const line of Buffer.from(bytes).toString().split('\n')) {
    const mark = /^hwm (\d{1,9})$/.exec(line);
    const stone = /^dead ([0-9a-f]{40,64}) (\d{1,9})$/.exec(line);
    if (mark) highWater = Math.max(highWater, Number(mark[1]));
    else if (stone) dead.set(stone[1] ?? '', Number(stone[2]));
    else if (line !== '') {
      throw new Failure('fatal', `the ledger is damaged: '${line.slice(0, 60)}'`, {
        hint: 'Run `git checkpoint doctor --repair`.',
      });
    }
  }
  return { highWater, dead };
}

/** The union: the higher mark, all tombstones. The order of merging does not matter. */
export function mergeLedgers(one: Ledger, other: Ledger): Ledger {
  return { highWater: Math.max(one.highWater, other.highWater), dead: new Map([...one.dead, ...other.dead]) };
}

import { defined } from '../core/defined.ts';
import { describeError, Failure } from '../core/failure.ts';
import type { GitEngine } from '../git/engine.ts';
import { parseLedger, renderLedger } from './ledger.ts';
import { LEDGER } from './refs.ts';
import { listNumbers, readNewestHint } from './state.ts';

/** What is wrong with the ledger; undefined when it can be read. */
export async function findLedgerDamage(engine: GitEngine): Promise<string | undefined> {
  const [ledger] = await engine.readObjects([LEDGER]);
  try {
    if (ledger !== undefined) parseLedger(ledger.bytes);
    return undefined;
  } catch (error) {
    return describeError(error);
  }
}

/** Writes the ledger anew: every line that can still be read, and a mark above every number that is known. */
export async function rebuildLedger(engine: GitEngine): Promise<void> {
  const [ledger] = await engine.readObjects([LEDGER]);
  const lines = Buffer.from(ledger?.bytes ?? [])
    .toString()
    .split('\n');
  const whole = parseLedger(Buffer.from(lines.filter(isReadable).join('\n')));
  const newest = Math.max(0, readNewestHint(engine), ...(await listNumbers(engine)), ...whole.dead.values());
  const text = renderLedger({ ...whole, highWater: Math.max(whole.highWater, newest) });
  const oid = await engine.writeObject('blob', Buffer.from(text));
  const update = defined({ ref: LEDGER, old: ledger === undefined ? undefined : ledger.oid, new: oid });
  if ((await engine.moveRefs([[update]])) === 0)
    throw new Failure('fatal', 'another process changed the ledger while it was being rebuilt', { hint: 'Try again.' });
}

function isReadable(line: string): boolean {
  try {
    parseLedger(Buffer.from(line));
    return true;
  } catch {
    // That line is the damage.
    return false;
  }
}

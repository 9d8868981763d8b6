import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import type { GitEngine } from '../git/engine.ts';
import { parseLedger, renderLedger } from './ledger.ts';
import { LEDGER } from './refs.ts';
import { listNumbers, readNewestHint } from './state.ts';
import { readTrash } from './trash.ts';

/** Writes the ledger anew: every line that can still be read, and a mark above every number that is known. */
export async function rebuildLedger(engine: GitEngine): Promise<void> {
  await engine.setAsideBrokenRefs([LEDGER]);
  const [[ledger], [old]] = await Promise.all([engine.readObjects([LEDGER]), engine.resolveRefs([LEDGER])]);
  const lines = Buffer.from(ledger?.bytes ?? [])
    .toString()
    .split('\n');
  const whole = parseLedger(Buffer.from(lines.filter(isReadable).join('\n')));
  const trashed = await readTrash(engine);
  const dead = new Map([...trashed.map(({ commit, number }) => [commit, Number(number)] as const), ...whole.dead]);
  const newest = Math.max(0, readNewestHint(engine), ...(await listNumbers(engine)), ...dead.values());
  const text = renderLedger({ dead, highWater: Math.max(whole.highWater, newest) });
  const update = defined({ ref: LEDGER, old, new: await engine.writeObject('blob', Buffer.from(text)) });
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

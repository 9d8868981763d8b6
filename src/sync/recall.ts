import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GitEngine } from '../git/engine.ts';
import { makeOwnFolder } from '../local/scratch.ts';
import { readQuarantine } from './quarantine.ts';
import { type RemoteSide, readTracked, readTrackedState } from './sides.ts';

/**
 * The remote as this clone last saw it, without asking; undefined when it did not see all of it. It may be out of date: whatever
 * creates or drops a checkpoint moves the ledger, so a push that names this ledger as the one it expects finds that out.
 */
export async function recallSide(engine: GitEngine, remote: string): Promise<RemoteSide | undefined> {
  const state = await readTrackedState(engine, remote);
  if (state.ledger.oid === undefined || readSeen(engine) !== lineFor(remote, state.ledger.oid)) return undefined;
  const checkpoints = await readTracked(engine, remote);
  const withheld = readQuarantine(engine, remote).map(({ number }) => number);
  for (const number of withheld) checkpoints.delete(number);
  return { checkpoints, withheld, state, tracked: true };
}

/** Keeps on record that the tracking refs hold everything that the remote had at this ledger. */
export function rememberSeen(engine: GitEngine, remote: string, ledger: string): void {
  if (readSeen(engine) === lineFor(remote, ledger)) return;
  makeOwnFolder(join(engine.place.commonDir, 'git-checkpoint'));
  writeFileSync(seenPath(engine), lineFor(remote, ledger));
}

function lineFor(remote: string, ledger: string): string {
  return `${remote} ${ledger}\n`;
}

function readSeen(engine: GitEngine): string {
  try {
    return readFileSync(seenPath(engine), 'utf8');
  } catch {
    // Absent or unreadable: the remote itself answers.
    return '';
  }
}

function seenPath({ place }: GitEngine): string {
  return join(place.commonDir, 'git-checkpoint', 'seen');
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GitEngine } from '../git/engine.ts';
import { makeOwnFolder } from '../local/scratch.ts';

/** That in a certain state of the packed refs, those of the checkpoints here and those of the remote’s are the same. */
export interface Agreement {
  readonly version: string;
  /** The largest number among them. */
  readonly highest: number;
}

/** The agreement with a remote, or with whichever it was. It need not be about the packed refs as they are now. */
export function readAgreement(engine: GitEngine, remote?: string): Agreement | undefined {
  try {
    const [name, version, highest] = readFileSync(pathIn(engine), 'utf8').split(' ');
    if (version === undefined || (remote !== undefined && name !== remote)) return undefined;
    return { version, highest: Number(highest) };
  } catch {
    // Absent or unreadable: the refs themselves are compared.
    return undefined;
  }
}

export function rememberAgreement(engine: GitEngine, remote: string, { version, highest }: Agreement): void {
  const before = readAgreement(engine, remote);
  if (before?.version === version) return;
  makeOwnFolder(join(engine.place.commonDir, 'git-checkpoint'));
  writeFileSync(pathIn(engine), `${remote} ${version} ${highest} `);
}

function pathIn({ place }: GitEngine): string {
  return join(place.commonDir, 'git-checkpoint', 'agreed');
}

import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { agentRow } from '../../src/core/agent-table.ts';
import type { ClientName } from './clients/table.ts';
import { put } from './put.ts';
import type { Stage } from './stage.ts';

/** Puts clients on the PATH under the names by which people start them. */
export function onPath(stage: Stage, names: readonly ClientName[]): void {
  const bin = stage.env['PATH']?.split(':')[0] ?? '';
  for (const name of names) {
    const path = join(bin, agentRow(name)?.program ?? name);
    put(path, `#!/bin/sh\nexec ${stage.client(name).join(' ')} "$@"\n`);
    chmodSync(path, 0o755);
  }
}

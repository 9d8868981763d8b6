/** Plays the scenarios whose names it reads, one a line; `scripts/e2e.ts` starts several of it. */

import { createInterface } from 'node:readline';
import { endLine } from './e2e/run/player.ts';
import type { Played } from './e2e/run/schedule.ts';
import { scenarios } from './e2e/scenarios/table.ts';
import { Skipped } from './e2e/stage.ts';

async function outcomeOf(name: string): Promise<Played['outcome']> {
  try {
    await scenarios[name]?.();
    return 'ok';
  } catch (error) {
    process.stdout.write(`     ${error instanceof Error ? error.message : error}\n`);
    return error instanceof Skipped ? 'skipped' : 'failed';
  }
}

for await (const name of createInterface({ input: process.stdin }))
  process.stdout.write(endLine(await outcomeOf(name)));

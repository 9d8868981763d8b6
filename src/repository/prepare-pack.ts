import { setTimeout as sleep } from 'node:timers/promises';
import { TICK_MS } from './changed-before.ts';
import { lastWish } from './prepared-pack.ts';
import type { Repository } from './repository.ts';
import { resume } from './resume.ts';

/** Makes the pack that the next resume here will ask for, if it asks as the last one did. For a moment when nobody waits. */
export async function preparePack(repository: Repository): Promise<void> {
  const wish = lastWish(repository.engine.place);
  if (wish === undefined) return;
  const { tokens: budget, chars: hostChars, parts: of } = wish;
  // A file that was written just now cannot be told from one that is written during the look.
  await sleep(2 * TICK_MS);
  await resume(repository, { budget, maxChars: 0, hostChars, part: { number: 1, of } });
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Repository } from '../open/repository.ts';
import { TICK_MS } from '../resume/changed-before.ts';
import { lastWish } from '../resume/prepared-pack.ts';
import { type ResumeRequest, resume } from './resume.ts';

/**
 * Makes the pack that the next resume here will ask for, if it asks as the last one did, or else as is said here. For a moment when nobody
 * waits.
 */
export async function preparePack(repository: Repository, otherwise?: ResumeRequest): Promise<void> {
  const request = lastRequest(repository) ?? otherwise;
  if (request === undefined) return;
  // A file that was written just now cannot be told from one that is written during the look.
  await sleep(2 * TICK_MS);
  await resume(repository, request);
}

function lastRequest({ engine }: Repository): ResumeRequest | undefined {
  const wish = lastWish(engine.place);
  if (wish === undefined) return undefined;
  const { tokens: budget, chars: hostChars, parts: of } = wish;
  return { budget, maxChars: 0, hostChars, part: { number: 1, of } };
}

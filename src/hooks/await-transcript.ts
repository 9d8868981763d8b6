import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { endOf } from '../agents/transcript-files.ts';
import type { EventOf } from './event-context.ts';

const LOOK_EVERY_MS = 40;
const PATIENCE_MS = 1200;
/** A file that did not grow for so many looks is taken to be whole. */
const QUIET_LOOKS = 4;
const BEGINNING = 200;
const TAIL = 512 * 1024;

/**
 * An agent writes its transcript beside everything else: waits until the last message is in it, but not for long. Where the agent does
 * not say what that was, the file must have stopped growing.
 */
export async function awaitTranscript({ transcript, said }: EventOf<'turn-end'>): Promise<void> {
  if (transcript === undefined) return;
  const isWhole = said === '' ? stopsGrowing(transcript) : holds(transcript, said);
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
    if (await isWhole()) return;
    await sleep(LOOK_EVERY_MS);
  }
}

function holds(transcript: string, said: string): () => Promise<boolean> {
  const words = JSON.stringify(said.slice(0, BEGINNING)).slice(1, -1);
  return async () => (await endOf(transcript, TAIL)).includes(words);
}

function stopsGrowing(transcript: string): () => Promise<boolean> {
  let [size, looks] = [-1, 0];
  return async () => {
    const now = statSync(transcript, { throwIfNoEntry: false })?.size ?? 0;
    looks = now === size ? looks + 1 : 0;
    size = now;
    return looks >= QUIET_LOOKS;
  };
}

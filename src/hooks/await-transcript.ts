import { setTimeout as sleep } from 'node:timers/promises';
import { endOf } from '../agents/transcript-files.ts';
import type { EventOf } from './event-context.ts';

const LOOK_EVERY_MS = 40;
const PATIENCE_MS = 1200;
const BEGINNING = 200;
const TAIL = 512 * 1024;

/** An agent writes its transcript beside everything else: waits until the last message is in it, but not for long. */
export async function awaitTranscript({ transcript, said }: EventOf<'turn-end'>): Promise<void> {
  if (transcript === undefined || said === '') return;
  const words = JSON.stringify(said.slice(0, BEGINNING)).slice(1, -1);
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
    if ((await endOf(transcript, TAIL)).includes(words)) return;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Takes the early look as the program does, after so many milliseconds, and tells what came of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { findEarlyLook, LOOK_VARIABLE } from '../../src/cli/early-look.ts';

const look = findEarlyLook(process.env);
await sleep(Number(process.argv[2]));
const told = await look?.take('/root');
const answer = {
  began: look?.began.getTime() ?? null,
  told: told?.toString() ?? null,
  again: (await look?.take('/root'))?.toString() ?? null,
  left: process.env[LOOK_VARIABLE] ?? null,
};
process.stdout.write(JSON.stringify(answer));

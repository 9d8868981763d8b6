import { workerData } from 'node:worker_threads';
import { defined } from '../core/defined.ts';
import { describeError, Failure } from '../core/failure.ts';
import type { World } from '../core/world.ts';
import { processWorld } from '../open/process-world.ts';
import { capture } from './capture.ts';
import { ANSWERS, BEATS, type CaptureQuestion, type ThreadAnswer, type ThreadData } from './thread-messages.ts';

const { port, counters } = workerData as ThreadData;
const BEAT_MS = 500;

setInterval(() => Atomics.add(counters, BEATS, 1), BEAT_MS);
port.on('message', (question: CaptureQuestion) => void answer(question));

async function answer({ id, task, ...place }: CaptureQuestion): Promise<void> {
  post(
    await capture(task, worldOf(place)).then(
      (captured) => ({ id, captured }),
      (error) => ({ id, failure: partsOf(error) }),
    ),
  );
}

/** The message first: whoever wakes up must find it. */
function post(message: ThreadAnswer): void {
  port.postMessage(message);
  Atomics.add(counters, ANSWERS, 1);
  Atomics.notify(counters, ANSWERS);
}

function worldOf({ cwd, env, clockAhead }: Omit<CaptureQuestion, 'id' | 'task'>): World {
  return { ...processWorld(cwd), env, now: () => new Date(Date.now() + clockAhead) };
}

function partsOf(error: unknown) {
  const { kind = 'fatal', hint } = error instanceof Failure ? error : {};
  return defined({ kind, message: describeError(error), hint });
}

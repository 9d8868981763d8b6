import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { Failure } from '../core/failure.ts';
import type { World } from '../core/world.ts';
import type { CaptureTask } from './capture.ts';
import type { CaptureAnswer, Capturer } from './capturer.ts';
import { ANSWERS, BEATS, type CaptureQuestion, type ThreadAnswer, type ThreadData } from './thread-messages.ts';

/** A thread that shows no sign of life for so long has died. */
const MAX_SILENCE_MS = 20_000;
/** How often a program that waits looks whether the thread lives. */
const LOOK_MS = 5000;

let shared: CaptureThread | undefined;

/** The one thread of this process; it starts with the first capture. */
export function captureThread(): Capturer {
  shared ??= new CaptureThread();
  return shared;
}

interface Running {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly counters: ThreadData['counters'];
}

/** Captures in a thread of its own. It keeps the process alive only while a capture is under way. */
class CaptureThread implements Capturer {
  readonly #waiting = new Map<number, (answer: CaptureAnswer) => void>();
  #running: Running | undefined;
  #lastId = 0;

  begin(task: CaptureTask, world: World, answered: (answer: CaptureAnswer) => void): void {
    this.#running ??= this.#start();
    this.#lastId += 1;
    this.#waiting.set(this.#lastId, answered);
    this.#running.port.ref();
    const clockAhead = world.now().getTime() - Date.now();
    const question: CaptureQuestion = { id: this.#lastId, task, cwd: world.cwd, env: { ...world.env }, clockAhead };
    this.#running.port.postMessage(question);
  }

  block(until: () => boolean): void {
    let seen = performance.now();
    let beats = -1;
    while (!until()) {
      if (this.#running === undefined) throw died('it ended');
      const { counters } = this.#running;
      const answers = Atomics.load(counters, ANSWERS);
      this.#receive(this.#running);
      if (until()) return;
      Atomics.wait(counters, ANSWERS, answers, LOOK_MS);
      const now = Atomics.load(counters, BEATS);
      if (now !== beats) seen = performance.now();
      beats = now;
      if (performance.now() - seen > MAX_SILENCE_MS) this.#fail(died('it does not answer'));
    }
  }

  #start(): Running {
    // Built as a file beside this one.
    const file = fileURLToPath(new URL('./capture-worker.js', import.meta.url));
    if (!existsSync(file))
      throw new Failure('fatal', `cannot capture: ${file} is missing`, {
        hint: 'Leave git-checkpoint out of your bundle and install it beside it.',
      });
    const counters = new Int32Array(new SharedArrayBuffer(8));
    const { port1: port, port2 } = new MessageChannel();
    const workerData: ThreadData = { port: port2, counters };
    // The flags of the program may be such that a thread cannot start with them, as `--input-type` is.
    const worker = new Worker(file, { workerData, transferList: [port2], execArgv: [] });
    worker.unref();
    worker.on('error', (cause) => this.#fail(died(cause.message, cause)));
    const running = { worker, port, counters };
    port.on('message', (answer: ThreadAnswer) => this.#answer(answer, running));
    port.unref();
    return running;
  }

  /** Calls back all answers that have come, in their order. */
  #receive(running: Running): void {
    for (let next = receiveMessageOnPort(running.port); next; next = receiveMessageOnPort(running.port))
      this.#answer(next.message as ThreadAnswer, running);
  }

  #answer(answer: ThreadAnswer, { port }: Running): void {
    const answered = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) port.unref();
    if ('captured' in answer) answered?.({ captured: answer.captured });
    else answered?.({ error: new Failure(answer.failure.kind, answer.failure.message, answer.failure) });
  }

  /** Everybody who waits is told; the next capture starts another thread. */
  #fail(error: Error): void {
    const waiting = [...this.#waiting.values()];
    const running = this.#running;
    this.#waiting.clear();
    this.#running = undefined;
    running?.port.close();
    void running?.worker.terminate();
    for (const answered of waiting) answered({ error });
  }
}

function died(why: string, cause?: unknown): Failure {
  return new Failure('fatal', `the thread that captures has died: ${why}`, { cause });
}

import type { ChildProcess } from 'node:child_process';
import { Failure } from '../core/failure.ts';
import type { World } from '../core/world.ts';
import { exitCodes } from './failures.ts';
import { returnCertificates } from './kept-certificates.ts';
import { leavesUnreaped } from './unreaped.ts';

const used = new Set<NodeJS.WriteStream>();

/** Whether everything that was written has reached whoever reads it. */
export function isAllWritten(): boolean {
  // That a write failed is told to its listener a moment later.
  return [...used].every((stream) => stream.writableLength === 0 && !stream.errored);
}

function noted(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  used.add(stream);
  return stream;
}

/** A reader such as `head` may close the pipe; then there is nobody left to tell anything. A full disk is told, except by a hook. */
function unlessClosed(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (stream.listenerCount('error') === 0) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || process.argv[2] === 'hook') process.exit(0);
      process.stderr.write(`fatal: cannot write the result: ${error.message}\n`);
      process.exit(exitCodes.fatal);
    });
  }
  return stream;
}

/** Where what is said cannot be said, the result still counts. */
function whileHeard(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (stream.listenerCount('error') === 0) stream.on('error', () => undefined);
  return stream;
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new Failure('fatal', 'the current directory no longer exists', { cause });
  }
}

/** The world of a real process. The only place that reads process globals. */
export function realWorld(): World {
  returnCertificates(process.env);
  return {
    // Asked for on first use: a hook may be started where nothing is any more, and its event knows a better place.
    get cwd() {
      return currentDirectory();
    },
    env: process.env,
    // Opened on first use: each stream costs start-up time, and an open stdin can keep the process waiting.
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return noted(unlessClosed(process.stdout));
    },
    get stderr() {
      return noted(whileHeard(process.stderr));
    },
    now: () => new Date(),
    program: [process.execPath, ...process.argv.slice(1, 2)],
    async startSelf(args, cwd) {
      const program = process.argv[1];
      if (program === undefined) return;
      const { spawn } = await import('node:child_process');
      const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
        cwd,
        detached: true,
        stdio: 'ignore',
        windowsHide: true,
      });
      // A program that cannot be started again cannot tell anybody either; what waits for it is done by the next one.
      child.on('error', () => undefined);
      if (child.pid !== undefined) await letOthersFirst(child.pid);
      if (leavesUnreaped()) await endOf(child, REAP_WITHIN_MS);
      child.unref();
    },
    leaveWithin: (milliseconds) => void setTimeout(() => process.exit(), milliseconds).unref(),
  };
}

/** An agent waits for this long at most where nobody else reaps what we start. */
const REAP_WITHIN_MS = 3000;

async function endOf(child: ChildProcess, milliseconds: number): Promise<void> {
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    setTimeout(resolve, milliseconds).unref();
  });
}

/** Whatever runs beside the agent gives way to it. */
async function letOthersFirst(pid: number): Promise<void> {
  const { constants, setPriority } = await import('node:os');
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended by now, or this system does not let us: then it runs as everything else does.
  }
}

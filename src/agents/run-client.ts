import { spawn } from 'node:child_process';
import { Failure } from '../core/failure.ts';
import type { SessionSite } from './session-writer.ts';

/** Clients may look for updates and for models first. */
const MAX_AGE_MS = 120_000;

/** Runs a client's own command to its end, without a terminal; answers what it printed. */
export function runClient([program = '', ...args]: readonly string[], { cwd, env }: SessionSite): Promise<string> {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  // The option of spawn would wait to its end for a program that is not there.
  setTimeout(() => child.kill(), MAX_AGE_MS).unref();
  const [printed, complained]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk) => printed.push(chunk));
  child.stderr.on('data', (chunk) => complained.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(notStarted(program, cause)));
    child.once('close', (code) => {
      if (code === 0) return resolve(Buffer.concat(printed).toString());
      const why = Buffer.concat(complained).toString().trim().split('\n').at(-1);
      const verb = args.find((word) => !word.startsWith('-'));
      reject(new Failure('fatal', `'${program} ${verb}' failed${why ? `: ${why}` : ''}`));
    });
  });
}

function notStarted(program: string, cause: Error): Failure {
  return new Failure('no', `${program} cannot be started, and only it can take up the conversation`, {
    hint: 'Is it installed, and on your PATH?',
    cause,
  });
}

import { spawn } from 'node:child_process';
import type { Stage } from './stage.ts';

const MAX_AGE_MS = 300_000;

/** Runs a client without a terminal to its end; answers what it printed. */
export function runHeadless(stage: Stage, command: readonly string[]): Promise<string> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: stage.repo.root,
    env: stage.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: MAX_AGE_MS,
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${program} ended with ${code}:\n${output}`));
    });
  });
}

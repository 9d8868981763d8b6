import type { World } from '../core/world.ts';

/** The world for a program that uses the library: its environment and its clock, no screen and no input. */
export function processWorld(directory: string): World {
  const nowhere = { write: () => true };
  return {
    cwd: directory,
    env: process.env,
    stdin: (async function* () {})(),
    stdout: nowhere,
    stderr: nowhere,
    now: () => new Date(),
  };
}

import { main } from './cli/main.ts';
import { isAllWritten, realWorld } from './cli/real-world.ts';

/** Settled when the command is done, with whether the process may end at once. */
export const finished = main(process.argv.slice(2), realWorld()).then((code) => {
  process.exitCode = code;
  return isAllWritten();
});

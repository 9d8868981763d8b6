import { main } from './cli/main.ts';
import { realWorld } from './cli/real-world.ts';

/** Settled when the command is done; the process ends by itself. */
export const finished = main(process.argv.slice(2), realWorld()).then((code) => {
  process.exitCode = code;
});

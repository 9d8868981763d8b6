import { main } from './cli/main.ts';
import { realWorld } from './cli/real-world.ts';

void main(process.argv.slice(2), realWorld()).then((code) => {
  process.exitCode = code;
});

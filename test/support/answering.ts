import { PassThrough } from 'node:stream';
import type { World } from '../../src/core/world.ts';

/** A person at a terminal, who answers each question when it is asked. */
export function answering(...answers: string[]): Pick<World, 'stdin' | 'stdout' | 'stderr'> & { shown: string } {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const waiting = [...answers];
  const person = {
    shown: '',
    stdin,
    stdout: { isTTY: true, columns: 80, write: (text: string | Uint8Array) => (person.shown += String(text)) },
    stderr: {
      isTTY: true,
      columns: 80,
      write: (text: string | Uint8Array) => {
        person.shown += String(text);
        if (!/[[(]\w.* $|none: $/.test(String(text))) return;
        const answer = waiting.shift();
        // Nobody answers before the question stands there.
        setImmediate(() => (answer === undefined ? stdin.end() : stdin.write(`${answer}\n`)));
      },
    },
  };
  return person;
}

import { createInterface } from 'node:readline';
import { Failure } from '../core/failure.ts';
import type { World } from '../core/world.ts';

/** Asks on the terminal until one of the answers comes. An empty line is the last of them, which changes nothing. */
export async function ask<T extends string>(question: string, answers: readonly T[], world: World): Promise<T> {
  if (!world.stdin.isTTY) {
    throw new Failure('no', 'cannot ask: standard input is not a terminal', {
      hint: 'Run it on a terminal, or leave the option out that asks.',
    });
  }
  const terminal = createInterface({ input: world.stdin as unknown as NodeJS.ReadableStream, terminal: false });
  try {
    world.stderr.write(question);
    for await (const line of terminal) {
      const answer = line.trim().toLowerCase();
      if (answer === '') break;
      const meant = answers.find((one) => one === answer || one.startsWith(answer[0] ?? ' '));
      if (meant !== undefined) return meant;
      world.stderr.write(question);
    }
    // Also when the terminal was closed.
    return answers.at(-1) as T;
  } finally {
    terminal.close();
  }
}

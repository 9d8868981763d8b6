import { createInterface } from 'node:readline/promises';
import { Failure } from '../core/failure.ts';
import type { World } from '../core/world.ts';

/** Asks on the terminal until one of the answers comes. */
export async function ask<T extends string>(question: string, answers: readonly T[], world: World): Promise<T> {
  if (!world.stdin.isTTY) {
    throw new Failure('no', 'there is no terminal to ask on', {
      hint: 'Run it on a terminal, or without the question.',
    });
  }
  const terminal = createInterface({ input: world.stdin as unknown as NodeJS.ReadableStream, output: process.stderr });
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve(answers.at(-1) ?? '')));
  try {
    for (;;) {
      const answer = (await Promise.race([terminal.question(question), closed])).trim().toLowerCase();
      const meant = answers.find((one) => one === answer || (answer !== '' && one.startsWith(answer[0] ?? ' ')));
      if (meant !== undefined) return meant;
    }
  } finally {
    terminal.close();
  }
}

import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Failure } from '../core/failure.ts';
import type { World } from '../core/world.ts';

/** Asks on the terminal until one of the answers comes. An empty line is the last of them, which changes nothing. */
export async function ask<T extends string>(question: string, answers: readonly T[], world: World): Promise<T> {
  return onTerminal(question, world, async (lines) => {
    for await (const line of lines) {
      const answer = line.trim().toLowerCase();
      if (answer === '') break;
      const meant = answers.find((one) => one === answer || one.startsWith(answer[0] ?? ' '));
      if (meant !== undefined) return meant;
      world.stderr.write(question);
    }
    // Also when the terminal was closed.
    return answers.at(-1) as T;
  });
}

/** Asks for one line; empty when the terminal was closed. */
export async function askLine(question: string, world: World): Promise<string> {
  return onTerminal(question, world, async (lines) => {
    for await (const line of lines) return line.trim();
    return '';
  });
}

async function onTerminal<T>(
  question: string,
  world: World,
  read: (lines: AsyncIterable<string>) => Promise<T>,
): Promise<T> {
  if (!world.stdin.isTTY) {
    throw new Failure('no', 'cannot ask: standard input is not a terminal', {
      hint: 'Run it on a terminal, or leave the option out that asks.',
    });
  }
  const input = world.stdin as unknown as Readable;
  const terminal = createInterface({ input, terminal: false });
  try {
    world.stderr.write(question);
    // A terminal that was closed at an earlier question does not say so again.
    return await read(input.readableEnded ? nothing() : terminal);
  } finally {
    terminal.close();
  }
}

async function* nothing(): AsyncGenerator<string> {}

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeError, Failure } from '../core/failure.ts';
import { showBytes } from '../core/size.ts';
import type { World } from '../core/world.ts';

const MAX_BYTES = 16 * 1024 * 1024;

/** Reads a file that was named on the command line, or standard input for `-`. */
export async function readInput(name: string, world: World): Promise<string> {
  if (name === '-') return readAll(world);
  try {
    return readFileSync(resolve(world.cwd, name), 'utf8');
  } catch (cause) {
    throw new Failure('fatal', `cannot read ${name}: ${describeError(cause)}`, { cause });
  }
}

async function readAll(world: World): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of world.stdin) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > MAX_BYTES) throw new Failure('fatal', `standard input is larger than ${showBytes(MAX_BYTES)}`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString();
}

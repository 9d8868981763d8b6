import { isObject, type JsonObject } from '../agents/json-value.ts';
import { Failure } from '../core/failure.ts';
import type { Input } from '../core/world.ts';

/** Payloads that we ask for have a few KB; a prompt may be long. */
const MAX_BYTES = 8 * 1024 * 1024;

/** The JSON object on standard input. */
export async function readPayload(stdin: Input): Promise<JsonObject> {
  if (stdin.isTTY) throw new Failure('usage', 'a hook reads its event as JSON from standard input');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    size += chunk.length;
    // Read to the end all the same: an agent that writes into a closed pipe may take that for a failure.
    if (size <= MAX_BYTES) chunks.push(Buffer.from(chunk));
  }
  if (size > MAX_BYTES) throw new Failure('usage', `the payload has ${size} bytes, more than any event needs`);
  return parse(Buffer.concat(chunks).toString());
}

function parse(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const word = text.trim() === '' ? 'empty' : 'not JSON';
    throw new Failure('usage', `the payload on standard input is ${word}`, { cause });
  }
  if (!isObject(value)) throw new Failure('usage', 'the payload on standard input is not a JSON object');
  return value;
}

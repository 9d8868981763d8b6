import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { ZodObject, ZodType } from 'zod';

/** A request of the protocol as the SDK reads it. */
type RequestSchema = ZodObject<{ method: ZodType }>;

/** What is wrong with the parameters of a request, in words; undefined when nothing is, or when it is none of these. */
export function wrongParameters(schemas: readonly RequestSchema[], message: JSONRPCMessage): string | undefined {
  if (!('method' in message && 'id' in message)) return undefined;
  const schema = schemas.find(({ shape }) => shape.method.safeParse(message.method).success);
  const issues = schema?.safeParse(message).error?.issues ?? [];
  const words = issues.map(({ path, message: text }) => `${path.join('.')}: ${plain(text)}`);
  return words.length === 0 ? undefined : `${message.method}: ${words.join('; ')}`;
}

/** `record` is zod's word for what is an object to everybody else. */
function plain(text: string): string {
  return text.replace(/^Invalid input: /, '').replace(/\brecord\b/, 'object');
}

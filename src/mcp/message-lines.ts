import type { Input } from '../core/world.ts';

const NEWLINE = 0x0a;

/** The lines of a stream. A line longer than `longest` bytes is passed over and comes out as undefined. */
export async function* messageLines(input: Input, longest: number): AsyncGenerator<string | undefined> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of input) {
    let rest = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      const whole = length + end <= longest;
      yield whole ? Buffer.concat([...parts, rest.subarray(0, end)]).toString() : undefined;
      rest = rest.subarray(end + 1);
      parts = [];
      length = 0;
    }
    length += rest.length;
    if (length <= longest) parts.push(rest);
    else parts = [];
  }
}

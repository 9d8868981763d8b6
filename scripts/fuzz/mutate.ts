const MAX_LENGTH = 512 * 1024;

/** What parsers stumble over. */
const tokens = [
  '\0',
  '\n\n',
  '\u001b[31m',
  '\u202e',
  '{'.repeat(500),
  '['.repeat(5000),
  '"'.repeat(99),
  '&a *a',
  '!!js/function',
  '<<: *a',
  '? - : |',
  '__proto__: {}',
  '"__proto__":{"x":1},',
  '99999999999999999999',
  '-1',
  '1e999',
  'hwm 999999999\n',
  `dead ${'0'.repeat(40)} 1\n`,
  '../../../etc/passwd',
  '-----BEGIN PRIVATE KEY-----\n',
  'Private-Lines: 3\n',
  'x'.repeat(20_000),
  ' '.repeat(20_000),
  '\ud800',
].map((text) => Buffer.from(text));

/** A buffer that is like another one and wrong in a few places. */
export function mutate(base: Buffer, random: () => number, others: readonly Buffer[]): Buffer {
  let bytes = base;
  for (let rounds = 1 + Math.floor(random() * 6); rounds > 0; rounds -= 1) bytes = once(bytes, random, others);
  return bytes.subarray(0, MAX_LENGTH);
}

function once(bytes: Buffer, random: () => number, others: readonly Buffer[]): Buffer {
  const below = (most: number) => Math.floor(random() * most);
  const at = below(bytes.length + 1);
  const to = Math.min(bytes.length, at + below(random() < 0.5 ? 8 : 4096));
  switch (below(7)) {
    case 0: {
      const copy = Buffer.from(bytes);
      for (let flips = 1 + below(8); flips > 0 && copy.length > 0; flips -= 1) copy[below(copy.length)] = below(256);
      return copy;
    }
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, to), bytes.subarray(at, to), bytes.subarray(to)]);
    case 3:
      return Buffer.concat([bytes.subarray(0, at), tokens[below(tokens.length)] ?? bytes, bytes.subarray(at)]);
    case 4:
      return bytes.subarray(0, at);
    case 5: {
      const other = others[below(others.length)] ?? bytes;
      return Buffer.concat([bytes.subarray(0, at), other.subarray(below(other.length + 1))]);
    }
    default: {
      const lines = bytes.toString('latin1').split('\n');
      const line = below(lines.length);
      lines.splice(line, 0, ...Array.from({ length: 1 + below(40) }, () => lines[line] ?? ''));
      return Buffer.from(lines.join('\n'), 'latin1');
    }
  }
}

import { Failure } from '../../core/failure.ts';

export const FLUSH = Buffer.from('0000');

/** A line of git's wire protocol: its length in four hex digits, then its bytes. */
export function pktLine(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
}

/** Splits a stream into lines; a flush is an empty one. */
export async function* readPktLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    waiting = Buffer.concat([waiting, chunk]);
    for (let end = endOf(waiting); end <= waiting.length; end = endOf(waiting)) {
      yield waiting.subarray(4, end);
      waiting = waiting.subarray(end);
    }
  }
  if (waiting.length > 0) throw broken();
}

/** Where the first line ends; a flush is four bytes long. */
function endOf(bytes: Buffer): number {
  if (bytes.length < 4) return 4;
  const text = bytes.toString('latin1', 0, 4);
  if (!/^[0-9a-f]{4}$/i.test(text)) throw broken();
  return Math.max(4, Number.parseInt(text, 16));
}

/** The bytes of the main band; an error of the server is thrown. */
export async function* mainBand(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const line of lines) {
    if (line[0] === 1) yield line.subarray(1);
    else if (line[0] === 3) throw new Failure('fatal', `the remote says: ${line.toString('utf8', 1).trim()}`);
  }
}

function broken(): Failure {
  return new Failure('fatal', 'the answer of the remote broke off, or it is no git server', {
    hint: 'Is that the address of a repository?',
  });
}

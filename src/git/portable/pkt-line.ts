import { Failure } from '../../core/failure.ts';

export const FLUSH = Buffer.from('0000');

/** A line of git's wire protocol: its length in four hex digits, then its bytes. */
export function pktLine(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
}

/** Splits an answer into lines; a flush, four bytes long, is an empty one. */
export function* readPktLines(bytes: Buffer): Generator<Buffer> {
  for (let at = 0, end = 0; at < bytes.length; at = end) {
    const length = bytes.toString('latin1', at, at + 4);
    end = at + Math.max(4, Number.parseInt(length, 16));
    if (!/^[0-9a-f]{4}$/i.test(length) || end > bytes.length) throw broken();
    yield bytes.subarray(at + 4, end);
  }
}

/** The bytes of the main band; an error of the server is thrown. */
export function mainBand(bytes: Buffer): Buffer {
  const lines = [...readPktLines(bytes)];
  const error = lines.find((line) => line[0] === 3);
  if (error !== undefined) throw new Failure('fatal', `the remote says: ${error.toString('utf8', 1).trim()}`);
  return Buffer.concat(lines.filter((line) => line[0] === 1).map((line) => line.subarray(1)));
}

function broken(): Failure {
  return new Failure('fatal', 'the answer of the remote broke off, or it is no git server', {
    hint: 'Is that the address of a repository?',
  });
}

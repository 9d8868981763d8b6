import type { Oid } from '../../core/checkpoint.ts';
import type { Conversion } from './conversion.ts';
import { looksBinary, statsOf } from './line-ends.ts';

/** What a checkout writes for a blob: line ends and `$Id$` as attributes and settings say. */
export function smudge(bytes: Buffer, oid: Oid, conversion: Conversion): Buffer {
  const expanded = conversion.ident ? expandIdent(bytes, oid) : bytes;
  return addsCrlf(expanded, conversion) ? toCrlf(expanded) : expanded;
}

function addsCrlf(bytes: Buffer, { lineEnds }: Conversion): boolean {
  if (lineEnds.convert === 'never' || lineEnds.checkout === 'lf') return false;
  const stats = statsOf(bytes);
  if (stats.loneLf === 0) return false;
  // Where git guesses, a file that has CRLF or CR already is left alone.
  return lineEnds.convert === 'always' || (stats.loneCr === 0 && stats.crlf === 0 && !looksBinary(stats));
}

function toCrlf(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replace(/(?<!\r)\n/g, '\r\n'), 'latin1');
}

/** An expansion of several words is of another version control system, and stays. */
function expandIdent(bytes: Buffer, oid: Oid): Buffer {
  const keyword = /\$Id(?::(?:[^$\n][^ $\n]* ?)?)?\$/g;
  return Buffer.from(bytes.toString('latin1').replace(keyword, `$Id: ${oid} $`), 'latin1');
}

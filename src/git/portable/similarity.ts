/** How many bytes a content has of each span. */
export interface Spans {
  readonly size: number;
  readonly bytes: ReadonlyMap<string, number>;
}

const LONGEST = 64;

/** Cuts a content at line ends and after 64 bytes, as git does to estimate how much was moved. In a text CRLF counts as LF. */
export function spansOf(content: Buffer, isText: boolean): Spans {
  const text = isText ? content.toString('latin1').replaceAll('\r\n', '\n') : content.toString('latin1');
  const bytes = new Map<string, number>();
  for (let at = 0; at < text.length; ) {
    const line = text.indexOf('\n', at);
    const end = Math.min(line < 0 ? text.length : line + 1, at + LONGEST);
    const span = text.slice(at, end);
    bytes.set(span, (bytes.get(span) ?? 0) + span.length);
    at = end;
  }
  return { size: content.length, bytes };
}

/** In percent, rounded down. */
export function similarity(one: Spans, other: Spans): number {
  const [smaller, larger] = one.size < other.size ? [one, other] : [other, one];
  if (larger.size === 0 || smaller.size === 0 || smaller.size * 2 < larger.size) return 0;
  let copied = 0;
  for (const [span, count] of one.bytes) copied += Math.min(count, other.bytes.get(span) ?? 0);
  return Math.floor((copied * 100) / larger.size);
}

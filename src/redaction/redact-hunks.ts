import { findSpans, redact } from './redact.ts';
import type { SecretSpan } from './secret-span.ts';

const SIGN = /^[+\- ]/;

/** Redacts a text that may hold differences: a secret is found with and without the signs before its lines, and its lines stay lines. */
export function redactHunks(text: string): string {
  if (!text.includes('\n')) return redact(text).text;
  const lines = text.split('\n');
  const signs = lines.map((line) => SIGN.exec(line)?.[0] ?? '');
  const plain = lines.map((line, at) => line.slice(signs[at]?.length));
  const spans = findSpans(plain.join('\n'));
  const kept =
    spans.length === 0
      ? text
      : hideIn(plain, spans)
          .map((line, at) => `${signs[at]}${line}`)
          .join('\n');
  return redact(kept).text;
}

/** Each line without its part of a secret. */
function hideIn(lines: readonly string[], spans: readonly SecretSpan[]): string[] {
  let start = 0;
  let next = 0;
  return lines.map((line) => {
    const end = start + line.length;
    while (next < spans.length && (spans[next]?.end ?? 0) <= start) next += 1;
    let hidden = '';
    let at = start;
    for (let index = next; index < spans.length; index += 1) {
      const span = spans[index];
      if (span === undefined || span.start >= end) break;
      hidden += `${line.slice(at - start, Math.max(at, span.start) - start)}[REDACTED:${span.kind}]`;
      at = Math.min(end, span.end);
    }
    hidden += line.slice(at - start);
    start = end + 1;
    return hidden;
  });
}

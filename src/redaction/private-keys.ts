import { looksGenerated } from './oddity.ts';
import type { SecretSpan } from './secret-span.ts';

const BEGIN = /-----BEGIN (?:(?<label>(?:[A-Z0-9]{1,12} ){0,3})PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)-----/g;
const PUTTY = /Private-Lines: \d{1,3}/g;
/** A line of a key, or what a cut left of it. */
const LINE = /[A-Za-z0-9+/]{16,}={0,2}/y;
const NEAR = /[A-Za-z0-9+/]{16,}/g;
const END = /-----END [A-Za-z0-9 ]{0,40}-----/y;
/** Between two lines of a key: line ends, marks of quotes, comments, diffs and strings, line numbers, headers such as `Proc-Type`. */
const WIDEST_GAP = 160;

interface Part {
  readonly start: number;
  readonly end: number;
}

/** Finds PEM, OpenSSH, PGP, PuTTY and OpenVPN keys, whatever stands before each line. A key that was cut off is taken as far as it goes. */
export function findPrivateKeys(text: string): SecretSpan[] {
  const blocks = text.includes('PRIVATE KEY') || text.includes('OpenVPN Static key') ? bodiesBehind(text, BEGIN) : [];
  const putty = text.includes('Private-Lines') ? bodiesBehind(text, PUTTY) : [];
  return [
    ...blocks.map(({ match, body }) => ({ kind: kindOf(text, match), start: match.index, end: body.end })),
    ...putty.map(({ body }) => ({ kind: 'ssh-private-key', ...body })),
  ];
}

function bodiesBehind(text: string, header: RegExp): { readonly match: RegExpExecArray; readonly body: Part }[] {
  const found: { match: RegExpExecArray; body: Part }[] = [];
  let after = 0;
  for (const match of text.matchAll(header)) {
    if (match.index < after) continue;
    const body = readBody(text, match.index + match[0].length);
    if (body === undefined) continue;
    found.push({ match, body });
    after = body.end;
  }
  return found;
}

function kindOf(text: string, match: RegExpExecArray): string {
  if (/"private_key\\{0,3}"\s{0,3}:\s{0,3}\\{0,3}"$/.test(text.slice(Math.max(0, match.index - 40), match.index))) {
    return 'gcp-private-key';
  }
  const label = match.groups?.['label']?.trim() ?? '';
  if (label === 'OPENSSH') return 'ssh-private-key';
  return label === 'PGP' ? 'pgp-private-key' : 'private-key';
}

/** Goes from line to line until a gap is too wide, another block begins or this one ends. Each character is looked at once. */
function readBody(text: string, from: number): Part | undefined {
  let start: number | undefined;
  let end = from;
  for (;;) {
    const gap = text.slice(end, end + WIDEST_GAP);
    const closing = gap.indexOf('-----');
    const line = findLine(text, end, { within: closing === -1 ? gap.length : closing, first: start === undefined });
    if (line !== undefined) {
      start ??= line.start;
      end = line.end;
      continue;
    }
    if (start === undefined) return undefined;
    END.lastIndex = end + closing;
    const ended = closing === -1 ? null : END.exec(text);
    return { start, end: ended === null ? endOfRest(text, end) : end + closing + ended[0].length };
  }
}

/** A header in prose or in a pattern has words behind it, and no key. */
function findLine(
  text: string,
  from: number,
  { within, first }: { readonly within: number; readonly first: boolean },
): Part | undefined {
  for (const near of text.slice(from, from + within).matchAll(NEAR)) {
    LINE.lastIndex = from + near.index;
    const line = LINE.exec(text)?.[0] ?? '';
    const start = from + near.index;
    if ((!first && line.length >= 40) || looksGenerated(line.slice(0, 64))) return { start, end: start + line.length };
  }
  return undefined;
}

/** The last line of a key may be short, and a cut leaves less than a line. */
function endOfRest(text: string, end: number): number {
  const rest = /^(?:\\n|\r?\n)?[A-Za-z0-9+/]{0,15}={0,2}/.exec(text.slice(end, end + 40))?.[0] ?? '';
  return /[\d+/=]/.test(rest) ? end + rest.length : end;
}

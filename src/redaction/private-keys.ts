import type { SecretSpan } from './secret-rules.ts';

const BEGIN = /-----BEGIN (?<label>(?:[A-Z0-9]{1,12} ){0,3})PRIVATE KEY(?: BLOCK)?-----/g;
const PUTTY = /^Private-Lines: \d{1,3}\r?\n/gm;
/** What the body of a key is made of, also when it is escaped inside JSON or cut off. */
const BODY = /^(?:[A-Za-z0-9+/=:, \t\r\n-]|\\[nr])*/;

/** Finds PEM, OpenSSH, PGP and PuTTY private keys. A key that was cut off is taken as far as it goes. */
export function findPrivateKeys(text: string): SecretSpan[] {
  if (!text.includes('PRIVATE KEY') && !text.includes('Private-Lines')) return [];
  const spans: SecretSpan[] = [];
  let after = 0;
  for (const match of text.matchAll(BEGIN)) {
    if (match.index < after) continue;
    const end = endOfBlock(text, match.index + match[0].length);
    if (end === undefined) continue;
    spans.push({ kind: kindOf(text, match), start: match.index, end });
    after = end;
  }
  for (const match of text.matchAll(PUTTY)) {
    const start = match.index + match[0].length;
    const end = bodyEnd(text, start);
    if (end - start > 40) spans.push({ kind: 'ssh-private-key', start, end });
  }
  return spans;
}

function kindOf(text: string, match: RegExpExecArray): string {
  if (/"private_key\\{0,3}"\s{0,3}:\s{0,3}\\{0,3}"$/.test(text.slice(Math.max(0, match.index - 40), match.index))) {
    return 'gcp-private-key';
  }
  const label = match.groups?.['label']?.trim() ?? '';
  if (label === 'OPENSSH') return 'ssh-private-key';
  return label === 'PGP' ? 'pgp-private-key' : 'private-key';
}

function endOfBlock(text: string, bodyStart: number): number | undefined {
  const body = text.slice(bodyStart, bodyEnd(text, bodyStart));
  // Dashes, capitals and spaces belong to the run, so the closing line is inside it.
  const closed = /-----END [A-Z0-9 ]{0,40}-----/.exec(body);
  if (closed) return bodyStart + closed.index + closed[0].length;
  // A header in prose or in a pattern has no body worth hiding.
  return /[A-Za-z0-9+/]{24}/.test(body) ? bodyStart + body.length : undefined;
}

/** A body ends where another begins, so that many headers in a row are read once. */
function bodyEnd(text: string, start: number): number {
  const next = text.indexOf('-----BEGIN', start);
  const region = text.slice(start, next === -1 ? undefined : next);
  return start + (BODY.exec(region)?.[0].length ?? 0);
}

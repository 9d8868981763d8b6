import { findColumn } from './columns.ts';
import { type Lead, leadsOf, type Name } from './leads.ts';
import { type ReadValue, readBare, readElement, readQuoted, readValue, unescaped } from './read-value.ts';
import type { SecretSpan } from './secret-span.ts';
import { isSecretValue } from './secret-value.ts';
import { secretNameKind } from './secret-words.ts';

/** Each telling name has one of these in it. */
const WORD =
  /pass|pwd|secret|token|cred|key|kennwort|contrase[ñn]a|senha|wachtwoord|has[łl]o(?![\w])|lösenord|пароль|密[码碼]|パスワード|비밀번호|_auth|connection.?string|(?<![a-z])(?:pw|psk|psw|pin|jwt)(?![a-z])|_pat(?![a-z])/gi;
const NAME_LETTER = /[\w.$-]/;
const MAX_HALF_LENGTH = 48;

/** Finds values that are secret because of the name beside them, in every way that people write one beside the other. */
export function findNamedValues(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  let tableEnd = 0;
  WORD.lastIndex = 0;
  for (let match = WORD.exec(text); match; match = WORD.exec(text)) {
    const bounds = boundsOfName(text, match.index, match.index + match[0].length);
    WORD.lastIndex = bounds.end;
    const kind = secretNameKind(bounds.text);
    if (kind === undefined) continue;
    const name = { ...bounds, kind };
    const span = findBeside(text, name) ?? findBefore(text, name);
    if (span !== undefined) {
      spans.push(span);
      WORD.lastIndex = Math.max(WORD.lastIndex, span.end);
    } else if (name.start >= tableEnd) {
      const table = findColumn(text, name);
      spans.push(...table.spans);
      tableEnd = Math.max(tableEnd, table.end);
    }
  }
  return spans;
}

function boundsOfName(text: string, from: number, to: number) {
  let start = from;
  while (start > 0 && from - start < MAX_HALF_LENGTH && NAME_LETTER.test(text[start - 1] ?? '')) start -= 1;
  let end = to;
  while (end < text.length && end - to < MAX_HALF_LENGTH && NAME_LETTER.test(text[end] ?? '')) end += 1;
  while (end > to && /[.$-]/.test(text[end - 1] ?? '')) end -= 1;
  const name = text.slice(start, end);
  // `API key`, `secret access key`: the word before belongs to it.
  const before = /^keys?$/i.test(name)
    ? /\w{2,14}[ \t]$/.exec(text.slice(Math.max(0, start - 16), start))?.[0]
    : undefined;
  return { text: `${before ?? ''}${name}`, start, end };
}

function findBeside(text: string, name: Name): SecretSpan | undefined {
  for (const lead of leadsOf(text, name)) {
    const read = readAt(text, lead);
    if (read === undefined) continue;
    const { start, end, quoted } = read;
    const value = unescaped(text.slice(start, end));
    if (name.text.toLowerCase().includes(value.toLowerCase())) continue;
    if (isSecretValue({ value, place: lead.place, quoted, password: name.kind === 'password' }))
      return { kind: lead.kind, start, end };
  }
  return undefined;
}

function readAt(text: string, { at, only }: Lead): ReadValue | undefined {
  if (only === 'element') return readElement(text, at);
  if (only === 'quoted') return readQuoted(text, at);
  return only === 'bare' ? readBare(text, at) : readValue(text, at);
}

const IS_NAME = /(?:name|key)\\{0,7}["']?\s{0,8}[:=]\s{0,8}\\{0,7}["']?$/i;
const VALUE_FIRST =
  /\bvalue\\{0,7}["']?\s{0,8}[:=]\s{0,8}\\{0,7}(?<quote>["'])(?<value>[^"'\\\n]{4,256})\k<quote>[\s,]{1,20}\\{0,7}["']?(?:name|key)\\{0,7}["']?\s{0,8}[:=]\s{0,8}\\{0,7}["']?$/i;

/** `"value": "x", "name": "SESSION_SECRET"`. */
function findBefore(text: string, { start, kind }: Name): SecretSpan | undefined {
  if (!IS_NAME.test(text.slice(Math.max(0, start - 24), start))) return undefined;
  const from = Math.max(0, start - 340);
  const match = VALUE_FIRST.exec(text.slice(from, start));
  const value = match?.groups?.['value'] ?? '';
  if (match === null || !isSecretValue({ value, place: 'certain', quoted: true, password: kind === 'password' }))
    return undefined;
  const at = from + match.index + match[0].indexOf(value, match[0].search(/[:=]/));
  return { kind: 'assigned-secret', start: at, end: at + value.length };
}

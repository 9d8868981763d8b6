import type { SecretSpan } from './secret-rules.ts';
import { characterKinds, entropy, isPlaceholder, looksGenerated, looksLikeCode } from './secret-value.ts';

const PASSWORD_WORD = /pass(?:word|wd|phrase|code)|pwd/i;
const ASSIGNMENT =
  /(?:pass(?:word|wd|phrase|code)|pwd|secret|token|credential|(?:api|access|private|auth|encryption|signing|master|account|license|deploy|service|session)[-_]?key|connection[-_]?string)[\w-]{0,24}\\{0,3}["'`]?\]?\s{0,3}(?:=>|:=|[:=])\s{0,3}(?:\\{0,3}(?<quote>["'`])(?<quoted>[^"'`\\\r\n]{4,512})|(?<bare>[^\s"'`,;&#\\]{6,512}))/gi;
/** The name speaks about a secret and does not hold one: `tokenCount`, `password_hint`, `secretName`. */
const ABOUT =
  /(?:count|limit|usage|budget|type|ur[il]|endpoint|path|file|dir|name|ids?|length|len|size|field|label|prefix|suffix|pattern|regexp?|policy|rules?|expir\w*|ttl|at|hint|help|error|message|placeholder|input|prompt|header|class|kind|provider|manager|store|service|required|enabled|disabled|valid\w*|strength|min|max|index|pos(?:ition)?|start|end|line|column|list|map|text|tokens|izer|ized|ization|confirm\w*|reset|description|title|scope|alg\w*|version|env|var|ref|mode)$/i;
const LETTERS_ONLY = /^[A-Za-z]+(?:[-_. /][A-Za-z]+)*$/;

const ENV_LINE =
  /(?:^|\n|\\n|;\s?|export )(?<name>[A-Z][A-Z0-9_]{0,48}?(?:SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|PASS|PWD|API_?KEY|PRIVATE_KEY|ACCESS_KEY|SECRET_KEY|SIGNING_KEY|CREDENTIALS?)(?:_[A-Z0-9_]{1,24})?)=(?<quote>["'])?(?<value>[^\s"'\\;&|]{6,512})/g;

const FLAG =
  /(?<![\w-])--?(?:[a-z]{1,16}-){0,2}(?:password|passwd|passphrase|token|secret|api-?key|access-?key|secret-key)[= ]\\?["']?(?<value>[^\s"'\\;&|]{6,512})/g;
const CURL_USER = /\bcurl\b[^\n]{0,400}?\s(?:-u|--user)\s{0,2}["']?[^\s:"'/\\]{1,64}:(?<value>[^\s"'@]{4,256})/g;
const NETRC = /\blogin\s{1,4}\S{1,128}\s{1,4}password\s{1,4}(?<value>\S{4,256})/g;

interface Found {
  readonly name: string;
  readonly value: string;
  readonly quoted: boolean;
}

interface NamedForm {
  readonly kind: string;
  readonly pattern: RegExp;
  readonly accepts: (found: Found) => boolean;
}

const forms: readonly NamedForm[] = [
  { kind: 'env-value', pattern: ENV_LINE, accepts: acceptsEnvLine },
  { kind: 'assigned-secret', pattern: ASSIGNMENT, accepts: acceptsAssignment },
  { kind: 'flag-value', pattern: FLAG, accepts: acceptsArgument },
  { kind: 'basic-auth', pattern: CURL_USER, accepts: acceptsArgument },
  { kind: 'netrc-password', pattern: NETRC, accepts: ({ value }) => !isPlaceholder(value) },
];

/** Each of the forms has at least one of these in it. */
const signs = ['pass', 'pwd', 'secret', 'token', 'credential', 'key', 'connection', 'curl', 'login'];

/** Finds values that are secret because of the name they are given to. */
export function findAssignments(text: string): SecretSpan[] {
  const lower = text.toLowerCase();
  // Most texts have none, and making the expressions takes longer than this.
  return signs.some((sign) => lower.includes(sign)) ? forms.flatMap((form) => scan(text, form)) : [];
}

function scan(text: string, { kind, pattern, accepts }: NamedForm): SecretSpan[] {
  const spans: SecretSpan[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const found = describe(text, match);
    const end = match.index + match[0].length;
    if (accepts(found)) spans.push({ kind, start: end - found.value.length, end });
    // What was refused may hide a real one: `token: password: hunter2`. Go on behind the name, not behind the value.
    else pattern.lastIndex = match.index + Math.max(1, match[0].length - found.value.length);
  }
  return spans;
}

function describe(text: string, match: RegExpExecArray): Found {
  const groups = match.groups ?? {};
  const before = /[\w-]{0,40}$/.exec(text.slice(Math.max(0, match.index - 40), match.index))?.[0] ?? '';
  const name = groups['name'] ?? before + (/^[\w-]+/.exec(match[0])?.[0] ?? '');
  const value = groups['value'] ?? groups['quoted'] ?? groups['bare'] ?? '';
  return { name, value, quoted: groups['quote'] !== undefined };
}

function acceptsEnvLine({ name, value, quoted }: Found): boolean {
  if (ABOUT.test(name) || isPlaceholder(value) || /^[\d.]{1,11}$/.test(value)) return false;
  return quoted || !looksLikeCode(value);
}

function acceptsAssignment({ name, value, quoted }: Found): boolean {
  if (ABOUT.test(name) || isPlaceholder(value) || /\s|^\w+:\/\//.test(value)) return false;
  if (!quoted && (looksLikeCode(value) || isIdentifier(value))) return false;
  if (LETTERS_ONLY.test(value) || name.toLowerCase().includes(value.toLowerCase())) return false;
  if (PASSWORD_WORD.test(name))
    return value.length >= 6 && /[\d!@#$%^&*?+=~]/.test(value) && characterKinds(value) >= 2;
  return looksGenerated(value) || (value.length >= 24 && entropy(value) >= 4 && characterKinds(value) >= 3);
}

/** An argument on a command line: a literal, not a word of the language around it. */
function acceptsArgument({ value }: Found): boolean {
  if (isPlaceholder(value) || looksLikeCode(value) || value.startsWith('-')) return false;
  return !LETTERS_ONLY.test(value) && characterKinds(value) >= 2;
}

/** Names in code have few digits: `Token2Holder`, `sha256Key`. */
function isIdentifier(value: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(value) && value.replace(/\D/g, '').length < 3;
}

import { characterKinds, looksGenerated, oddity } from './oddity.ts';
import { isPlaceholder } from './placeholder.ts';
import { isVaried, type SecretRule } from './secret-span.ts';

/** A password between user and host; a port and a path with an `@` in it is none. */
function isPassword(secret: string): boolean {
  if (isPlaceholder(secret) || /^\d{1,5}\//.test(secret)) return false;
  return !/["'<>`/\\]/.test(secret) || looksGenerated(secret);
}

/** What follows `Bearer` is a token, or words about tokens, or code that puts one in. */
function isGivenToken(secret: string): boolean {
  if (secret.length < 8 || isPlaceholder(secret) || /^\w{1,24}=\\{0,3}["']|^\$\{/.test(secret)) return false;
  if (looksGenerated(secret)) return !/^["'`]|[a-z]\(/.test(secret) || oddity(secret) >= 5;
  return (secret.length >= 12 && oddity(secret) >= 2) || /[A-Za-z]{3}[-_]?\d{2,}[!#$%&*?@^~]/.test(secret);
}

/** Headers, URLs and keys in one line. */
export const headerRules: readonly SecretRule[] = [
  // How the keys of RSA, EC and Ed25519 begin when their bytes are written in base64.
  {
    kind: 'private-key',
    hints: ['IBADANBgkqhkiG9w0BAQ', 'AgEAMBMGByqGSM49', 'CAQAwBQYDK2V', 'IBAAKC'],
    pattern:
      /(?<![A-Za-z0-9+/])M[A-Za-z0-9]{2,7}(?:IBADANBgkqhkiG9w0BAQ|AgEAMBMGByqGSM49|CAQAwBQYDK2V|IBAAKC)[A-Za-z0-9+/]{32,8000}={0,2}/g,
  },
  {
    kind: 'jwk-private-key',
    hints: ['"kty'],
    pattern: /\\{0,3}"(?:d|k)\\{0,3}"\s{0,4}:\s{0,4}\\{0,3}"(?<secret>[\w-]{22,1024})\\{0,3}"/g,
    accepts: looksGenerated,
  },
  {
    kind: 'bearer',
    hints: ['earer '],
    pattern: /\b[Bb]earer[ \t]{1,3}\\{0,3}["'`]?/g,
    reads: 4096,
    accepts: isGivenToken,
  },
  {
    kind: 'basic-auth',
    hints: ['asic', 'BASIC'],
    pattern: /\b(?:[Bb]asic|BASIC)\s{1,3}(?<secret>[A-Za-z0-9+/]{12,2000}={0,2})(?![A-Za-z0-9+/=])/g,
    accepts: (secret) => characterKinds(secret) >= 3 || (secret.endsWith('=') && characterKinds(secret) >= 2),
  },
  {
    kind: 'authorization',
    hints: ['uthorization'],
    pattern: /uthorization\\{0,3}["']?\s{0,3}[:=]\s{0,3}\\{0,3}["'`]?(?:[A-Za-z][\w-]{1,20}[ \t]{1,3})?/g,
    reads: 512,
    accepts: isGivenToken,
  },
  {
    kind: 'database-url',
    hints: ['://'],
    pattern:
      /\b(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|cockroachdb|clickhouse|oracle|nats|kafka)(?:\+\w{1,12})?:\/\/[^\s:@/"'<>]{0,128}:(?<secret>\S{1,256})@(?=[\w[-])/gi,
    accepts: isPassword,
  },
  {
    kind: 'url-password',
    hints: ['://'],
    pattern: /:\/\/[^\s:@/"'<>]{0,128}:(?<secret>\S{1,256})@(?=[\w[-])(?!example\.(?:com|org|net)\b)/g,
    accepts: isPassword,
  },
  {
    kind: 'url-token',
    hints: ['://'],
    pattern: /\bhttps?:\/\/(?<secret>[\w.~-]{16,256})@(?=[\w[-])/g,
    accepts: (secret) => looksGenerated(secret) && oddity(secret) >= 5,
  },
  {
    kind: 'cookie',
    hints: ['ookie'],
    pattern: /\b(?:set-)?cookie\\{0,3}["']?\s{0,2}:\s{0,2}\\{0,3}["']?[^\s"'=;]{1,64}=(?<secret>[^\n"'\\]{8,4000})/gi,
    accepts: (secret) => secret.split(';').some((part) => looksGenerated(part.slice(part.indexOf('=') + 1))),
  },
  {
    kind: 'sql-password',
    hints: ['dentified', 'DENTIFIED'],
    pattern:
      /\bidentified\s{1,3}(?:with\s{1,3}\S{1,40}\s{1,3})?(?:by|as)\s{1,3}(?:password\s{1,3})?\\{0,3}'(?<secret>[^\n]{4,256}?)\\{0,3}'(?=[\s;,)"\\]|$)/gi,
    accepts: isTold,
  },
  {
    kind: 'pgpass-line',
    hints: [':5432:'],
    pattern: /^[\w.*-]{1,128}:5432:[\w.*-]{1,64}:[\w.*-]{1,64}:(?<secret>[^\s:]{4,128})$/gm,
    accepts: (secret) => !isPlaceholder(secret),
  },
  {
    kind: 'netrc-password',
    hints: ['password '],
    // Prose speaks of a login and a password, too: an entry begins with its machine, or has a line for each.
    pattern:
      /(?:\b(?:machine\s{1,4}\S{1,256}|default)\s{1,8}login\s{1,4}\S{1,128}\s{1,8}|^[ \t+-]{0,8}login[ \t]{1,4}\S{1,128}[ \t]{0,4}\n[ \t+-]{0,8})password\s{1,4}(?<secret>\S{4,256})/gm,
    accepts: (secret) => !isPlaceholder(secret),
  },
  {
    kind: 'basic-auth',
    hints: ['uth=('],
    pattern: /\bauth=\(\s{0,2}["'][^"'\n]{1,64}["']\s{0,2},\s{0,2}["'](?<secret>[^"'\n]{4,256})["']\s{0,2}\)/g,
    accepts: isTold,
  },
  {
    kind: 'seed-phrase',
    hints: ['monic'],
    pattern: /nemonic\W{1,8}(?<secret>(?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?![a-z])/g,
  },
  {
    kind: 'expect-password',
    hints: ['xpect '],
    pattern: /password:?[^\n]{0,40}\bsend\s{1,3}(?:--\s)?["'](?<secret>[^"'\n]{4,256}?)\\[rn]/gi,
    accepts: (secret) => !isPlaceholder(secret),
  },
  {
    kind: 'flag-value',
    hints: ['net user '],
    pattern: /\bnet user [^\s/]{1,64} (?<secret>[^\s/-][^\s]{3,127})/g,
    accepts: isTold,
  },
  {
    kind: 'flag-value',
    hints: ['vault login '],
    pattern: /\bvault login (?:-\S{1,64} ){0,4}(?<secret>(?![-\w]{1,64}=)[^\s-]\S{7,255})/g,
    accepts: isTold,
  },
  {
    kind: 'flag-value',
    hints: ['htpasswd -'],
    pattern:
      /\bhtpasswd -[a-zA-Z]{0,6}b[a-zA-Z]{0,6} (?:[^\s-]\S{0,127} ){1,2}(?<secret>\S{4,128})(?=\s*$|["'`;|&\n])/gm,
    accepts: isTold,
  },
  // Piped into a program: `echo x | docker login --password-stdin`, `echo root:x | chpasswd`.
  {
    kind: 'flag-value',
    hints: ['echo ', 'printf '],
    pattern:
      /\b(?:echo|printf) (?:-\w{1,3} )?(?<quote>["']?)(?:%s["']? ["']?)?(?:[\w.-]{1,40}:(?=[^\n]{1,200}chpasswd))?(?<secret>[^\s"'|]{4,256})\k<quote> {0,4}\| {0,4}(?:sudo -S\b|(?:sudo )?chpasswd|[^\n|]{1,80}--[\w-]{0,20}(?:password|token|secret)-stdin|[^\n|]{1,60}--with-token)/g,
    accepts: isTold,
  },
];

function isTold(secret: string): boolean {
  return !isPlaceholder(secret) && (isVaried(secret) || characterKinds(secret) >= 2);
}

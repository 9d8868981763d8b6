const PASSWORD =
  /pass(?:word|wd|phrase|code|wort)|pwd|^passe$|kennwort|contrase[ñn]a|^senha$|wachtwoord|^has[łl]o$|lösenord|пароль|密[码碼]|パスワード|비밀번호|(?:^|_)(?:pass|userpass|storepass|keypass|passin|passout|requirepass|pw|psw|psk)(?:_|$)|^pin$/;
const KEYS =
  'api|access|private|auth|encryption|encrypt|signing|sign|master|account|license|deploy|service|session|shared|storage|subscription|secret|app|application|client|consumer|webhook|hmac|jwt|aes|crypto|cipher|root|admin|server|maps|host|ssh|logged_in|secure_auth|nonce|instrumentation|ingest|write|unseal|recovery';
const OTHER = new RegExp(
  `secret|token|credential|apikey|connection_?string|^_auth$|(?:^|_)(?:creds?|bearer|jwt|client_key_data|sas_key|(?:${KEYS})_?key)(?:_|$)`,
);
/** The name speaks about a secret and does not hold one: `tokenCount`, `password_hint`, `secretName`. */
const ABOUT =
  /(?:^|_)(?:count|counts|counter|limit|usage|budget|type|types|ur[il]|urls|endpoint|path|paths|file|files|dir|name|names|ids?|length|len|size|field|fields|label|prefix|suffix|pattern|regexp?|policy|rules?|expir[a-z]*|ttl|at|hint|help|errors?|message|placeholder|input|prompt|header|class|kind|provider|manager|store|storage|required|enabled|disabled|valid[a-z]*|strength|min|max|index|pos|position|start|end|line|column|list|map|text|tokens|tokenizer|bpe|tokenize|tokenized|tokenization|confirm[a-z]*|reset|description|title|scopes?|alg[a-z]*|version|env|var|refs?|mode|uuid|arn|email|hook|handler|callback|link|format|options?|stdin|parser|stream|source|location|range|offset|support|method|status|state|time|date|created|updated|issuer|audience|used|cost|price|rate|total|window)$/;
const FILE =
  /\.(?:[cm]?[jt]sx?|json|ya?ml|toml|md|txt|py|go|rs|rb|java|kt|cs|php|sh|css|html?|xml|csv|lock|log|sql|vue|svelte)$/i;
/** Names that sound like it and are public, or a matter of programming. */
const PUBLIC =
  /(?:^|_)(?:public|csrf|xsrf|cancellation|cancel|abort|syntax|lexer|css|design|next|max|min|num|total|input|output|prompt|completion|context|page|sync|continuation|is|has|no|show|hide|toggle|use|with|forgot|reset|invalid|missing|semantic|peek|current|prev|eof)(?:_|$)/;

export type NameKind = 'password' | 'other';

const known = new Map<string, NameKind | undefined>();
const MAX_KNOWN = 4096;

/** What kind of secret a name promises; undefined when it promises none. Texts say the same names again and again. */
export function secretNameKind(name: string): NameKind | undefined {
  if (known.has(name)) return known.get(name);
  if (known.size >= MAX_KNOWN) known.clear();
  const kind = judgeName(name);
  known.set(name, kind);
  return kind;
}

function judgeName(name: string): NameKind | undefined {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[-. ]+/g, '_')
    .toLowerCase()
    .replace(/_{0,4}\d{0,4}_{0,4}$/, '');
  if (ABOUT.test(words) || FILE.test(name)) return undefined;
  if (PASSWORD.test(words)) return 'password';
  if (!OTHER.test(words) && !/^[A-Z][A-Z0-9_]*_(?:KEY|PAT|AUTH)$/.test(name)) return undefined;
  return PUBLIC.test(words) ? undefined : 'other';
}

const PLACEHOLDER =
  /^(?:x+|\*+|\.+|-+|_+|#+|0+|1234\d*|changeme\d*|change[-_ ]me|placeholder|redacted|hidden|masked|removed|secret|password|passwd|pass|pwd|token|bearer|dummy|none|null|nil|undefined|true|false|yes|no|on|off|required|optional|string|str|number|int|integer|bool|boolean|bytes|buffer|object|array|any|unknown|void|never|auto|default|empty|test(?:ing)?|foo(?:bar)?|bar|baz|abc(?:def)?|qwerty|todo|tbd|n\/a)$/i;
const TEMPLATE = /^[<[{%]|[<{]\w|\$\{|\$\(|^\$\w|%\(|^%[sdv]|^@|\{\{|<\/?\w|^\\?u00|…|\.{3}$/;
const SPEAKING_PLACEHOLDER =
  /(?:your|my|our|some|this|the|an?|example|sample|dummy|fake|mock|test|invalid|wrong|insert|replace|enter)[-_ ]|example|placeholder|change[-_]?(?:me|this|it)|redacted|xxxx|\*{4}|do[-_ ]?not[-_ ]?use|not[-_]a[-_]?(?:real)?/i;

/** Whether a value stands for a secret that is not there: a type, a variable, a mask, a marker of ours. */
export function isPlaceholder(value: string): boolean {
  const bare = value.slice(0, 64).trim();
  if (bare.length === 0 || new Set(bare).size <= 2) return true;
  return PLACEHOLDER.test(bare) || TEMPLATE.test(bare) || SPEAKING_PLACEHOLDER.test(bare);
}

const CODE = /[()[\]{}<>|;]|=>|::|->|&&|^(?:this|self|process|os|env|config|options|args|req|ctx|window|import)\b[.?]/;
const PATH_OF_NAMES = /^[A-Za-z_$][\w$]*(?:[.?:/]+[A-Za-z_$][\w$]*)+$/;

/** Whether an unquoted value is an expression of a programming language and not a literal. */
export function looksLikeCode(value: string): boolean {
  return CODE.test(value) || PATH_OF_NAMES.test(value);
}

/** Kinds of character in a value: lower case, upper case, digits, others. */
export function characterKinds(value: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
}

/** Bits per character, from the value's own letter counts. */
export function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const letter of value) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

/** Whether the value could have come out of a generator: long, no prose, letters mixed with digits. */
export function looksGenerated(value: string): boolean {
  if (value.length < 12 || /\s/.test(value) || !/\d/.test(value)) return false;
  return entropy(value) >= 3 && characterKinds(value) >= 2;
}

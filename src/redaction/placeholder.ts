import { looksGenerated } from './oddity.ts';

/** Values that stand for none, whole. */
const NOTHING =
  /^(?:x+|\*+|\.+|-+|_+|#+|0+|1234\d*|\?+|changeme\d*|none|null|nil|undefined|true|false|yes|no|on|off|string|str|number|int|integer|bool|boolean|bytes|buffer|object|array|any|unknown|void|never|auto|abc(?:def)?(?:123)?|foo(?:bar)?|bar|baz|qux|qwerty|n\/a)$/i;
/** Where a program or a person puts something else in: `${TOKEN}`, `$(cat key)`, `<your key>`, `{{ x }}`, `%s`, `%(x)s`. */
const SLOT =
  /\$\{[^}]{0,80}\}|\$\([^)]{0,80}\)|(?<![^\s/:@.="'-])\$[A-Za-z_]\w{0,60}|<\/?[A-Za-z_][\w .:|-]{0,60}>|\{\{[^}]{0,80}\}\}|\{[A-Za-z_][\w.]{0,60}\}|%\([\w.]{1,40}\)s|%[A-Z_]{2,60}%|%[sdvq]|#\{[^}]{0,80}\}/g;
/** A slot that a blank cut off: `<your`, `$(cat`. */
const CUT_SLOT = /^(?:<[\w-]*|\$\{[\w:-]*|\$\([\w./-]*|\{\{[\w.-]*|\{%-?)$/;
/** Dates and versions. */
const DATE =
  /^\d{4}-\d\d-\d\d(?:[T ][\d:.]{4,16}(?:Z|[+-]\d\d:?\d\d)?)?$|^[\^~v]?\d{1,4}\.\d{1,5}\.\d{1,9}(?:[-+][\w.]{1,24})?$/;
/** A mask, or the end of a sample that was shortened. */
const MASK = /(?:\.{3}|…)$|^(?:\.{3}|…)|\*{4}|x{6}|EXAMPLE(?:KEY)?$/i;
/** Words of made-up values. A value that is all words and small numbers is made up when it has one of these. */
const MADE_UP = new Set(
  `your my our some this the an a example sample dummy fake mock test tests testing invalid wrong insert replace enter placeholder change
  changeme me redacted hidden masked removed here secret secrets password passwd pass pwd token key api bearer default required optional todo
  tbd not real value empty credential credentials access auth client old new user admin root valid bad good bogus expected actual super`.split(
    /\s+/,
  ),
);

/** Whether a value stands for a secret that is not there: a type, a variable, a mask, made-up words, a marker of ours. */
export function isPlaceholder(value: string): boolean {
  const bare = value.trim();
  if (bare.length === 0 || hasFewCharacters(bare) || NOTHING.test(bare)) return true;
  return DATE.test(bare) || bare.includes('[REDACTED:') || MASK.test(bare) || isSlot(bare) || isMadeUp(bare);
}

function hasFewCharacters(value: string): boolean {
  return value.length < 64 && new Set(value).size <= (/\d/.test(value) ? 1 : 2);
}

/** A slot, alone or beside words and punctuation. */
function isSlot(value: string): boolean {
  if (!/[$<{%#]/.test(value)) return false;
  if (CUT_SLOT.test(value)) return true;
  const rest = value.replace(SLOT, '');
  if (rest.length === value.length) return false;
  return rest.length < 4 || (value.length - rest.length > 4 && !looksGenerated(rest));
}

function isMadeUp(value: string): boolean {
  if (value.length > 64) return false;
  const words = value.toLowerCase().split(/[-_ .:/+!]+/);
  if (!words.every((word) => /^(?:[a-z]*|[a-z]{3,}\d{1,3}|\d{1,4})$/.test(word))) return false;
  return words.some((word) => MADE_UP.has(word.replace(/\d+$/, '')));
}

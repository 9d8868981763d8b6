import { characterKinds, looksGenerated, oddity } from './oddity.ts';
import { isPlaceholder } from './placeholder.ts';

/**
 * How sure the place is that a value stands there and nothing else. `certain`: an environment, a flag, an element. `line`: a line of a
 * configuration file. `likely`: a quoted string, a sentence. `loose`: whatever follows in code.
 */
export type Place = 'certain' | 'line' | 'likely' | 'loose';

interface NamedValue {
  /** As the program would see it, without escapes. */
  readonly value: string;
  readonly place: Place;
  readonly quoted: boolean;
  /** The name says password, which people make up; the others are generated. */
  readonly password: boolean;
}

const URL = /^[a-z][a-z+]{1,12}:\/\//i;
const PATH = /^[.~]{0,2}\/[\w./-]*$/;
const WORDS_ONLY = /^[A-Za-z]+(?:[-_. /:][A-Za-z]+)*[.:]?$/;
/** A name, a call or an index: `config.token`, `getToken(`, `os.environ[`. */
const EXPRESSION = /^[A-Za-z_$]\w*(?:(?:\.|::|->|\?\.)[A-Za-z_$]\w*)*(?:\(|\[|$)/;
const PIECE_OF_CODE =
  /[([{][\w"'$)\]}]|["'`][,:)\]}+]|=>|&&|\|\||=[!"']|[,;][a-z]{1,2}[=:]|\]\(|^\/.*\/[a-z]{0,4}$|,this\./;
/** `[a-z0-9]+`, `\\d{3}`. */
const PATTERN = /\[\^?[!-~]{0,12}(?:a-z|A-Z|0-9)|\\[dwspDWS][+*{[\])]|^\/\^|\]\{\d|\(\?[:=!<]|\{\d{1,5},\d{0,5}\}/;
const CODE = /[()[\]{};,<>|=]|\w\.[A-Za-z_]|[a-z]:\w|^[&*!]|&&/;
const MAX_WITH_SYMBOLS_LENGTH = 100;
/** A long value is judged by its beginning. */
const ENOUGH = 128;

/** Whether the value that a telling name is given could be a secret. */
export function isSecretValue(given: NamedValue): boolean {
  const found = { ...given, value: given.value.slice(0, ENOUGH) };
  const { value, place, quoted } = found;
  if (value.length < 4 || isPlaceholder(value) || URL.test(value) || PATTERN.test(value)) return false;
  if (!quoted && place !== 'certain' && isCode(value, place)) return false;
  if (/\s/.test(value)) return quoted && !/[A-Za-z]{3,} [A-Za-z]{2,}/.test(value) && looksGenerated(value);
  return looksGenerated(value) || (place !== 'loose' && (found.password ? isPassword(found) : isToken(value)));
}

function isCode(value: string, place: Place): boolean {
  if (isExpression(value)) return true;
  if (value.length > MAX_WITH_SYMBOLS_LENGTH && !/^[\w+/=.~:-]*$/.test(value)) return true;
  return place !== 'line' && PIECE_OF_CODE.test(value);
}

/** Names of code have no odd places, or hardly any. */
function isExpression(value: string): boolean {
  // Private fields of JavaScript have a mark that is rare elsewhere.
  const plain = value.replaceAll('.#', '.');
  const head = EXPRESSION.exec(plain)?.[0];
  if (head === undefined) return false;
  if (head === plain) return !/\d{2}/.test(head) && oddity(head) <= head.length / 8;
  return head.length > 3 && oddity(head) <= head.length / 8;
}

/** People make up words with a number or a symbol; words alone count only where nothing else can stand. */
function isPassword({ value, place, quoted }: NamedValue): boolean {
  if (value.length < 6 || PATH.test(value)) return false;
  if (WORDS_ONLY.test(value)) return (place === 'certain' && /^[A-Za-z-]{8,}$/.test(value)) || isWordWithLetters(value);
  if (/^[\d.:]+$/.test(value)) return (place === 'certain' || place === 'line') && /^\d{6,}$/.test(value);
  if (characterKinds(value) < 2 || isForeignText(value)) return false;
  return quoted || place === 'certain' || (/\d/.test(value) && /[A-Za-z]{2}/.test(value) && !CODE.test(value));
}

/** `Summer-wSDp`: a word, and letters that are none. */
function isWordWithLetters(value: string): boolean {
  return /^[A-Za-z]{3,}-[A-Za-z]{3,}$/.test(value) && /[a-z][A-Z]/.test(value) && oddity(value) >= 1;
}

/** Words in another script, as translations of a program have them; a password may be one such word with a number. */
function isForeignText(value: string): boolean {
  const letters = value.match(/[^\u0000-\u024f]/g)?.length ?? 0;
  return letters >= (/\d/.test(value) ? 12 : 4);
}

/** Tokens are seldom made up; when they are, as passwords are: `Summer2024!`, and not `utf-8` or `v1.2-beta`. */
function isToken(value: string): boolean {
  if (value.length < 8 || PATH.test(value) || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  return oddity(value) >= 2 || (/[A-Za-z]{3}[-_]?\d{2}/.test(value) && /[!#$%&*?@^~]/.test(value));
}

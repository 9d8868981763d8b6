const PIECES = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[!-/:-@[-`{-~]+|[^!-~]+/g;
/** Pairs of symbols that code, paths and prose have all the time. */
const USUAL_PAIRS = new Set(
  `() [] {} ), ); ). }, }) ]; ]) ], => && || == != <= >= :: -> (" ") (' ') (\` \`) =" =' :" :' ," ,' ", ', "; '; ": ': "] '] [" [' {" {' "} '}
  "> '> /> </ // /* */ ** -- ++ +" +' "+ '+ ?. ?? .. ./ \${ }\` )) (( ]] [[ }} {{ +( -( !( (! .( )( ): )? ]. >( <> "" '' __ ~/ :/ (/ /) *. .*
  \\" \\' "\\ '\\`.split(/\s+/),
);
const RARE = /[~^#@%`\\]/g;
/** The letters that follow a, b, c … z within words of people and programs. Of all pairs, nearly half are in none of these. */
const FOLLOWERS =
  `abcdefgiklmnprstuvwxy abcdeijlmopqrstuy abcdefhiklmoprstuy abcdefgilmnoprstuy abcdefghijklmnopqrstuvwxy abcdefilnorstuy
  aeghilmnoprstu aeilmorstuy abcdefgklmnoprstvxz aeosuw aeinps abcdefgikloprstuvwy abcdeilmopsu abcdefghiklmnoprstuvy abcdefgijklmnoprstuvwx
  acdehilmoprstuy u abcdefgiklmnoprstuvwy acdefghiklmnopqrstuwy acdefhilmnoprstuwxy abcdefgilmnoprstu abeio aehilnorsw aceimpt aegilmnoprstw
  aeio`.split(/\s+/);

/** These may have hardly any letter in them. */
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const HEX = /^[0-9a-f]{24,512}$/i;

/** Whether a value goes on as those of generators do: three and more odd places, and not far apart. */
export function looksGenerated(value: string): boolean {
  if (value.length < 8) return false;
  if (UUID.test(value) || (HEX.test(value) && /\d/.test(value) && /[a-f]/i.test(value))) return true;
  const odd = oddity(value);
  return odd >= 3 && odd / value.length >= 0.14;
}

/**
 * How many places of a value are not as people write words, numbers, names and code: one or two letters between other letters or digits,
 * letters that do not follow each other in words, digits before letters, symbols that seldom meet. Of a random value it is every second
 * or third.
 */
export function oddity(value: string): number {
  const pieces = value.match(PIECES) ?? [];
  let odd = 0;
  for (const [at, piece] of pieces.entries()) odd += oddityOf(piece, pieces[at - 1] ?? '', pieces[at + 1] ?? '');
  return odd;
}

function oddityOf(piece: string, before: string, after: string): number {
  const first = piece.charCodeAt(0);
  if (isDigit(first)) return isLetter(after.charCodeAt(0)) ? 1 : 0;
  // Blanks and letters of other scripts are how people write.
  if (!isLetter(first)) return first > 32 && first < 127 ? strangeSymbols(piece) : 0;
  if (piece.length > 2) return strangeLetters(piece);
  return isAlphanumeric(before.charCodeAt(0)) || isAlphanumeric(after.charCodeAt(0)) ? 1 : 0;
}

function strangeLetters(word: string): number {
  const lower = word.toLowerCase();
  let strange = 0;
  for (let at = 1; at < lower.length; at += 1)
    if (FOLLOWERS[lower.charCodeAt(at - 1) - 97]?.includes(lower[at] ?? '') === false) strange += 1;
  return strange;
}

function strangeSymbols(run: string): number {
  let strange = run.match(RARE)?.length ?? 0;
  for (let at = 1; at < run.length; at += 1) if (!USUAL_PAIRS.has(run.slice(at - 1, at + 1))) strange += 1;
  return strange;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isAlphanumeric(code: number): boolean {
  return isDigit(code) || isLetter(code);
}

/** Kinds of character in a value: lower case, upper case, digits, others. */
export function characterKinds(value: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
}

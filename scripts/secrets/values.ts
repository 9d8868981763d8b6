import type { Random } from '../../test/support/random.ts';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const SYMBOLS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const WORDS =
  'Summer Winter Dragon Orange Coffee Monkey Falcon Garden Silver Rocket Planet Guitar Castle Thunder Pepper Harbor'.split(
    ' ',
  );

function lettersOf(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => random.pick([...alphabet])).join('');
}

export const hex = (random: Random, length: number) => lettersOf(random, `${DIGITS}abcdef`, length);
export const alphanumeric = (random: Random, length: number) => lettersOf(random, LOWER + UPPER + DIGITS, length);
export const capitals = (random: Random, length: number) => lettersOf(random, `${UPPER}234567`, length);
export const digits = (random: Random, length: number) => lettersOf(random, DIGITS, length);

export function base64(random: Random, bytes: number, encoding: 'base64' | 'base64url' = 'base64'): string {
  return Buffer.from(Array.from({ length: bytes }, () => random.below(256))).toString(encoding);
}

export function uuid(random: Random): string {
  const [a, b, c, d] = [hex(random, 8), hex(random, 4), hex(random, 3), hex(random, 3)];
  return `${a}-${b}-4${c}-${random.pick(['8', '9', 'a', 'b'])}${d}-${hex(random, 12)}`;
}

/** Like `pwgen -sy 20`: any printable character, with at least one capital, digit and symbol. */
export function withSymbols(random: Random, length = 20): string {
  for (;;) {
    const value = lettersOf(random, LOWER + UPPER + DIGITS + SYMBOLS, length);
    if (/[A-Z]/.test(value) && /\d/.test(value) && /[^A-Za-z0-9]/.test(value)) return value;
  }
}

/** What a person makes up when a form asks for a capital, a digit and a symbol. */
export function chosenByPerson(random: Random): string {
  const number = random.chance(0.5) ? String(1970 + random.below(60)) : digits(random, 2 + random.below(3));
  return `${random.pick(WORDS)}${random.pick(['', '', '_', '-'])}${number}${random.pick(['!', '#', '?', '$', '!!', '@'])}`;
}

/** The kinds of value that each form is tried with. */
export const valueKinds: Readonly<Record<string, (random: Random) => string>> = {
  UUID: uuid,
  'base64url, 32 bytes': (random) => base64(random, 32, 'base64url'),
  'base64, 24 bytes': (random) => base64(random, 24),
  '32 hex digits': (random) => hex(random, 32),
  '16 letters, digits': (random) => alphanumeric(random, 16),
  '12 small letters, digits': (random) => lettersOf(random, LOWER + DIGITS, 12),
  '20 with symbols': (random) => withSymbols(random),
  'word, number, symbol': chosenByPerson,
};

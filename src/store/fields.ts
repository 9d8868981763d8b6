import { Failure } from '../core/failure.ts';

/** A parsed map and where it stands, so that a failure can name the field. */
export interface Fields {
  readonly value: Readonly<Record<string, unknown>>;
  readonly path: string;
}

const LONGEST_TEXT = 32 * 1024;
const LONGEST_LIST = 5000;

function wrong(path: string, expected: string): Failure {
  return new Failure('fatal', `${path} is not ${expected}`);
}

/** Takes a map. */
export function fields(value: unknown, path: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(path, 'a map');
  return { value: value as Record<string, unknown>, path };
}

/** A text; a missing one is empty. */
export function text(from: Fields, key: string): string {
  const value = from.value[key] ?? '';
  return isText(value) ? value : refuseText(value, `${from.path}.${key}`);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_TEXT;
}

function refuseText(value: unknown, path: string): never {
  throw wrong(path, typeof value === 'string' ? `at most ${LONGEST_TEXT} characters long` : 'a text');
}

/** A list of texts; a missing one is empty. */
export function texts(from: Fields, key: string): string[] {
  return list(from, key).map((item, at) => {
    const value = item ?? '';
    return isText(value) ? value : refuseText(value, `${from.path}.${key}.${at}`);
  });
}

/** A list of maps, each checked; a missing one is empty. */
export function items<T>(from: Fields, key: string, check: (item: Fields) => T): T[] {
  return list(from, key).map((item, at) => check(fields(item, `${from.path}.${key}[${at}]`)));
}

function list(from: Fields, key: string): unknown[] {
  const value = from.value[key] ?? [];
  if (!Array.isArray(value)) throw wrong(`${from.path}.${key}`, 'a list');
  if (value.length > LONGEST_LIST) throw wrong(`${from.path}.${key}`, `at most ${LONGEST_LIST} items long`);
  return value;
}

/** A map of texts. */
export function textTable(from: Fields, key: string): Record<string, string> {
  const table = fields(from.value[key], `${from.path}.${key}`);
  return Object.fromEntries(Object.keys(table.value).map((name) => [name, text(table, name)]));
}

export function whole(from: Fields, key: string): number {
  const value = from.value[key] ?? 0;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw wrong(`${from.path}.${key}`, 'a whole number');
  return value;
}

export function integer(from: Fields, key: string): number {
  const value = from.value[key];
  if (!Number.isSafeInteger(value)) throw wrong(`${from.path}.${key}`, 'a whole number');
  return value as number;
}

export function flag(from: Fields, key: string): boolean {
  const value = from.value[key] ?? false;
  if (typeof value !== 'boolean') throw wrong(`${from.path}.${key}`, 'true or false');
  return value;
}

export function oneOf<T extends string>(from: Fields, key: string, allowed: readonly T[]): T {
  const value = from.value[key];
  if (!allowed.includes(value as T)) throw wrong(`${from.path}.${key}`, `one of ${allowed.join(', ')}`);
  return value as T;
}

/** The field under its own name when it is there, else nothing. */
export function optional<K extends string, T>(
  from: Fields,
  key: K,
  check: (from: Fields, key: string) => T,
): { [name in K]?: T } {
  return (from.value[key] === undefined ? {} : { [key]: check(from, key) }) as { [name in K]?: T };
}

import { Failure } from '../core/failure.ts';

/** What a value must be: checks it, and says the same in JSON Schema. */
export interface Shape<T> {
  readonly schema: object;
  /** What stands in for a value that is not there; without it the value is required. */
  readonly missing?: T;
  readonly isOptional?: true;
  /** Fails with the path of what is wrong. */
  check(value: unknown, path: string): T;
}

const MAX_TEXT = 32 * 1024;
const MAX_ITEMS = 5000;

function wrong(path: string, expected: string): Failure {
  return new Failure('fatal', `${path} is not ${expected}`);
}

export const text: Shape<string> = {
  schema: { type: 'string', maxLength: MAX_TEXT },
  missing: '',
  check(value, path) {
    if (typeof value !== 'string') throw wrong(path, 'a text');
    if (value.length > MAX_TEXT) throw wrong(path, `at most ${MAX_TEXT} characters long`);
    return value;
  },
};

export const time: Shape<string> = {
  schema: { type: 'string', format: 'date-time' },
  check(value, path) {
    if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) throw wrong(path, 'a time');
    return value;
  },
};

export const integer: Shape<number> = {
  schema: { type: 'integer' },
  check(value, path) {
    if (!Number.isSafeInteger(value)) throw wrong(path, 'a whole number');
    return value as number;
  },
};

/** A whole number that counts something. */
export const count: Shape<number> = {
  schema: { type: 'integer', minimum: 0 },
  missing: 0,
  check(value, path) {
    if (!Number.isSafeInteger(value) || (value as number) < 0) throw wrong(path, 'a whole number');
    return value as number;
  },
};

export const flag: Shape<boolean> = {
  schema: { type: 'boolean' },
  missing: false,
  check(value, path) {
    if (typeof value !== 'boolean') throw wrong(path, 'true or false');
    return value;
  },
};

export function oneOf<const T extends string | number>(allowed: readonly T[]): Shape<T> {
  return {
    schema: { enum: allowed },
    check(value, path) {
      if (!allowed.includes(value as T)) throw wrong(path, `one of ${allowed.join(', ')}`);
      return value as T;
    },
  };
}

/** A missing list is empty, and so is a missing item. */
export function list<T>(item: Shape<T>): Shape<readonly T[]> {
  return {
    schema: { type: 'array', maxItems: MAX_ITEMS, items: item.schema },
    missing: [],
    check(value, path) {
      if (!Array.isArray(value)) throw wrong(path, 'a list');
      if (value.length > MAX_ITEMS) throw wrong(path, `at most ${MAX_ITEMS} items long`);
      return value.map((one, at) => item.check(one ?? item.missing, `${path}.${at}`));
    },
  };
}

/** Values of one shape under any keys. */
export function table<T>(item: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return {
    schema: { type: 'object', additionalProperties: item.schema },
    check(value, path) {
      const entries = Object.entries(mapOf(value, path));
      return Object.fromEntries(entries.map(([key, one]) => [key, item.check(one ?? item.missing, `${path}.${key}`)]));
    },
  };
}

type Fields<T> = { readonly [Key in keyof T]-?: Shape<NonNullable<T[Key]>> };

/** A map with these keys; unknown ones are passed over. */
export function record<T extends object>(fields: Fields<T>): Shape<T> {
  const shapes = Object.entries<Shape<unknown>>(fields);
  const required = shapes.filter(([, { missing, isOptional }]) => missing === undefined && !isOptional);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(shapes.map(([key, { schema }]) => [key, schema])),
      ...(required.length === 0 ? {} : { required: required.map(([key]) => key) }),
    },
    check(value, path) {
      const from = mapOf(value, path);
      const checked: Record<string, unknown> = {};
      for (const [key, shape] of shapes) {
        const one = from[key] ?? undefined;
        if (one === undefined && shape.isOptional) continue;
        checked[key] =
          one === undefined && shape.missing !== undefined ? shape.missing : shape.check(one, `${path}.${key}`);
      }
      return checked as T;
    },
  };
}

export function optional<T>({ schema, check }: Shape<T>): Shape<T> {
  return { schema, check, isOptional: true };
}

/** The same shape with words about it, for people who read the schema. */
export function about<T>(words: string, shape: Shape<T>): Shape<T> {
  return { ...shape, schema: { ...shape.schema, description: words } };
}

function mapOf(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(path, 'a map');
  return value as Readonly<Record<string, unknown>>;
}

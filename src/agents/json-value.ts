/** Reads fields of records that nobody promised the shape of: a wrong type is the same as absence. */
export type JsonObject = Readonly<Record<string, unknown>>;

const NOTHING: JsonObject = Object.freeze({});

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectAt(record: JsonObject, key: string): JsonObject {
  const value = record[key];
  return isObject(value) ? value : NOTHING;
}

export function listAt(record: JsonObject, key: string): readonly unknown[] {
  const value = record[key];
  return Array.isArray(value) ? value : [];
}

export function objectsAt(record: JsonObject, key: string): readonly JsonObject[] {
  return listAt(record, key).filter(isObject);
}

/** The text of a field, or the empty text. */
export function textAt(record: JsonObject, key: string): string {
  const value = record[key];
  return typeof value === 'string' ? value : '';
}

export function numberAt(record: JsonObject, key: string): number | undefined {
  const value = record[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** An object from JSON text; anything else is undefined. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    // A file that went through an editor may begin with a byte order mark.
    const value: unknown = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

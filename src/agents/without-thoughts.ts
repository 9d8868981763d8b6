import { isObject, type JsonObject } from './json-value.ts';

/** A record of Gemini's form without thoughts, parts that are thoughts, and the signatures of both, wherever they stand. */
export function withoutThoughts(record: JsonObject): JsonObject {
  return without(record) as JsonObject;
}

function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isObject(item) || item['thought'] !== true).map(without);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'thoughtSignature');
  return Object.fromEntries(entries.map(([key, item]) => [key, key === 'thoughts' ? [] : without(item)]));
}

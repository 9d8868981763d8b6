import { type JsonObject, numberAt } from '../json-value.ts';

/** Milliseconds as an ISO time; the empty text where there are none. */
export function timeAt(record: JsonObject, key: string): string {
  const time = new Date(numberAt(record, key) ?? NaN);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

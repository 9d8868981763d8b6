import { fieldsOf } from '../core/analysis-fields.ts';
import type { Analysis, Evidence } from '../core/note.ts';
import { unionByWords } from './plain-words.ts';

/**
 * Fields that the user or the agent wrote win over what was found, one by one; an empty field says nothing. Fields that
 * accumulate are added to: what was settled before stays settled.
 */
export function mergeFields(base: Analysis, given: Partial<Analysis>, source: 'user' | 'agent'): Analysis {
  const filled = Object.entries(given)
    .filter(([field, value]) => field !== 'source' && field !== 'evidence' && value !== undefined)
    .map(([field, value]): [string, unknown] => [field, withoutBlanks(value)])
    .filter(([, value]) => (value as readonly unknown[] | string).length !== 0);
  if (filled.length === 0) return base;
  const growing = fieldsOf('list').flatMap(({ name, accumulates }) => (accumulates ? [name] : []));
  const isReplaced = (field: string) => !growing.some((name) => name === field);
  const replaced = new Set(filled.map(([field]) => field).filter(isReplaced));
  const kept = Object.entries(base.evidence ?? {}).filter(([name]) => !replaced.has(name.split('.')[0] ?? ''));
  const grown = growing.map((field) => [field, unionByWords(base[field], withoutBlanks(given[field] ?? []))]);
  const merged: Analysis = { ...base, ...Object.fromEntries([...filled, ...grown]), source };
  const written = growing.flatMap((field) =>
    merged[field]
      .slice(base[field].length)
      .map((_, at): [string, Evidence] => [`${field}.${base[field].length + at}`, { by: source }]),
  );
  const whole = [...replaced].map((field): [string, Evidence] => [field, { by: source }]);
  return { ...merged, evidence: Object.fromEntries([...kept, ...whole, ...written]) };
}

/** A text of nothing but spaces is empty, and an item of a list that is empty is no item. */
function withoutBlanks<T>(value: T): T {
  const isBlank = (one: unknown) => typeof one === 'string' && one.trim() === '';
  if (Array.isArray(value)) return value.filter((item) => !isBlank(item)) as T;
  return isBlank(value) ? ('' as T) : value;
}

import { Failure } from './failure.ts';

/** A checkpoint's number: 1, 2, 3 … Never reused, never derived from time. */
export type CheckpointNumber = number & { readonly brand: 'CheckpointNumber' };

/** How a person or a program names a checkpoint. */
export type Selector =
  | { readonly kind: 'number'; readonly number: CheckpointNumber }
  | { readonly kind: 'latest'; readonly back: number }
  | { readonly kind: 'uid'; readonly uid: string }
  /** The beginning of a commit's hash or of a uid. */
  | { readonly kind: 'prefix'; readonly text: string };

const MAX_NUMBER = 999_999_999;

/** As git abbreviates a hash; shorter ones would be words, and digits alone are a number. */
const COMMIT_PREFIX = /^(?=.*[a-f])[0-9a-f]{7,64}$/i;
const UID_PREFIX = /^(?=.*[A-Z])[0-7][0-9A-HJKMNP-TV-Z]{5,24}$/i;

/** Accepts a whole number from 1 on; anything else is a usage failure. */
export function checkpointNumber(value: number): CheckpointNumber {
  if (!Number.isSafeInteger(value) || value < 1 || value > MAX_NUMBER) {
    throw new Failure('usage', `${value} is not a checkpoint number`);
  }
  return value as CheckpointNumber;
}

/** Reads `42`, `#42`, `CHECKPOINT-00042`, `latest`, `latest~2` or a uid. */
export function parseSelector(text: string): Selector {
  const digits = /^(?:#|CHECKPOINT-)?0*([1-9]\d{0,8})$/i.exec(text)?.[1];
  if (digits !== undefined) return { kind: 'number', number: checkpointNumber(Number(digits)) };
  const latest = /^latest(?:~(\d{1,6}))?$/i.exec(text);
  if (latest) return { kind: 'latest', back: Number(latest[1] ?? 0) };
  if (isUid(text)) return { kind: 'uid', uid: text.toUpperCase() };
  if (COMMIT_PREFIX.test(text) || UID_PREFIX.test(text)) return { kind: 'prefix', text };
  throw new Failure('usage', `no checkpoint '${text}'`, {
    hint: 'Use a number (42, #42, CHECKPOINT-00042), latest, latest~2, a commit or a uid.',
  });
}

/** Reads `1..4`, `30-32` or `latest~3..latest`: two names with everything between. Anything else is no range. */
export function parseRange(text: string): { readonly from: string; readonly to: string } | undefined {
  const [, from, to] = /^(.+?)\.\.(.+)$/.exec(text) ?? /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? [];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** The form for documents: `CHECKPOINT-00042`. */
export function documentId(number: CheckpointNumber): string {
  return `CHECKPOINT-${String(number).padStart(5, '0')}`;
}

/** Whether the text has the form of a ULID. */
export function isUid(text: string): boolean {
  return /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i.test(text);
}

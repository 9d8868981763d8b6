import { Failure } from './failure.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A length of time in its two largest units: `1h 30m`, `1m 30s`, `5s`. */
export function formatDuration(milliseconds: number): string {
  const length = Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : 0;
  const hours = Math.floor(length / HOUR);
  const minutes = Math.floor((length % HOUR) / MINUTE);
  const seconds = Math.floor((length % MINUTE) / SECOND);
  if (hours > 0) return `${hours}h ${minutes}m`;
  return minutes > 0 ? `${minutes}m ${seconds}s` : `${seconds}s`;
}

const units: Readonly<Record<string, number>> = { ms: 1, s: SECOND, m: MINUTE, h: HOUR };

/** Reads `30m`, `90s`, `1h30m`, `500ms`; a bare number is minutes. `what` names the value in the failure. */
export function parseDuration(text: string, what: string): number {
  const form = text.trim().toLowerCase();
  const parts = [...form.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  const whole = parts.map(([part]) => part).join('');
  const length = /^\d+(\.\d+)?$/.test(form)
    ? Number(form) * MINUTE
    : parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (units[unit] ?? 0), 0);
  const complete = parts.length === 0 || whole === form.replaceAll(' ', '');
  if (complete && length >= 1) return Math.round(length);
  throw new Failure('usage', `${what}: '${text}' is not a length of time`, { hint: 'Use 30m, 90s or 1h30m.' });
}

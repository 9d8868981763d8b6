import { Failure } from '../core/failure.ts';
import type { Arguments } from './command.ts';

/** A whole number given as an option. */
export function wholeNumber(args: Arguments, name: string): number | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new Failure('usage', `option '--${name}' needs a whole number, not '${text}'`);
  return Number(text);
}

/** An option of the form 2/3: the second of three. */
export function partOption(
  args: Arguments,
  name: string,
): { readonly number: number; readonly of: number } | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  const [, number = 0, of = 0] = (/^(\d)\/(\d)$/.exec(text) ?? []).map(Number);
  if (number < 1 || number > of) throw new Failure('usage', `option '--${name}' needs N/M such as 1/2, not '${text}'`);
  return { number, of };
}

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** A moment given as an option: `90m`, `2h`, `3d` and `1w` ago, or a date. */
export function timeOption(args: Arguments, name: string, now: Date): Date | undefined {
  const text = args.text(name)?.trim();
  if (text === undefined) return undefined;
  const [, amount, unit = ''] = /^(\d{1,6})\s*([mhdw])$/.exec(text) ?? [];
  const time = amount === undefined ? new Date(text) : new Date(now.getTime() - Number(amount) * (units[unit] ?? 0));
  if (!Number.isNaN(time.getTime())) return time;
  throw new Failure('usage', `option '--${name}' needs a time such as 2h, 3d or 2026-01-31, not '${text}'`);
}

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

import { defined } from '../core/defined.ts';
import { largestThatFits } from './fit.ts';

/** As much of a text from `offset` on as fits beside the other fields. */
export function textPage<Head extends object>(text: string, offset: number, head: Head) {
  const rest = text.slice(offset, offset + 50_000);
  return largestThatFits(rest.length, (amount) => {
    // A pair of surrogates stays together.
    const end = /[\ud800-\udbff]/.test(rest[amount - 1] ?? '') && amount < text.length - offset ? amount - 1 : amount;
    const next = offset + end;
    const nextOffset = next < text.length ? next : undefined;
    return { ...head, text: rest.slice(0, end), length: text.length, ...defined({ nextOffset }) };
  });
}

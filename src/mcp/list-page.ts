import { defined } from '../core/defined.ts';
import { largestThatFits } from './fit.ts';

interface ListAsked<Item> {
  /** From the very first on, and at least one more than the page has when there are more. */
  readonly items: readonly Item[];
  readonly offset: number;
  readonly limit: number;
}

/** A result with a page of a list in it, as much as fits. */
export function listPage<Item, Result extends object>(asked: ListAsked<Item>, build: (page: Item[]) => Result) {
  const { items, offset, limit } = asked;
  const page = items.slice(offset, offset + limit);
  return largestThatFits(page.length, (amount): Result & { nextOffset?: number } => {
    const next = offset + amount;
    return { ...build(page.slice(0, amount)), ...defined({ nextOffset: next < items.length ? next : undefined }) };
  });
}

import type { Pack } from './pack/pack.ts';

const ROUNDS = 4;

/**
 * Finds the largest pack whose exact count, over all of its parts, holds the budget. The estimate errs on the safe side, so the first try is within
 * the budget nearly always, and the others use what it left over.
 */
export async function exactPack(
  build: (tokens: number) => Pack,
  count: (text: string) => Promise<number>,
  budget: number,
): Promise<Pack> {
  let best: Pack | undefined;
  let tokens = budget;
  for (let round = 0; round < ROUNDS; round += 1) {
    const pack = build(tokens);
    const exact = await count([pack.text, ...pack.further].join(''));
    if (exact <= budget && exact >= (best?.tokens ?? 0)) best = { ...pack, tokens: exact };
    const hasMore = pack.sections.some(({ leftOut }) => leftOut !== '');
    if (exact <= budget && (exact > budget * 0.95 || !hasMore)) break;
    tokens = Math.floor((tokens * budget * 0.98) / Math.max(1, exact));
  }
  return best ?? build(Math.floor(tokens / 2));
}

/** One of the parts of a pack that was built from its first part on. */
export async function exactPart(pack: Pack, count: (text: string) => Promise<number>, number: number): Promise<Pack> {
  const [text = '', ...further] = [pack.text, ...pack.further].slice(number - 1);
  return { ...pack, text, further, chars: text.length, tokens: text === '' ? 0 : await count(text) };
}

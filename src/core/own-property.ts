/** What a table says about a word from outside; `constructor` and the like are on no table, although every object has them. */
export function ownProperty<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

/** A plain value with every text inside it changed, each with the key it stands under; keys stay as they are. */
export function mapTexts<T>(value: T, change: (text: string, key: string) => string, at = ''): T {
  if (typeof value === 'string') return change(value, at) as T;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, at)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change, key)])) as T;
}

import type { ConfigEntry } from './engine.ts';

/** The address that git goes to. `url.<base>.insteadOf`: the longest beginning that matches is replaced by the base. */
export function rewriteUrl(entries: readonly ConfigEntry[], url: string, forPush: boolean): string {
  const rules = (kind: string) =>
    entries.flatMap(({ key, value }) => {
      const base = new RegExp(`^url\\.(.*)\\.${kind}$`, 's').exec(key)?.[1];
      return base !== undefined && url.startsWith(value) ? [{ base, beginning: value }] : [];
    });
  const pushing = forPush ? rules('pushinsteadof') : [];
  const [longest] = (pushing.length > 0 ? pushing : rules('insteadof')).sort(
    (one, other) => other.beginning.length - one.beginning.length,
  );
  return longest === undefined ? url : longest.base + url.slice(longest.beginning.length);
}

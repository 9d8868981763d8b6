import type { Oid } from '../../core/checkpoint.ts';
import type { Ref } from '../engine.ts';

/** Copies of a remote's refs, as refspecs such as `+refs/a/*:refs/b/*` and `^refs/a/7` want them. */
export function mapRefs(refs: ReadonlyMap<string, Oid>, refspecs: readonly string[]): Ref[] {
  const excluded = refspecs.filter((spec) => spec.startsWith('^')).map((spec) => spec.slice(1));
  const specs = refspecs.filter((spec) => !spec.startsWith('^'));
  return specs.flatMap((spec) =>
    [...refs].flatMap(([from, oid]) => {
      const ref = mapRef(from, spec);
      return ref === undefined || excluded.some((name) => matches(from, name)) ? [] : [{ ref, oid }];
    }),
  );
}

/** Where one refspec puts a ref; undefined when it does not take it. */
export function mapRef(ref: string, spec: string): string | undefined {
  const [from = '', to = ''] = spec.replace(/^\+/, '').split(':');
  const star = from.indexOf('*');
  if (star < 0) return from === ref && to !== '' ? to : undefined;
  const [before, after] = [from.slice(0, star), from.slice(star + 1)];
  if (ref.length < before.length + after.length || !ref.startsWith(before) || !ref.endsWith(after)) return undefined;
  return to.replace('*', () => ref.slice(before.length, ref.length - after.length));
}

/** Copies that a refspec owns and whose originals are gone. */
export function vanished(copies: readonly Ref[], refspecs: readonly string[], mapped: readonly Ref[]): Ref[] {
  const kept = new Set(mapped.map(({ ref }) => ref));
  const owners = refspecs.filter((spec) => !spec.startsWith('^')).map((spec) => spec.split(':')[1] ?? '');
  return copies.filter(({ ref }) => !kept.has(ref) && owners.some((owner) => matches(ref, owner)));
}

/** Whether a pattern with at most one star covers a name, as `ls-remote` and refspecs mean it. */
export function matches(name: string, pattern: string): boolean {
  return mapRef(name, `${pattern}:${pattern}`) !== undefined;
}

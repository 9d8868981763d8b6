import { useEffect, useState } from 'preact/hooks';
import { Refused } from './client.ts';
import { useStore } from './store.ts';

export type Loaded<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: T }
  | { readonly kind: 'failed'; readonly message: string; readonly hint?: string };

interface LoadOptions {
  /** What another key had brought stays until the new is there, for what changes while somebody looks at it. */
  readonly stays?: boolean;
}

/** Reads something when `key` changes, and again when refs moved, during which what was there stays. */
export function useLoaded<T>(key: string, load: () => Promise<T>, { stays = false }: LoadOptions = {}): Loaded<T> {
  const version = useStore((state) => state.version);
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly result: Loaded<T> }>();
  useEffect(() => {
    let current = true;
    const settle = (result: Loaded<T>) => current && setLoaded({ key, result });
    load().then(
      (value) => settle({ kind: 'ready', value }),
      (error: unknown) => settle(failureOf(error)),
    );
    return () => {
      current = false;
    };
  }, [key, version]);
  return loaded !== undefined && (stays || loaded.key === key) ? loaded.result : { kind: 'loading' };
}

export function failureOf(error: unknown): { kind: 'failed'; message: string; hint?: string } {
  const message = error instanceof Error ? error.message : String(error);
  const hint = error instanceof Refused ? error.hint : undefined;
  return { kind: 'failed', message, ...(hint === undefined ? {} : { hint }) };
}

import { useEffect, useState } from 'preact/hooks';
import type { OverviewJson, RowJson } from '../api.ts';
import { parseRoute, type Route } from './route.ts';

/** What is open above the page. */
export type Sheet =
  | { readonly kind: 'restore'; readonly number: number }
  | { readonly kind: 'undo'; readonly operation?: number }
  | { readonly kind: 'save' }
  | { readonly kind: 'drop'; readonly number: number; readonly commit: string; readonly kept: boolean }
  | { readonly kind: 'help' };

interface Toast {
  readonly tone: 'good' | 'bad';
  readonly text: string;
  readonly hint?: string;
  /** The operation that can be undone from here; it stays until it is closed. */
  readonly undo?: number;
  /** The checkpoint that holds what was there before. */
  readonly safety?: number;
}

export interface State {
  readonly route: Route;
  readonly overview?: OverviewJson;
  /** Rows of the timeline, newest first, as far as they are loaded. */
  readonly rows: readonly RowJson[];
  /** All of the timeline is loaded. */
  readonly complete: boolean;
  readonly sheet?: Sheet;
  readonly toast?: Toast;
  /** Picked to be compared with another one. */
  readonly picked?: number;
  /** Raised whenever refs moved, so that screens read anew. */
  readonly version: number;
  readonly offline: boolean;
}

let state: State = {
  route: parseRoute(location.hash),
  rows: [],
  complete: false,
  version: 0,
  offline: false,
};
const listeners = new Set<() => void>();

export function getState(): State {
  return state;
}

/** Whether this page may change anything: an exported one and a read-only one may not. */
export function mayChange({ overview }: State = state): boolean {
  return overview?.read_only === false;
}

/** Changes some of the state; whoever looks at it is drawn anew. */
export function update(change: { readonly [Key in keyof State]?: State[Key] | undefined }): void {
  state = { ...state, ...change } as State;
  for (const listener of listeners) listener();
}

/** The state, for a component that is drawn anew when this part of it changes. */
export function useStore<T>(select: (state: State) => T): T {
  const [value, setValue] = useState(() => select(state));
  useEffect(() => {
    const listen = () => setValue(() => select(state));
    listen();
    listeners.add(listen);
    return () => void listeners.delete(listen);
  }, []);
  return value;
}

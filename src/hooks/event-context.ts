import type { AgentHooks, HookEvent } from '../agents/hook-event.ts';
import type { Config } from '../core/config.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { World } from '../core/world.ts';
import type { Repository } from '../open/repository.ts';

/** What every hook works with, whatever the event. */
export interface HookContext {
  readonly place: RepositoryPaths;
  readonly world: World;
  /** How long a running `git gc` may hold up a save, in milliseconds; absent where nobody waits. */
  readonly maxGcWait?: number;
  /** Opened on first use: most events need no git process. */
  repository(): Promise<Repository>;
  /** Its settings. */
  config(): Promise<Config>;
  /** Writes to the journal what failed beside the event itself. */
  report(event: string, error: unknown): void;
  /** Says that the save is left to a process of its own, which reports its own failures; absent where nobody gives up on the event. */
  saveIsLeft?(): void;
}

/** One event of an agent, and where it is worked on. */
export interface EventContext<E extends HookEvent = HookEvent> extends HookContext {
  readonly hooks: AgentHooks;
  readonly event: E;
  /** Which of the installed entries this is; only a session's start has more than one. */
  readonly part: { readonly number: number; readonly of: number };
}

/** The event of a kind. */
export type EventOf<K extends HookEvent['kind']> = Extract<HookEvent, { readonly kind: K }>;

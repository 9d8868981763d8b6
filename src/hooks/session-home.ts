import { statSync } from 'node:fs';
import type { AgentHooks, HookEvent } from '../agents/hook-event.ts';
import type { World } from '../core/world.ts';
import { findUserMark, writeUserMark } from '../local/user-marks.ts';
import { findRoot } from '../open/open-engine.ts';

/**
 * The directory in whose repository an event is worked on: where its session began. An agent that changes to another repository, or
 * to none, still works on its project. Only a session that began outside of any repository is taken for where it is now.
 */
export function homeOf(event: HookEvent, hooks: AgentHooks, world: World): string {
  const cwd = isFolder(event.cwd) ? event.cwd : world.cwd;
  // Whoever names the repository to git means it, wherever the session is.
  if (world.env['GIT_DIR'] !== undefined) return cwd;
  const here = findRoot(cwd, world);
  const began = named(hooks, world) ?? (begins(event) ? cwd : findUserMark(world, markOf(event, hooks)));
  const root = isFolder(began) ? findRoot(began, world) : undefined;
  if (began === undefined || root === undefined) return cwd;
  return here !== undefined && isSameFolder(root, here) ? cwd : began;
}

/** After a compaction the same session goes on, wherever it is by then. */
function begins(event: HookEvent): boolean {
  return event.kind === 'session-start' && event.source !== 'compact';
}

/** Keeps in mind where a session begins, for an agent that does not say it with every event. */
export function rememberHome(event: HookEvent, hooks: AgentHooks, world: World): void {
  if (named(hooks, world) === undefined && begins(event)) writeUserMark(world, markOf(event, hooks), world.cwd);
}

/** The root of another repository that an event happened in; undefined when it happened at home, or in none. */
export function otherRootOf({ cwd }: HookEvent, home: string, world: Pick<World, 'env'>): string | undefined {
  const root = isFolder(cwd) ? findRoot(cwd, world) : undefined;
  return root === undefined || isSameFolder(root, home) ? undefined : root;
}

function named({ projectVariable }: AgentHooks, { env }: World): string | undefined {
  return projectVariable === undefined ? undefined : env[projectVariable] || undefined;
}

function markOf({ session }: HookEvent, { agent }: AgentHooks) {
  return { kind: 'session-homes', name: `${agent} ${session}` } as const;
}

function isFolder(path: string | undefined): path is string {
  return path !== undefined && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The same folder may have several names, by links. */
function isSameFolder(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

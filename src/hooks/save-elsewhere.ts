import { lstatSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { worldAt } from '../core/world.ts';
import type { SavedByHook, SessionRecord } from '../local/session-record.ts';
import { findRoot } from '../open/open-engine.ts';
import { type Repository, withRepository } from '../open/repository.ts';
import type { EventContext } from './event-context.ts';
import { type AutomaticSave, saveSession } from './save-session.ts';
import { otherRootOf } from './session-home.ts';

/** More than a session works in; each costs a look at its working tree. */
const MAX_REPOSITORIES = 3;

/**
 * Saves the other repositories that a session changed, each in its own store. They get the files and the name of the session; its
 * words stay where it began.
 */
export async function saveElsewhere(
  hook: EventContext,
  { session, edited }: { readonly session: SessionRecord; readonly edited: readonly string[] },
): Promise<void> {
  const { place, world } = hook;
  const outside = edited.filter(isAbsolute).map((path) => findRoot(dirname(path), world));
  const roots = new Set([...outside, ...(session.elsewhere ?? [])].filter((root) => root !== undefined));
  for (const root of [...roots].filter((one) => one !== place.root).slice(-MAX_REPOSITORIES))
    await inOther(hook, root, async (repository) => {
      if (await isChangedSince(repository, session.started))
        await saveThere(hook, repository, { session, anchor: 'by a session that began elsewhere' });
    });
}

/** Saves the repository in which a command is about to run, when that is not the session's own. */
export async function saveWhereItRuns(hook: EventContext, session: SessionRecord, anchor: string) {
  const root = otherRootOf(hook.event, hook.place.root, hook.world);
  if (root === undefined) return undefined;
  const saved = await inOther(hook, root, async (repository) => {
    const { entries } = await repository.engine.status();
    return entries.length === 0 ? undefined : saveThere(hook, repository, { session, anchor });
  });
  return saved && { saved, root };
}

async function saveThere(
  hook: EventContext,
  repository: Repository,
  wanted: Pick<AutomaticSave, 'session' | 'anchor'>,
): Promise<SavedByHook | undefined> {
  const { place } = repository.engine;
  const there = { ...hook, place, world: repository.world, repository: async () => repository };
  return (await saveSession(there, { ...wanted, trigger: 'turn', filesOnly: true })).saved;
}

/** Whether a file that differs from HEAD was written, or removed from its folder, since the session began. */
async function isChangedSince({ engine }: Repository, started: string): Promise<boolean> {
  const { entries } = await engine.status();
  const since = Date.parse(started);
  return entries.some(({ path }) => lastChange(join(engine.place.root, path)) >= since);
}

function lastChange(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined) return found.ctimeMs;
  return lstatSync(dirname(path), { throwIfNoEntry: false })?.ctimeMs ?? 0;
}

/** What fails elsewhere must not undo what was saved at home. */
async function inOther<T>(
  hook: EventContext,
  root: string,
  work: (repository: Repository) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await withRepository(root, worldAt(root, hook.world), work);
  } catch (error) {
    hook.report(`elsewhere, ${root}`, error);
    return undefined;
  }
}

import { countChanges } from '../core/tree-change.ts';
import { compareWithLast } from '../repository/compare.ts';
import type { EventContext } from './event-context.ts';
import { changeSince } from './notices.ts';

/** What changed since the last checkpoint, in one line; undefined when nothing did. */
export async function changeSinceLast(hook: EventContext): Promise<string | undefined> {
  const { last, changes } = await compareWithLast(await hook.repository());
  if (changes.length === 0) return undefined;
  const since = last === undefined ? {} : { since: last.number, sinceAt: last.note.created };
  return changeSince({ ...since, ...countChanges(changes) }, hook.world.now());
}

/** What changed and was not saved, by the user's own settings; undefined when nothing did. The files are still there. */
export async function unsavedWarning(hook: EventContext): Promise<string | undefined> {
  const changed = await changeSinceLast(hook);
  if (changed === undefined) return undefined;
  return [
    changed,
    'Nothing was saved, for hooks.auto_checkpoint_on_clear is false. The files are as they were; save them now with `git checkpoint save`',
  ].join('\n');
}

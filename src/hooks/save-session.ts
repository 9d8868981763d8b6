import { existsSync } from 'node:fs';
import { defined } from '../core/defined.ts';
import type { Trigger } from '../core/note.ts';
import type { SavedByHook, SessionRecord } from '../local/session-record.ts';
import { save } from '../repository/save.ts';
import type { HookContext } from './event-context.ts';

export interface AutomaticSave {
  readonly trigger: Trigger;
  readonly session: Pick<SessionRecord, 'agent' | 'id' | 'previousId' | 'transcript'>;
  readonly pending?: boolean;
  /** Save even when nothing changed. */
  readonly always?: boolean;
  readonly anchor?: string;
  /** The agent's last words, which its transcript may lack yet. */
  readonly said?: string;
  /** Leave the transcript unread: only the files are in danger. */
  readonly filesOnly?: boolean;
}

/** Saves in the name of a session and tells what is new since the checkpoint before; undefined when nothing changed. */
export async function saveSession(hook: HookContext, wanted: AutomaticSave): Promise<SavedByHook | undefined> {
  const repository = await hook.repository();
  const { agent, id, previousId, transcript } = wanted.session;
  // Before the first prompt there is no transcript, although its path is known.
  const readable = transcript !== undefined && !wanted.filesOnly && existsSync(transcript);
  const outcome = await save(
    repository,
    defined({
      trigger: wanted.trigger,
      automatic: true,
      countChanges: true,
      onlyIfChanged: wanted.always !== true,
      pending: wanted.pending === true,
      anchor: wanted.anchor,
      ...(wanted.said ? { lastMessage: wanted.said } : {}),
      maxGcWait: hook.maxGcWait,
      source: readable ? { agent, id, transcript } : 'none',
      session: defined({ agent, id, previous_id: previousId, transcript }),
    }),
  );
  if (outcome.kind === 'unchanged') return undefined;
  for (const warning of outcome.warnings) hook.report(wanted.trigger, warning);
  const { checkpoint, predecessor, changed } = outcome;
  const { number, note } = checkpoint;
  return defined({
    number,
    summary: note.summary,
    trigger: note.trigger,
    pending: note.pending,
    at: note.created,
    since: predecessor === undefined ? undefined : predecessor.number,
    sentTo: outcome.sentTo,
    ...(changed ?? note.totals),
  });
}

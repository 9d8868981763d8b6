import { existsSync } from 'node:fs';
import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { SkippedFile, Trigger } from '../core/note.ts';
import { showBytes } from '../core/size.ts';
import { isUnreadable, skipWords } from '../core/skip-words.ts';
import type { SavedByHook, SessionRecord } from '../local/session-record.ts';
import { recordUntrackedAdvice } from '../local/untracked-advice.ts';
import { type SaveOutcome, save } from '../repository/save.ts';
import { manyUntracked } from '../repository/snapshot-to-save.ts';
import type { HookContext } from './event-context.ts';
import { oneLine } from './notices.ts';

export interface AutomaticSave {
  readonly trigger: Trigger;
  readonly session: Pick<SessionRecord, 'agent' | 'id' | 'previousId' | 'transcript'>;
  readonly pending?: boolean;
  /** Save even when nothing changed. */
  readonly always?: boolean;
  /** Not while there are only questions. */
  readonly unlessOnlyAsked?: boolean;
  readonly anchor?: string;
  /** The agent's last words, which its transcript may lack yet. */
  readonly said?: string;
  /** Leave the transcript unread: only the files are in danger. */
  readonly filesOnly?: boolean;
}

/** What came of a save in the name of a session. */
interface SessionSave {
  /** What is new since the checkpoint before; absent when nothing changed. */
  readonly saved?: SavedByHook;
  /** The checkpoint that holds it all, made now or before; absent while there is nothing to hold. */
  readonly number?: number;
  /** The files that the session edited, as far as it is known: below its folder without that folder. */
  readonly edited: readonly string[];
}

/** Saves in the name of a session. */
export async function saveSession(hook: HookContext, wanted: AutomaticSave): Promise<SessionSave> {
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
      unlessOnlyAsked: wanted.unlessOnlyAsked === true,
      pending: wanted.pending === true,
      anchor: wanted.anchor,
      lastMessage: wanted.said || undefined,
      maxGcWait: hook.maxGcWait,
      source: readable ? { agent, id, transcript } : 'none',
      session: defined({ agent, id, previous_id: previousId, transcript }),
    }),
  );
  if (outcome.kind === 'asked') return { edited: [] };
  recordUntrackedAdvice(hook.place, manyUntracked(outcome));
  const { number, note } = outcome.checkpoint;
  const edited = note.session_files?.edited ?? [];
  if (outcome.kind === 'unchanged') return { number, edited };
  for (const warning of outcome.warnings) hook.report(wanted.trigger, warning);
  return { saved: savedByHook(outcome), number, edited };
}

/** A checkpoint, whoever made it, in the form in which it is told. */
export function tellable({ number, note }: Checkpoint): SavedByHook {
  const { summary, trigger, pending, created, analysis, totals, skipped } = note;
  return {
    number,
    summary,
    trigger,
    pending,
    at: created,
    files: totals.files,
    added: totals.added,
    removed: totals.removed,
    nextSteps: analysis.next_actions.length,
    decisions: analysis.decisions.length,
    bytes: totals.bytes,
    ...leftOut(skipped),
  };
}

function savedByHook(outcome: Extract<SaveOutcome, { readonly kind: 'saved' }>): SavedByHook {
  const { checkpoint, predecessor, changed } = outcome;
  return defined({
    ...tellable(checkpoint),
    since: predecessor === undefined ? undefined : predecessor.number,
    sinceAt: predecessor === undefined ? undefined : predecessor.note.created,
    sentTo: outcome.sentTo,
    unreadable: unreadableIn(outcome.skipped),
    ...changed,
    ...leftOut(outcome.skipped),
  });
}

const MAX_NAMED = 3;

/** Build outputs are excluded by the thousand; only what a person may miss is named. */
function leftOut(skipped: readonly SkippedFile[]): Pick<SavedByHook, 'leftOut' | 'leftOutBeside'> {
  const missed = skipped.filter(({ why }) => why !== 'excluded');
  if (missed.length === 0) return {};
  const named = missed.slice(0, MAX_NAMED);
  return {
    leftOut: named.map(({ path, size, why }) => `${path} (${skipWords[why]}, ${showBytes(size)})`),
    leftOutBeside: missed.length - named.length,
  };
}

/** Files that would have been captured and could not be read, in words for the screen. */
function unreadableIn(skipped: readonly SkippedFile[]): string[] | undefined {
  const unreadable = skipped.filter(({ why }) => isUnreadable(why));
  const named = unreadable.slice(0, MAX_NAMED).map(({ path, why }) => `${oneLine(path)} (${skipWords[why]})`);
  const more = unreadable.length > MAX_NAMED ? [`${unreadable.length - MAX_NAMED} more`] : [];
  return unreadable.length === 0 ? undefined : [...named, ...more];
}

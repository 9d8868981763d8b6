import { existsSync } from 'node:fs';
import type { HookAnswer } from '../agents/hook-event.ts';
import { byRank, fieldsOf } from '../core/analysis-fields.ts';
import { type Checkpoint, type DamagedCheckpoint, isDamaged } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { Analysis } from '../core/note.ts';
import { probeRegister } from '../local/session-register.ts';
import { list } from '../repository/list.ts';
import { SUMMARY_REQUEST } from './ask-agent.ts';
import type { EventContext, EventOf } from './event-context.ts';
import { oneLine } from './notices.ts';
import { saveInBackground } from './save-in-background.ts';
import { sessionOf, updateSession } from './session.ts';

const PATIENCE_MS = 8000;
const STORM_MS = 120_000;
const MAX_PER_KIND = 6;
/** Other sessions may have saved meanwhile. */
const LOOK_BACK = 30;
const MAX_LENGTH = 3000;

/** Saves before the context is compacted, and says what the summary must not lose. Fails when work stays unsaved that must not. */
export async function beforeCompact(hook: EventContext<EventOf<'before-compact'>>): Promise<HookAnswer> {
  const { event, hooks, world } = hook;
  const mostlyComesNot = hooks.announcesEveryRequest && event.trigger === 'auto';
  if (hooks.forgetsAtCompaction && !mostlyComesNot) updateSession(hook, { resumePending: 'compact' });
  if (mostlyComesNot) {
    const silence = world.now().getTime() - Date.parse(sessionOf(hook).announced ?? '');
    if (silence < STORM_MS) return {};
    updateSession(hook, { announced: world.now().toISOString() });
    await saveInBackground(hook, 0);
    return {};
  }
  const { job } = await saveInBackground(hook, PATIENCE_MS);
  const { blockUnsavedCompaction, askAgent } = await hook.config();
  if (blockUnsavedCompaction) ensureSaved(hook, job);
  const context = await mustSurvive(hook);
  if (context === undefined) return {};
  return { context: askAgent ? `${context}\n${SUMMARY_REQUEST}` : context };
}

function ensureSaved(hook: EventContext, job: string): void {
  const continues = existsSync(job);
  const { compaction } = sessionOf(hook);
  if (compaction?.job === job) {
    if (compaction.failed !== undefined) throw new Failure('fatal', compaction.failed);
    return;
  }
  // If the process that saved could not write its result, this fails with the same error.
  probeRegister(hook.place);
  throw new Failure(
    'fatal',
    continues
      ? `the save still goes on after ${PATIENCE_MS / 1000} seconds; try again in a moment`
      : 'the save finished, but its result could not be recorded; try again',
  );
}

async function mustSurvive(hook: EventContext): Promise<string | undefined> {
  // The newest may be another worktree's, or another session's: its words are none of this one's.
  const isOwn = (entry: Checkpoint | DamagedCheckpoint): entry is Checkpoint =>
    !isDamaged(entry) && entry.note.session?.id === hook.event.session;
  const own = (await list(await hook.repository(), { limit: LOOK_BACK })).find(isOwn);
  if (own === undefined) return undefined;
  const { note, number } = own;
  const lines = survivingLines(note.analysis);
  if (lines.length === 0) return undefined;
  const text = ['The summary must keep these facts of the session:', ...lines].join('\n').slice(0, MAX_LENGTH);
  return `${text}\n- Checkpoint ${number} holds the working tree; \`git checkpoint resume ${number}\` prints what was known.`;
}

/** What a summary of the session must keep, a line for each item. */
export function survivingLines(analysis: Analysis): string[] {
  return [...fieldsOf('text'), ...byRank(fieldsOf('list'))].flatMap(({ name, compaction, newestLast }) => {
    if (compaction === undefined) return [];
    const texts = [analysis[name]].flat().filter((text) => text !== '');
    const kept = newestLast ? texts.slice(-MAX_PER_KIND) : texts.slice(0, MAX_PER_KIND);
    return kept.map((text) => `- ${compaction}: ${oneLine(text)}`);
  });
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { HookAnswer } from '../agents/hook-event.ts';
import { type Config, isManual } from '../core/config.ts';
import { defined } from '../core/defined.ts';
import { describeSettingProblem } from '../core/setting-problem.ts';
import { forgetHungSave } from '../local/hung-save.ts';
import { listJobs } from '../local/jobs.ts';
import { forgetOverBudget } from '../local/over-budget.ts';
import { awaitPart, leaveParts } from '../local/pack-parts.ts';
import type { SavedByHook, SessionRecord } from '../local/session-record.ts';
import { findSession, listCrashed, listSessions } from '../local/session-register.ts';
import { markUntrackedAdviceTold } from '../local/untracked-advice.ts';
import type { Repository } from '../open/repository.ts';
import { saveCrashed } from '../repository/recover.ts';
import type { EventContext, EventOf } from './event-context.ts';
import { oneLine, recoveredNotice } from './notices.ts';
import { type ResumeTexts, resumeTexts } from './resume-texts.ts';
import { runJobs } from './run-jobs.ts';
import { recordStart, sessionOf, updateSession } from './session.ts';
import { startWarnings } from './start-warnings.ts';
import { unsavedWarning } from './unsaved-warning.ts';

/** How long a start waits for a save that is under way; the first prompt waits with it. */
const SAVING_PATIENCE_MS = 4000;
const PART_PATIENCE_MS = 8000;
const MAX_AGE_OF_NOTICE_MS = 5 * 60_000;
const MAX_RECOVERED = 3;
const END_PATIENCE_MS = 1500;
const POLL_MS = 50;

/** A session begins: what a crashed one left is saved, and the new one gets the resume pack. */
export async function startSession(hook: EventContext<EventOf<'session-start'>>): Promise<HookAnswer> {
  const { event, place, part, world } = hook;
  if (part.number > 1) {
    const context = await awaitPart(place, event.identity, { number: part.number, patience: PART_PATIENCE_MS });
    return context === '' ? {} : { context };
  }
  let texts: ResumeTexts = { contexts: [] };
  try {
    texts = await prepare(hook);
  } finally {
    const rest = { identity: event.identity, texts: texts.contexts.slice(1) };
    if (part.of > 1) await attempt(hook, async () => leaveParts(place, rest, world.now()));
  }
  const [context = ''] = texts.contexts;
  return defined({ notice: texts.notice, context: context || undefined });
}

async function prepare(hook: EventContext<EventOf<'session-start'>>): Promise<ResumeTexts> {
  const { event, hooks, place } = hook;
  if (hooks.endsBesideStart && event.source === 'clear') await awaitEnd(hook);
  if (listJobs(place).length > 0) await attempt(hook, () => runJobs(hook, SAVING_PATIENCE_MS));
  const config = await hook.config();
  // Before the new record is written: the session that died may go on under its own id.
  const recovered = isManual(config) ? [] : await recoverCrashed(hook);
  const record = (await attempt(hook, async () => recordStart(hook))) ?? sessionOf(hook);
  const unsaved = mayWarn(hook, config) ? await attempt(hook, () => unsavedWarning(hook)) : undefined;
  // Who cannot be told anything goes on from nothing.
  const canTell = hooks.speaksAt('session-start') || hooks.speaksAt('prompt');
  const mode = canTell ? config.autoResumeOnStart : 'false';
  const made = await resumeTexts(hook, defined({ mode, unsaved, justSaved: unreportedSave(hook, record) }));
  const sound = withSettingProblems(made, (await (await hook.repository()).settings).problems);
  const warnings = (await attempt(hook, async () => startWarnings(place))) ?? [];
  const texts = withWarnings(sound, [...recovered, ...warnings]);
  await attempt(hook, async () => {
    forgetHungSave(place);
    forgetOverBudget(place);
    markUntrackedAdviceTold(place);
  });
  if (!hooks.dropsContext?.(event.source) || texts.contexts.length === 0) return texts;
  updateSession(hook, { resumePending: event.source });
  return { ...texts, contexts: [] };
}

/** Waits until the session that was cleared has left its save, but not for long. */
async function awaitEnd({ hooks, event, place, world }: EventContext): Promise<void> {
  const began = world.now().getTime();
  const isOver = ({ agent, id, ended }: SessionRecord) =>
    agent === hooks.agent && id !== event.session && began - Date.parse(ended ?? '') < END_PATIENCE_MS;
  for (let waited = 0; waited < END_PATIENCE_MS; waited += POLL_MS) {
    if (listJobs(place).length > 0 || listSessions(place).sessions.some(isOver)) return;
    await sleep(POLL_MS);
  }
}

/** What is wrong in the settings stops nothing, and is said when a session begins. */
function withSettingProblems(texts: ResumeTexts, problems: Awaited<Repository['settings']>['problems']): ResumeTexts {
  const lines = problems.map((problem) => `git-checkpoint: ${oneLine(describeSettingProblem(problem))}`);
  const notice = [...lines, ...(texts.notice === undefined ? [] : [texts.notice])].join('\n');
  return lines.length === 0 ? texts : { ...texts, notice };
}

function withWarnings(texts: ResumeTexts, warnings: readonly string[]): ResumeTexts {
  if (warnings.length === 0) return texts;
  const lines = [...(texts.notice === undefined ? [] : [texts.notice]), ...warnings];
  return { ...texts, notice: lines.join('\n') };
}

/** Does a step that the resume pack does not depend on. */
async function attempt<T>(hook: EventContext, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    hook.report(hook.event.kind, error);
    return undefined;
  }
}

/** Saves what crashed sessions left in this worktree and in their transcripts, and closes their records. */
async function recoverCrashed(hook: EventContext): Promise<string[]> {
  const { place, world } = hook;
  const crashed = listCrashed(place, world.now()).sessions.filter(({ worktree }) => worktree === place.root);
  const notices: string[] = [];
  for (const session of crashed.slice(-MAX_RECOVERED)) {
    const outcome = await attempt(hook, async () => saveCrashed(await hook.repository(), session));
    if (outcome?.kind === 'saved') notices.push(recoveredNotice(outcome.checkpoint));
  }
  return notices;
}

/** After a clear that by its settings saves nothing, what would be lost from sight is told. */
function mayWarn({ event }: EventContext<EventOf<'session-start'>>, config: Config): boolean {
  return event.source === 'clear' && config.autoCheckpointOnClear === 'false' && config.verifyBeforeClear;
}

/** What was saved a moment ago, when the session was cleared or compacted: no agent shows a notice then. */
function unreportedSave({ hooks, event, place, world }: EventContext<EventOf<'session-start'>>, record: SessionRecord) {
  const { agent } = hooks;
  const { previousId } = record;
  const before = previousId === undefined ? undefined : findSession(place, { agent, key: previousId });
  const saved: SavedByHook | undefined = event.source === 'compact' ? record.saved : before?.saved;
  // Whoever clears wants to know that the work is safe, however long ago it was saved.
  if (event.source === 'clear') return saved;
  const isNew = saved !== undefined && world.now().getTime() - Date.parse(saved.at) < MAX_AGE_OF_NOTICE_MS;
  return isNew && ['clear', 'session-end', 'compact'].includes(saved.trigger) ? saved : undefined;
}

import { existsSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HookEvent } from '../agents/hook-event.ts';
import { loadHooks } from '../agents/registry.ts';
import { type Config, isManual } from '../core/config.ts';
import { defined } from '../core/defined.ts';
import { describeError, Failure } from '../core/failure.ts';
import { recordHungSave } from '../local/hung-save.ts';
import { type Job, listJobs, readJob, retryPath } from '../local/jobs.ts';
import { withLock } from '../local/lock.ts';
import { moveFile } from '../local/move-file.ts';
import type { SavedByHook, SessionRecord } from '../local/session-record.ts';
import { endWork } from '../open/end-work.ts';
import { configOf } from '../open/repository.ts';
import { removeOldLocks } from '../repository/remove-old-locks.ts';
import { awaitTranscript } from './await-transcript.ts';
import type { EventContext, HookContext } from './event-context.ts';
import { oneLine, sentNotice, unreadableNotice } from './notices.ts';
import { saveElsewhere } from './save-elsewhere.ts';
import { type AutomaticSave, saveSession } from './save-session.ts';
import { sessionOf, updateSession } from './session.ts';
import { noteSaved } from './unsaved.ts';

/** Does the saves that wait in this worktree, one at a time; answers false when another process takes too long with them. */
export async function runJobs(hook: HookContext, patience: number): Promise<boolean> {
  const wanted = { lock: 'saving', patience, world: hook.world } as const;
  const locked = await withLock(hook.place, wanted, () => runWaiting(hook));
  const hung = locked.taken ? locked.value : undefined;
  // This process may hold what hangs; the saves after it go on in another.
  if (hung !== undefined) await hook.world.startSelf?.(['hook', hung.agent, '--run-jobs'], hook.place.root);
  return locked.taken;
}

/** Answers the job that took too long, if one did: then the ones after it are left. */
async function runWaiting(hook: HookContext): Promise<Job<HookEvent> | undefined> {
  const reporting = { ...hook, report: reportOnce(hook.report) };
  const done = new Set<string>();
  // One that cannot be removed is not done again and again.
  const next = () => listJobs(hook.place).filter((path) => !done.has(path));
  for (let waiting = next(); waiting.length > 0; waiting = next()) {
    for (const path of waiting) {
      done.add(path);
      done.add(retryPath(path));
      const job = readJob<HookEvent>(path);
      if (!(await endsInTime(reporting, job, () => runJob(reporting, path, waiting)))) {
        rmSync(path, { force: true });
        return job;
      }
    }
  }
  return undefined;
}

/** Gives a save up that hangs: in a filter, on a network drive. What it started is ended, and the next start tells it. */
async function endsInTime(
  hook: HookContext,
  job: Job<HookEvent> | undefined,
  work: () => Promise<void>,
): Promise<boolean> {
  const { saveLimit } = await hook.config();
  const late = Symbol('late');
  const timer = new AbortController();
  const limit = sleep(saveLimit * 1000, late, { signal: timer.signal }).catch(() => undefined);
  const outcome = await Promise.race([work(), limit]);
  timer.abort();
  if (outcome !== late) return true;
  const event = job?.event.kind ?? 'job';
  recordHungSave(hook.place, { at: hook.world.now().toISOString(), event, seconds: saveLimit });
  hook.report(event, new Failure('fatal', `a save took longer than ${saveLimit} s and was ended`));
  endWork();
  return false;
}

/** One save that fails, or whose end cannot be written down, must not hold up the others. */
async function runJob(hook: HookContext, path: string, waiting: readonly string[]): Promise<void> {
  const job = readJob<HookEvent>(path);
  const kind = job?.event.kind ?? 'job';
  const attempt = async (event: string, step: () => unknown): Promise<string | undefined> => {
    try {
      await step();
      return undefined;
    } catch (error) {
      hook.report(event, error);
      return oneLine(describeError(error));
    }
  };
  // What is written down about a save that went well does not undo it.
  const afterwards = (step: () => unknown) => attempt(`${kind}, afterwards`, step);
  if (job !== undefined && !isSuperseded(job, path, waiting)) {
    const own = await contextOf(hook, job);
    let record: (() => Promise<void>) | undefined;
    const failed = await attempt(kind, async () => {
      record = await saveOrMend(own);
    });
    if (failed === undefined) await afterwards(() => noteSaved(hook));
    if (record !== undefined) await afterwards(record);
    await afterwards(() => recordCompaction(own, defined({ job: path, failed })));
    // Whoever waits for this one need not wait any longer; the next process tries again.
    if (failed !== undefined) return void (await afterwards(() => moveFile(path, retryPath(path))));
  }
  await afterwards(() => rmSync(path, { force: true }));
}

/** Tries a second time when a lock that nobody holds was in the way. */
async function saveOrMend(hook: EventContext): Promise<(() => Promise<void>) | undefined> {
  try {
    return await saveFor(hook);
  } catch (error) {
    if (!removeOldLocks(await hook.repository())) throw error;
    return saveFor(hook);
  }
}

/** A full disk fails every step of every save: the same failure of an event is reported once. */
function reportOnce(report: HookContext['report']): HookContext['report'] {
  const reported = new Set<string>();
  return (event, error) => {
    const failure = `${event} ${describeError(error)}`;
    if (!reported.has(failure)) report(event, error);
    reported.add(failure);
  };
}

/** A later turn of the same session holds everything that an earlier one would. */
function isSuperseded(job: Job<HookEvent>, path: string, waiting: readonly string[]): boolean {
  if (job.event.kind !== 'turn-end') return false;
  const later = waiting.slice(waiting.indexOf(path) + 1).map((other) => readJob<HookEvent>(other));
  return later.some((other) => other?.event.session === job.event.session && other.event.kind === 'turn-end');
}

async function contextOf(hook: HookContext, { agent, event }: Job<HookEvent>): Promise<EventContext> {
  return { ...hook, hooks: await loadHooks(agent), event, part: { number: 1, of: 1 } };
}

/** A compaction may wait for its save, and want to know how it ended. */
function recordCompaction(hook: EventContext, compaction: NonNullable<SessionRecord['compaction']>): void {
  if (hook.event.kind === 'before-compact') updateSession(hook, { compaction });
}

/** Saves what an event asks for; answers what is to be written down about it. */
async function saveFor(hook: EventContext): Promise<(() => Promise<void>) | undefined> {
  const { event } = hook;
  const repository = await hook.repository();
  const plan = planSave(event, await configOf(repository));
  if (plan === undefined) return undefined;
  const session = sessionOf(hook);
  if (event.kind === 'session-end' && !hook.hooks.hasNoPrompts && isEmpty(session)) return undefined;
  if (event.kind === 'turn-end') await awaitTranscript(event);
  const said = event.kind === 'turn-end' ? { said: event.said } : {};
  const { saved, edited, number } = await saveSession(hook, { ...plan, ...said, session });
  return async () => {
    if (saved !== undefined) recordSaved(hook, saved);
    if (number !== undefined) recordWork(hook, number);
    await saveElsewhere(hook, { session: sessionOf(hook), edited });
  };
}

function recordSaved(hook: EventContext, saved: SavedByHook): void {
  const { pendingNotice } = sessionOf(hook);
  const notices = [saved.trigger === 'turn' ? sentNotice(saved) : undefined, unreadableNotice(saved)];
  const lines = [pendingNotice, ...notices].filter((line) => line !== undefined);
  updateSession(hook, { saved, pendingNotice: lines.join('\n') || undefined });
}

/** At the end of a session in which nothing was asked since the last save, what differs is not the session's doing. */
function recordWork(hook: EventContext, checkpoint: number): void {
  const { prompts, work } = sessionOf(hook);
  if (hook.event.kind === 'session-end' && prompts === (work?.prompts ?? 0)) return;
  updateSession(hook, { work: { checkpoint, prompts } });
}

/** Nobody typed anything: whatever the working tree holds is not the work of this session. */
function isEmpty({ prompts, transcript }: SessionRecord): boolean {
  return prompts === 0 && (transcript === undefined || !existsSync(transcript));
}

/** What an event asks to be saved, under these settings; undefined when nothing. */
function planSave(event: HookEvent, config: Config): Omit<AutomaticSave, 'session'> | undefined {
  switch (event.kind) {
    case 'turn-end':
      return config.saveEachTurn ? { trigger: 'turn', unlessOnlyAsked: true } : undefined;
    case 'session-end':
      if (config.autoCheckpointOnClear === 'false' || event.decision === 'leave') return undefined;
      return {
        trigger: event.reason === 'clear' ? 'clear' : 'session-end',
        pending: config.autoCheckpointOnClear === 'prompt' && event.decision === undefined,
        always: !config.verifyBeforeClear || event.decision === 'save',
      };
    case 'before-compact':
      return isManual(config) ? undefined : { trigger: 'compact' };
    case 'prompt':
    case 'tools-done':
    case 'context-threshold':
      return isManual(config) ? undefined : { trigger: 'threshold' };
    case 'session-start':
    case 'before-command':
    case 'before-clear':
      return undefined;
  }
}

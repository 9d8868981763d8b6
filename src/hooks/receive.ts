import type { AgentHooks, HookAnswer, HookEvent, HookEventKind } from '../agents/hook-event.ts';
import { loadHooks } from '../agents/registry.ts';
import { describeError, Failure, UntrustedRepository } from '../core/failure.ts';
import { type World, worldAt } from '../core/world.ts';
import { onceFor } from '../local/claim.ts';
import { forgetDue } from '../local/due.ts';
import { localPath } from '../local/files.ts';
import { userJournal, writeJournal } from '../local/hook-journal.ts';
import { endWork } from '../open/end-work.ts';
import { type LocatedRepository, locate } from '../open/open-engine.ts';
import type { Repository } from '../open/repository.ts';
import { addresseeOf } from './addressee.ts';
import type { EventContext, HookContext } from './event-context.ts';
import { handle } from './handle.ts';
import { oneLine } from './notices.ts';
import { answerOutside, isOutside } from './outside.ts';
import { readPayload } from './read-payload.ts';
import { homeOf } from './session-home.ts';
import { isSubagents } from './subagent-event.ts';
import { noteUnsaved, unsavedNotice } from './unsaved.ts';
import { withTranscript } from './with-transcript.ts';

/** One call of the hook command. */
interface Delivery extends Pick<EventContext, 'part'> {
  readonly agent: string;
  /** The agent does not wait for the answer: nothing is said in it. */
  readonly async?: boolean;
}

/** How long the agent or its user may be kept waiting, in milliseconds. */
const patience: Readonly<Record<Exclude<HookEventKind, 'session-end'>, number>> = {
  'session-start': 9000,
  prompt: 4000,
  'tools-done': 4000,
  'context-threshold': 4000,
  'before-command': 12_000,
  'turn-end': 2000,
  'before-compact': 12_000,
  'before-clear': 9000,
};
const READING_PATIENCE = 3000;
const SETTINGS_PATIENCE = 2000;
const JOBS_PATIENCE = 60_000;
const LEAVE_WITHIN_MS = 5000;
/** An event may wait for it several times. */
const MAX_GC_WAIT_MS = 1000;

/**
 * Takes an event from an agent, does what it asks for and answers in the agent's form. Failures stop here: a hook never breaks or
 * delays its agent, and what it could not do is in the journal. Steps that an event can do without report theirs to the same place.
 */
export async function receive(delivery: Delivery, world: World): Promise<void> {
  const boundary = new HookBoundary(delivery, world);
  const named = await boundary.runLogged('agent', () => loadHooks(delivery.agent));
  if (named === undefined) return;
  const payload = await boundary.runLogged('payload', () => within(READING_PATIENCE, readPayload(world.stdin)));
  if (payload === undefined) return void world.stdout.write(named.render(undefined, {}));
  const { part } = delivery;
  const { hooks, part: own } = (await boundary.runLogged('host', () =>
    addresseeOf(named, { part, payload }, world),
  )) ?? { hooks: named, part };
  if (own === undefined) return void world.stdout.write(hooks.render(undefined, {}));
  const answering = new HookBoundary({ agent: hooks.agent, part: own }, world);
  const event = await answering.runLogged('payload', async () => {
    const parsed = hooks.parse(payload);
    if (parsed === undefined) return undefined;
    // A disk that fails to read a transcript is no reason to save nothing.
    if (await answering.runLogged('transcript', () => isSubagents(parsed, hooks))) return undefined;
    return withTranscript(parsed, hooks, world);
  });
  const reached = delivery.async ? { ...hooks, speaksAt: () => false, showsAt: () => false } : hooks;
  const answer = event === undefined ? {} : await answerTo(event, reached, answering);
  const text = hooks.render(event, answer);
  // Opening the stream costs a millisecond.
  if (text !== '') world.stdout.write(text);
}

/** What the process does that outlives the hook: the saves that wait in this worktree. */
export async function runWaitingJobs(delivery: Delivery, world: World): Promise<void> {
  const boundary = new HookBoundary(delivery, world);
  const { runJobs } = await import('./run-jobs.ts');
  await boundary.runLogged('jobs', () =>
    boundary.withRepository(world.cwd, async (hook) => {
      await runJobs(hook, JOBS_PATIENCE);
      const { retain } = await import('./retain.ts');
      await boundary.runLogged('retention', () => retain(hook));
    }),
  );
  // What hangs and cannot be ended, as on a drive that is gone, must not keep this process.
  world.leaveWithin?.(LEAVE_WITHIN_MS);
}

async function answerTo(event: HookEvent, hooks: AgentHooks, boundary: HookBoundary): Promise<HookAnswer> {
  const { part } = boundary.delivery;
  const { world } = boundary;
  // Where the directory of this process is gone and the event names none, there is nothing to do.
  const home = await boundary.runLogged(event.kind, async () => homeOf(event, hooks, world));
  if (home === undefined) return {};
  boundary.session = event.session;
  // Before anything is told: what becomes due meanwhile stays due.
  if (event.kind === 'prompt' && hooks.showsAt('prompt')) forgetDue(world, event.session);
  if (isOutside(home, world))
    return (await boundary.runLogged(event.kind, async () => answerOutside(event, home, world))) ?? {};
  const limit = event.kind === 'session-end' ? hooks.endPatience + 300 : patience[event.kind];
  const work = (): Promise<HookAnswer> =>
    boundary.withRepository(home, async (hook) => {
      const delivery = { identity: `${event.identity}\n${part.number}`, world: hook.world };
      return (
        (await onceFor(hook.place, delivery, () =>
          handle({ ...hook, hooks, event, part, maxGcWait: MAX_GC_WAIT_MS }),
        )) ?? {}
      );
    });
  // A process that is not the hook's alone keeps the programs that it started.
  const giveUp = world.leaveWithin === undefined ? undefined : endWork;
  const answer =
    (await boundary.runLogged(event.kind, () => within(limit, work(), giveUp))) ??
    (await boundary.answerFailure(event, hooks));
  return part.number === 1 && hooks.showsAt(event.kind) ? boundary.withUnsaved(answer) : answer;
}

/** Where failures stop. Knows the journals, and the last failure for those who want to tell it. */
class HookBoundary {
  readonly delivery: Delivery;
  readonly world: World;
  /** Of the event that is worked on. */
  session: string | undefined;
  private readonly journals: string[];
  private located: Pick<HookContext, 'place' | 'world'> | undefined;
  private isRefused = false;
  private isSaveLeft = false;
  private lastError: unknown;

  constructor(delivery: Delivery, world: World) {
    this.delivery = delivery;
    this.world = world;
    this.journals = [userJournal(world)];
  }

  /** Does the work; a failure is written to the journal and answered by undefined. */
  async runLogged<T>(event: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.report(event, error);
      return undefined;
    }
  }

  report(event: string, error: unknown): void {
    this.lastError = error;
    if (this.located !== undefined) this.keepTrack(event, error, this.located);
    writeJournal(this.journals, { agent: this.delivery.agent, event, error }, this.world);
  }

  /** Finds the repository, lends it out, opened when it is first needed, and closes it. */
  async withRepository<T>(cwd: string, use: (hook: HookContext) => Promise<T>): Promise<T> {
    const world = worldAt(cwd, this.world);
    const located = await this.locate(cwd, world);
    const { place } = located;
    this.journals.unshift(localPath(place, 'journal'));
    let opened: Promise<Repository> | undefined;
    // Loaded only when it is needed: most events end without opening the repository.
    const open = async () => (await import('../open/repository.ts')).openLocated(located, world);
    const repository = () => (opened ??= open());
    const config = async () => (await (await repository()).settings).config;
    const report = (event: string, error: unknown) => this.report(event, error);
    const saveIsLeft = () => {
      this.isSaveLeft = true;
    };
    try {
      return await use({ place, world, repository, config, report, saveIsLeft });
    } finally {
      await opened?.then((repository) => {
        for (const warning of repository.warnings) report('log', warning);
        return repository.close();
      });
    }
  }

  /** Until it is known whose repository this is, only the journal of the user is written. */
  private async locate(cwd: string, world: World): Promise<LocatedRepository> {
    try {
      const located = await locate(cwd, world);
      this.located = { place: located.place, world };
      return located;
    } catch (error) {
      this.isRefused = error instanceof UntrustedRepository;
      throw error;
    }
  }

  /** Tells with the answer that work is not saved. */
  withUnsaved(answer: HookAnswer): HookAnswer {
    if (this.located === undefined) return answer;
    try {
      const lines = [unsavedNotice(this.located), answer.notice].filter((line) => line !== undefined);
      return lines.length === 0 ? answer : { ...answer, notice: lines.join('\n') };
    } catch (error) {
      this.report('unsaved', error);
      return answer;
    }
  }

  private keepTrack(event: string, error: unknown, located: Pick<HookContext, 'place' | 'world'>): void {
    // An event that is given up on a busy machine loses nothing once its save is left to a process of its own.
    if (error instanceof TimedOut && this.isSaveLeft) return;
    try {
      noteUnsaved(located, { event, session: this.session, error });
    } catch (cause) {
      writeJournal(this.journals, { agent: this.delivery.agent, event, error: cause }, this.world);
    }
  }

  /** A start is worth a line on the screen, for the user expects to be resumed; a compaction may have to wait. */
  async answerFailure(event: HookEvent, hooks: AgentHooks): Promise<HookAnswer> {
    if (this.located === undefined && !this.isRefused) return {};
    const words = `${oneLine(describeError(this.lastError))}. See \`git checkpoint doctor\``;
    const failure = this.isRefused ? 'saves nothing here' : 'could not resume';
    if (event.kind === 'session-start') return { notice: `git-checkpoint ${failure}: ${words}` };
    if (event.kind === 'before-command')
      return { notice: `git-checkpoint could not save before this command: ${words}` };
    if (event.kind !== 'before-compact' || !(await this.mustBlock(event, hooks))) return {};
    return {
      block: `git-checkpoint stopped the compaction, because work may be unsaved: ${words}. To compact all the same: \`git config checkpoint.blockUnsavedCompaction false\``,
    };
  }

  /** Settings that cannot be read block nothing; of a repository that is refused only the user's own count. */
  private async mustBlock(event: HookEvent, hooks: AgentHooks): Promise<boolean> {
    if (this.isRefused) {
      const own = async () => {
        const { openUserSettings, readSetting } = await import('../repository/settings.ts');
        return readSetting(await openUserSettings(this.world), 'checkpoint.blockUnsavedCompaction');
      };
      return (await this.runLogged('settings', own))?.value === true;
    }
    const asked = this.withRepository(homeOf(event, hooks, this.world), (hook) => hook.config());
    const config = await this.runLogged('settings', () => within(SETTINGS_PATIENCE, asked));
    return config?.blockUnsavedCompaction === true;
  }
}

class TimedOut extends Failure {}

function within<T>(limit: number, work: Promise<T>, giveUp: () => void = () => undefined): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new TimedOut('fatal', `took longer than ${limit} ms and was left`));
      giveUp();
    }, limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

import type { StartSource } from '../agents/hook-event.ts';
import { defined } from '../core/defined.ts';
import { isSameProcess } from '../local/owner.ts';
import type { SessionRecord } from '../local/session-record.ts';
import { findSession, isAlive } from '../local/session-register.ts';
import type { ResumeOutcome, ResumeRequest } from '../repository/resume.ts';
import type { EventContext } from './event-context.ts';
import { sessionOf, updateSession } from './session.ts';

/** The conversation is still there, in whole or as a copy. */
export function keepsConversation(source: StartSource): boolean {
  return source === 'resume' || source === 'fork';
}

/** The session whose line of work goes on: after a compaction the same, after /clear the one before; none for a fresh start. */
export function lineOf(hook: EventContext): ResumeRequest['session'] {
  const { event, hooks } = hook;
  const source = event.kind === 'session-start' ? event.source : 'clear';
  if (source === 'startup') return undefined;
  const id = source === 'compact' || source === 'resume' ? event.session : sessionOf(hook).previousId;
  return id === undefined ? undefined : { agent: hooks.agent, id };
}

/** Records what the next save of this session goes on from. What another session still works on is told, and not taken over. */
export function recordHanded(hook: EventContext, outcome: ResumeOutcome): void {
  const { event, place } = hook;
  const record = sessionOf(hook);
  if (event.kind === 'session-start' && event.source === 'compact') return;
  const { agent = '', id: session } = outcome.kind === 'none' ? {} : (outcome.checkpoint.note.session ?? {});
  const owner = session === undefined ? undefined : findSession(place, { agent, key: session });
  const isTheirs = isAlive(owner) && !isSameAgent(owner, record);
  const handed =
    outcome.kind === 'none' || isTheirs ? {} : defined({ checkpoint: outcome.checkpoint.number, agent, session });
  try {
    updateSession(hook, { handed });
  } catch (error) {
    // The session is resumed all the same, on a disk that can only be read.
    hook.report(hook.event.kind, error);
  }
}

function isSameAgent(one: SessionRecord | undefined, other: SessionRecord): boolean {
  return one?.process !== undefined && other.process !== undefined && isSameProcess(one.process, other.process);
}

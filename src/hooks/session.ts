import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beat, beginSession } from '../local/heartbeat.ts';
import { isSameProcess, type Owner } from '../local/owner.ts';
import {
  forgetOldSessions,
  readSessionRecord,
  readSessionRecords,
  type SessionRecord,
  writeSessionRecord,
} from '../local/session-records.ts';
import { findAgentProcess } from './agent-process.ts';
import type { EventContext, EventOf } from './event-context.ts';

/** /clear ends one session and begins the next within moments. */
const SUCCEEDS_WITHIN_MS = 15_000;

/** Records that a session begins here, and which one it continues. */
export function recordStart(hook: EventContext<EventOf<'session-start'>>): SessionRecord {
  const { hooks, event, place, world } = hook;
  const now = world.now().toISOString();
  const agentProcess = findAgentProcess(hooks, world);
  const earlier = readSessionRecord(place, hooks.agent, event.session);
  const previous = earlier?.previousId ?? findPrevious(hook, agentProcess)?.id;
  const record: SessionRecord = {
    prompts: 0,
    started: now,
    ...withoutEnd(earlier),
    ...factsOf(hook),
    ...(previous === undefined ? {} : { previousId: previous }),
    ...(agentProcess === undefined ? {} : { process: agentProcess }),
    seen: now,
    crossed: false,
    owed: false,
  };
  writeSessionRecord(place, record);
  forgetOldSessions(place, world.now());
  const { agent, id } = record;
  // After a compaction the same session goes on.
  if (event.source === 'compact' && beat(place, id, { now: world.now() })) return record;
  const facts = event.transcript === undefined ? {} : { transcript: event.transcript };
  const pid = agentProcess === undefined ? {} : { pid: agentProcess.pid };
  beginSession(place, { agent, id, branch: branchOf(hook), ...facts, ...pid }, world.now());
  return record;
}

/**
 * No payload names the session before /clear. It is the one of the same agent in the same worktree that the same process ran, or,
 * where the process is not known, the one that was cleared a moment ago.
 */
function findPrevious(
  { hooks, event, place, world }: EventContext<EventOf<'session-start'>>,
  agentProcess: Owner | undefined,
): SessionRecord | undefined {
  if (event.source !== 'clear' && event.source !== 'fork') return undefined;
  const others = readSessionRecords(place).filter(({ agent, id }) => agent === hooks.agent && id !== event.session);
  return others.find((other) => {
    if (other.process !== undefined && agentProcess !== undefined) return isSameProcess(other.process, agentProcess);
    const silence = world.now().getTime() - Date.parse(other.ended ?? '');
    return other.reason === 'clear' && silence >= 0 && silence < SUCCEEDS_WITHIN_MS;
  });
}

/** The session's record; one that began before the hooks were installed is made up now. */
export function recordOf(hook: EventContext): SessionRecord {
  const { hooks, event, place, world } = hook;
  const now = world.now().toISOString();
  return (
    readSessionRecord(place, hooks.agent, event.session) ?? { ...factsOf(hook), prompts: 0, started: now, seen: now }
  );
}

/** Notes a sign of life and what is new about the session. */
export function recordNews(hook: EventContext, news: Partial<SessionRecord>): SessionRecord {
  const now = hook.world.now();
  const record = { ...recordOf(hook), ...factsOf(hook), seen: now.toISOString(), ...news };
  writeSessionRecord(hook.place, record);
  const checkpoint = news.saved === undefined ? {} : { news: { checkpoint: news.saved.number } };
  beat(hook.place, record.id, { now, ...checkpoint });
  return record;
}

function factsOf({ hooks, event }: EventContext): Pick<SessionRecord, 'agent' | 'id' | 'transcript'> {
  return {
    agent: hooks.agent,
    id: event.session,
    ...(event.transcript === undefined ? {} : { transcript: event.transcript }),
  };
}

function withoutEnd(record: SessionRecord | undefined): Partial<SessionRecord> {
  if (record === undefined) return {};
  const { ended: _ended, reason: _reason, ...rest } = record;
  return rest;
}

function branchOf({ place }: { readonly place: EventContext['place'] }): string {
  return /^ref: refs\/heads\/(.+)$/m.exec(readFileSync(join(place.gitDir, 'HEAD'), 'utf8'))?.[1] ?? '';
}

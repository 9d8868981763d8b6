import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markDue } from '../local/due.ts';
import { isSameProcess, type Owner } from '../local/owner.ts';
import { newSessionRecord, type SessionRecord } from '../local/session-record.ts';
import { findSession, forgetOldSessions, listSessions, writeSession } from '../local/session-register.ts';
import { findAgentProcess } from './agent-process.ts';
import type { EventContext, EventOf } from './event-context.ts';
import { otherRootOf, rememberHome } from './session-home.ts';

/** /clear ends one session and begins the next within moments. */
const SUCCEEDS_WITHIN_MS = 15_000;

/** Records that a session begins here, and which one it continues. */
export function recordStart(hook: EventContext<EventOf<'session-start'>>): SessionRecord {
  const { event, hooks, place, world } = hook;
  const agentProcess = findAgentProcess(hooks, world);
  const earlier = findSession(place, nameOf(hook));
  // After a compaction the same session goes on.
  const continues = event.source === 'compact' && earlier?.open === true;
  const now = world.now().toISOString();
  const record: SessionRecord = {
    ...sessionOf(hook),
    started: continues ? earlier.started : now,
    previousId: earlier?.previousId ?? findPrevious(hook, agentProcess)?.id,
    process: agentProcess,
    worktree: place.root,
    branch: branchOf(hook),
    seen: now,
    open: true,
    ended: undefined,
    reason: undefined,
    aboveThreshold: false,
    asked: false,
    resumePending: undefined,
    environment: environmentOf(world),
  };
  writeSession(place, record);
  rememberHome(event, hooks, world);
  forgetOldSessions(place, world.now());
  return record;
}

/** What may differ from the shell in which somebody asks why nothing is saved. */
function environmentOf({ env }: EventContext['world']): Record<string, string> {
  const names = Object.keys(env).filter((name) => name === 'PATH' || /^(?:GIT_CHECKPOINT|CONTEXTD)_/.test(name));
  return Object.fromEntries(names.map((name) => [name, env[name] ?? '']));
}

/**
 * No payload names the session before /clear. It is the one of the same agent that the same process ran, or, where the process is
 * not known, the one that was cleared in the same worktree a moment ago.
 */
function findPrevious(
  { hooks, event, place, world }: EventContext<EventOf<'session-start'>>,
  agentProcess: Owner | undefined,
): SessionRecord | undefined {
  if (event.source !== 'clear' && event.source !== 'fork') return undefined;
  const others = listSessions(place).sessions.filter(({ agent, id }) => agent === hooks.agent && id !== event.session);
  const lastSeenFirst = others.toSorted((one, other) => (one.seen < other.seen ? 1 : -1));
  return lastSeenFirst.find((other) => {
    if (other.process !== undefined && agentProcess !== undefined) return isSameProcess(other.process, agentProcess);
    const silence = world.now().getTime() - Date.parse(other.ended ?? '');
    const wasCleared = other.reason === 'clear' && other.worktree === place.root;
    return wasCleared && silence >= 0 && silence < SUCCEEDS_WITHIN_MS;
  });
}

/** The session's record; one that began before the hooks were installed is made up now. */
export function sessionOf(hook: EventContext): SessionRecord {
  const { hooks, event, place, world } = hook;
  const { agent } = hooks;
  const record = findSession(place, nameOf(hook));
  const { transcript = record?.transcript } = event;
  return newSessionRecord({ worktree: place.root, ...record, agent, id: event.session, transcript }, world.now());
}

/** Records a sign of life and what changed about the session. */
export function updateSession(hook: EventContext, changed: Partial<SessionRecord>): SessionRecord {
  const before = sessionOf(hook);
  const checkpoint = changed.saved?.number ?? before.checkpoint;
  const elsewhere = visited(hook, before);
  const record = { ...before, checkpoint, elsewhere, seen: hook.world.now().toISOString(), ...changed };
  writeSession(hook.place, record);
  const isPending = record.pendingNotice !== undefined && hook.hooks.showsAt('prompt');
  if (isPending || record.resumePending !== undefined) leaveMark(hook, record);
  return record;
}

/** A mark that cannot be left delays what is to be told, and nothing else. */
function leaveMark({ world, report }: EventContext, { id }: SessionRecord): void {
  try {
    markDue(world, id);
  } catch (error) {
    report('due', error);
  }
}

const MAX_ELSEWHERE = 5;

function visited({ event, place, world }: EventContext, { elsewhere = [] }: SessionRecord): readonly string[] {
  const root = otherRootOf(event, place.root, world);
  return root === undefined || elsewhere.includes(root) ? elsewhere : [...elsewhere, root].slice(-MAX_ELSEWHERE);
}

function nameOf({ hooks, event }: EventContext): Pick<SessionRecord, 'agent' | 'key'> {
  return { agent: hooks.agent, key: event.session };
}

function branchOf({ place }: Pick<EventContext, 'place'>): string {
  return /^ref: refs\/heads\/(.+)$/m.exec(readFileSync(join(place.gitDir, 'HEAD'), 'utf8'))?.[1] ?? '';
}

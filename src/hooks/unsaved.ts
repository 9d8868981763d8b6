import type { HookEventKind } from '../agents/hook-event.ts';
import { moment } from '../core/clock.ts';
import { describeError, Failure } from '../core/failure.ts';
import { markDue } from '../local/due.ts';
import { listSessions } from '../local/session-register.ts';
import { findUnsaved, removeUnsaved, writeUnsaved } from '../local/unsaved.ts';
import type { HookContext } from './event-context.ts';
import { oneLine } from './notices.ts';

type Place = Pick<HookContext, 'place' | 'world'>;

/** A failure, in the words of an event. */
interface Failed {
  readonly event: string;
  /** Absent where the failure is not of one session. */
  readonly session?: string | undefined;
  readonly error: unknown;
}

const savingEvents: readonly string[] = [
  ...([
    'turn-end',
    'session-end',
    'before-command',
    'before-compact',
    'prompt',
    'tools-done',
  ] satisfies HookEventKind[]),
  'jobs',
];

/** In words that say what to do; the system's own for the rest. */
const causes: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on the disk. Make room, and the work is saved with the next turn',
  EDQUOT: 'the disk quota is used up. Make room, and the work is saved with the next turn',
  EROFS: 'the repository can only be read here. When it can be written, the work is saved with the next turn',
  EACCES: 'this user may not write into the repository. When that is fixed, the work is saved with the next turn',
};

/** Keeps in mind that work could not be saved, so that the next event at which something is shown tells it. */
export function noteUnsaved({ place, world }: Place, { event, session, error }: Failed): void {
  const code = codeOf(error);
  if (!(error instanceof Error) || event === 'due' || !(savingEvents.includes(event) || code in causes)) return;
  const before = findUnsaved(place, world);
  const hint =
    error instanceof Failure && error.hint !== undefined ? oneLine(error.hint) : 'See `git checkpoint doctor`';
  const cause = causes[code] ?? `${oneLine(describeError(error)).replace(/\.$/, '')}. ${hint}`;
  const isNew = before === undefined || before.over === true;
  const since = isNew ? world.now().toISOString() : before.since;
  const reported = before?.reported === undefined || isNew ? {} : { reported: before.reported };
  writeUnsaved(place, world, { since, cause, ...reported });
  if (before?.reported !== cause || isNew) tellSessions({ place, world }, session);
}

/** Whoever works here learns it with the next prompt. A record that could not be written does not keep its session from it. */
function tellSessions({ place, world }: Place, session?: string): void {
  const open = listSessions(place).sessions.filter(({ open, worktree }) => open && worktree === place.root);
  for (const id of new Set([...open.map(({ id }) => id), ...(session === undefined ? [] : [session])]))
    markDue(world, id);
}

/** A save went well: what failed before is over. */
export function noteSaved({ place, world }: Place): void {
  const before = findUnsaved(place, world);
  if (before === undefined || before.over) return;
  if (before.reported === undefined) removeUnsaved(place, world);
  else {
    writeUnsaved(place, world, { ...before, over: true });
    tellSessions({ place, world });
  }
}

/** What the user is to be told of saves that fail, once for each cause, and once when it works again. */
export function unsavedNotice({ place, world }: Place): string | undefined {
  const unsaved = findUnsaved(place, world);
  if (unsaved === undefined) return undefined;
  if (unsaved.over) {
    removeUnsaved(place, world);
    return `Saved again: what was not saved since ${moment(new Date(unsaved.since), world.now())} is in a checkpoint.`;
  }
  if (unsaved.reported === unsaved.cause) return undefined;
  writeUnsaved(place, world, { ...unsaved, reported: unsaved.cause });
  const end = /[.?!]$/.test(unsaved.cause) ? '' : '.';
  return `Not saved since ${moment(new Date(unsaved.since), world.now())}: ${unsaved.cause}${end}`;
}

/** The system's code, of the error or of one underneath. */
function codeOf(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code } = one as NodeJS.ErrnoException;
    if (code !== undefined && code in causes) return code;
    const named = Object.keys(causes).find((name) => String((one as Error).message).includes(name));
    if (named !== undefined) return named;
    if (/No space left on device/i.test((one as Error).message)) return 'ENOSPC';
    if (/Read-only file system/i.test((one as Error).message)) return 'EROFS';
  }
  return '';
}

import type { HookAnswer } from '../agents/hook-event.ts';
import { isManual } from '../core/config.ts';
import { withLock } from '../local/lock.ts';
import { destructivePart } from './destructive-command.ts';
import type { EventContext, EventOf } from './event-context.ts';
import { oneLine, savedNotice } from './notices.ts';
import { sessionOf, updateSession } from './session.ts';
import { noteSaved } from './unsaved.ts';

const PATIENCE_MS = 5000;

/** Saves before a command that may destroy work. The transcript can wait; the files cannot. */
export async function beforeCommand(hook: EventContext<EventOf<'before-command'>>): Promise<HookAnswer> {
  const part = destructivePart(hook.event.command);
  if (part === undefined) return {};
  // Few commands come this far, and the agent waits before each.
  if (isManual(await hook.config())) return {};
  const { saveSession } = await import('./save-session.ts');
  const session = sessionOf(hook);
  const notices: string[] = [];
  const anchor = `before ${oneLine(part)}`;
  const save = async () => {
    const { saved } = await saveSession(hook, { trigger: 'turn', session, anchor, filesOnly: true });
    noteSaved(hook);
    if (saved === undefined) return;
    updateSession(hook, { saved });
    notices.push(`Before \`${oneLine(part)}\`: ${savedNotice(saved)}`);
  };
  const { saveWhereItRuns } = await import('./save-elsewhere.ts');
  const other = await saveWhereItRuns(hook, session, anchor);
  if (other !== undefined) notices.push(`Before \`${oneLine(part)}\`, in ${other.root}: ${savedNotice(other.saved)}`);
  // The lock only spares double work: when another save takes too long with it, the command does not wait for that one.
  const wanted = { lock: 'saving', patience: PATIENCE_MS, world: hook.world } as const;
  if (!(await withLock(hook.place, wanted, save)).taken) await save();
  return notices.length === 0 ? {} : { notice: notices.join('\n') };
}

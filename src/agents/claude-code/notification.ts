import { keptText, LIMITS } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { memoryOf } from './memory.ts';
import { tag } from './user-text.ts';

/** A task in the background reports: a command's exit, or a subagent's result. */
export function applyNotification(draft: SessionDraft, text: string): void {
  const task = tag(text, 'task-id');
  const id = memoryOf(draft).tasks?.findLast((one) => one.task === task)?.call ?? tag(text, 'tool-use-id');
  const [status, summary, result] = [tag(text, 'status'), tag(text, 'summary'), tag(text, 'result')];
  const call = draft.callOf(id);
  if (call?.action === 'command' && status !== '') {
    const code = /exit code (\d+)/.exec(summary)?.[1];
    if (code !== undefined) call.exitCode = Number(code);
    call.result = status === 'failed' || (call.exitCode ?? 0) !== 0 ? 'failed' : 'ok';
  }
  const subagent = draft.subagentOf(id);
  if (subagent !== undefined && status !== '') subagent.result = keptText(result || summary, LIMITS.subagentResult);
}

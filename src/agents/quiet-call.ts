import type { ToolCall } from '../core/session.ts';
import { asksTheWeb } from '../core/web-call.ts';

/** Whether nobody needs the output of a call: a read, a search or an edit that went well can be done or seen again. */
export function isQuiet({ action, result, tool }: Pick<ToolCall, 'action' | 'result' | 'tool'>): boolean {
  return result === 'ok' && action !== 'command' && action !== 'other' && !asksTheWeb(tool);
}

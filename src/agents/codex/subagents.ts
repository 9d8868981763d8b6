import { isObject, type JsonObject, parseObject, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { memoryOf, remember } from './memory.ts';

const STARTED = /"(?:agent_id|task_name)"\s*:\s*"([^"]+)"/g;
const MESSAGE = /^Message Type: (\w+)\n(?:Task name: [^\n]*\n)?Sender: ([^\n]+)\nPayload:\n([\s\S]*)$/;
const NOTIFICATION = /^<subagent_notification>([\s\S]*)<\/subagent_notification>/;

/** Notes under which name the subagent reports that a call started. */
export function noteThread(draft: SessionDraft, call: string, output: string): void {
  const memory = memoryOf(draft);
  const known = (memory.threads ?? []).map((one) => one.thread);
  const thread = [...output.matchAll(STARTED)].map(([, name = '']) => name).find((name) => !known.includes(name));
  if (thread !== undefined) memory.threads = remember(memory.threads, { thread, call });
  else if (REFUSED.test(output)) forget(draft, call);
}

/** Words in place of the name of a subagent: none was started. */
const REFUSED = /^(?!\{)[^\n]*\b(?:omit|invalid|unknown|cannot|failed|error|not (?:allowed|found|supported)|limit)\b/i;

function forget(draft: SessionDraft, id: string): void {
  draft.state.subagents = draft.state.subagents.filter((one) => one.id !== id);
  const call = draft.callOf(id);
  if (call !== undefined) call.result = 'failed';
}

/** The agent stopped it: it does not report any more. */
export function takeStop(draft: SessionDraft, thread: string): void {
  const call = memoryOf(draft).threads?.find((one) => one.thread === thread)?.call ?? '';
  if (draft.subagentOf(call)?.result === undefined) takeReport(draft, thread, 'Stopped before it reported.');
}

/** Takes how subagents stand, by their names: the answer of a call that waited for them. */
export function takeStatuses(draft: SessionDraft, statuses: JsonObject): void {
  for (const [thread, status] of Object.entries(statuses)) takeStatus(draft, thread, status);
}

export function takeStatus(draft: SessionDraft, thread: string, status: unknown): void {
  if (isObject(status)) takeReport(draft, thread, textAt(status, 'completed') || textAt(status, 'errored'));
}

/** Takes what the client puts into the conversation for a subagent. False: somebody else said it. */
export function takeReportText(draft: SessionDraft, text: string): boolean {
  const notification = parseObject(NOTIFICATION.exec(text)?.[1] ?? '');
  if (notification !== undefined) {
    const thread = textAt(notification, 'agent_path') || textAt(notification, 'agent_id');
    takeStatus(draft, thread, notification['status']);
    return true;
  }
  const [, type, sender = '', payload = ''] = MESSAGE.exec(text) ?? [];
  if (type === 'FINAL_ANSWER') takeReport(draft, sender, payload);
  return type !== undefined;
}

/** The last report counts: a subagent may be asked again. */
function takeReport(draft: SessionDraft, thread: string, report: string): void {
  const call = memoryOf(draft).threads?.find((one) => one.thread === thread)?.call;
  const subagent = call === undefined ? undefined : draft.subagentOf(call);
  if (subagent !== undefined && report !== '') subagent.result = keptText(report, LIMITS.subagentResult);
}

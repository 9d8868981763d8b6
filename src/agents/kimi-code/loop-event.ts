import { ownProperty } from '../../core/own-property.ts';
import type { ToolCall } from '../../core/session.ts';
import { type JsonObject, objectAt, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import { openCall, settleCall } from '../plain-call.ts';
import type { SessionDraft, StepOrigin } from '../session-draft.ts';
import { countUnknown } from '../unknown-kinds.ts';

const ACTIONS: Readonly<Record<string, ToolCall['action']>> = {
  Read: 'read',
  ReadMediaFile: 'read',
  Write: 'edit',
  Edit: 'edit',
  Bash: 'command',
  Grep: 'search',
  Glob: 'search',
  WebSearch: 'search',
  FetchURL: 'search',
  TodoList: 'plan',
  AskUserQuestion: 'question',
  Agent: 'agent',
  AgentSwarm: 'agent',
};

/** What stands below the output of a command that failed. */
const EXIT = /(?:\n|^)Command failed with exit code: (-?\d+)\.?\s*$/;
const STOPPED = /\b(?:interrupted|aborted|cancelled|canceled) by (?:the )?user\b/i;

/** Takes a step of the agent: a text, a call or what came of one. */
export function takeLoopEvent(draft: SessionDraft, event: JsonObject, time: string): void {
  const origin = { time, source: textAt(event, 'uuid') };
  const type = textAt(event, 'type');
  if (type === 'content.part') takePart(draft, objectAt(event, 'part'), origin);
  else if (type === 'tool.call') takeCall(draft, event, origin);
  else if (type === 'tool.result') takeResult(draft, event);
  else if (type !== 'step.begin' && type !== 'step.end') countUnknown(draft.state.counts, event);
}

function takePart(draft: SessionDraft, part: JsonObject, origin: StepOrigin): void {
  const type = textAt(part, 'type');
  if (type === 'text') draft.addText(textAt(part, 'text'), origin);
  else if (type !== 'think' && type !== 'thinking') countUnknown(draft.state.counts, part);
}

function takeCall(draft: SessionDraft, event: JsonObject, origin: StepOrigin): void {
  const [id, name] = [textAt(event, 'toolCallId'), textAt(event, 'name')];
  const call = openCall(name, ownProperty(ACTIONS, name) ?? 'other', objectAt(event, 'args'));
  draft.addCall(id, call, origin);
  if (call.action === 'agent') draft.addSubagent(id, call.description ?? call.tool);
}

function takeResult(draft: SessionDraft, event: JsonObject): void {
  const id = textAt(event, 'toolCallId');
  const call = draft.callOf(id);
  if (call === undefined) return;
  const result = objectAt(event, 'result');
  const output = textAt(result, 'output');
  const exit = call.action === 'command' ? EXIT.exec(output)?.[1] : undefined;
  const isError = result['isError'] === true;
  settleCall(call, {
    result: outcomeOf(isError, output),
    exitCode: call.action === 'command' && (exit !== undefined || !isError) ? Number(exit ?? 0) : undefined,
    output: output.replace(EXIT, ''),
  });
  const subagent = draft.subagentOf(id);
  if (subagent !== undefined && !isError) subagent.result = keptText(output, LIMITS.subagentResult);
}

function outcomeOf(isError: boolean, output: string): ToolCall['result'] {
  if (!isError) return 'ok';
  return STOPPED.test(output) ? 'interrupted' : 'failed';
}

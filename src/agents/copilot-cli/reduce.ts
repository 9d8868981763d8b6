import { ownProperty } from '../../core/own-property.ts';
import type { ToolCall } from '../../core/session.ts';
import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import { openCall, settleCall } from '../plain-call.ts';
import type { SessionDraft } from '../session-draft.ts';
import { todosAfter } from './todos.ts';

const ACTIONS: Readonly<Record<string, ToolCall['action']>> = {
  view: 'read',
  create: 'edit',
  edit: 'edit',
  bash: 'command',
  powershell: 'command',
  grep: 'search',
  glob: 'search',
  web_fetch: 'search',
  web_search: 'search',
  sql: 'plan',
  update_todo: 'plan',
  ask_user: 'question',
  task: 'agent',
};

/** Records that say nothing about the work: hooks, what the vendor tells the model, accounts of use, frames. */
const PASSED_OVER =
  /^(?:hook\.|model\.|permission\.|system\.|session\.(?:usage|shutdown|compaction_start|truncation|info|warning|idle|mode_changed|plan_changed|context_changed|background_tasks)|assistant\.(?:turn_|usage|reasoning|intent)|tool\.execution_(?:start|partial|progress)|tool\.user_requested|pending_messages|skill\.|subagent\.)/;

type Taker = (draft: SessionDraft, data: JsonObject, record: JsonObject) => void;

const takers: Readonly<Record<string, Taker>> = {
  'session.start': takeStart,
  'session.resume': takeStart,
  'session.model_change': (draft, data) => noteModel(draft, textAt(data, 'newModel')),
  'session.title_changed': (draft, data) => {
    if (textAt(data, 'title') !== '') draft.state.head.title = keptText(textAt(data, 'title'), LIMITS.description);
  },
  'user.message': takePrompt,
  'assistant.message': takeAnswer,
  'tool.execution_complete': takeResult,
  'session.compaction_complete': takeCompaction,
  'session.snapshot_rewind': takeRewind,
  'session.error': (draft, data) => draft.end('api-error', textAt(data, 'message')),
  abort: (draft) => draft.end('interrupted'),
};

/** Takes one event of a session of Copilot CLI. */
export function reduceCopilot(draft: SessionDraft, record: JsonObject): boolean {
  const type = textAt(record, 'type');
  const taker = ownProperty(takers, type);
  if (taker === undefined) return isPassedOver(type);
  draft.noteTime(textAt(record, 'timestamp'));
  taker(draft, objectAt(record, 'data'), record);
  return true;
}

export function isPassedOver(type: string): boolean {
  return PASSED_OVER.test(type);
}

function takeStart(draft: SessionDraft, data: JsonObject): void {
  const { head } = draft.state;
  const context = objectAt(data, 'context');
  head.id = textAt(data, 'sessionId') || head.id;
  const [version, cwd, branch] = [textAt(data, 'copilotVersion'), textAt(context, 'cwd'), textAt(context, 'branch')];
  if (version !== '') head.agentVersion = version;
  if (cwd !== '') head.cwd = cwd;
  if (branch !== '') head.branch = branch;
  noteModel(draft, textAt(data, 'selectedModel'));
}

function noteModel(draft: SessionDraft, model: string): void {
  if (model !== '') draft.state.head.model = model;
}

/** What was typed; beside it stands what the agent made of it. */
function takePrompt(draft: SessionDraft, data: JsonObject, record: JsonObject): void {
  const isTyped = textAt(data, 'parentToolCallId') === '' && textAt(data, 'content').trim() !== '';
  if (isTyped) draft.openTurn({ prompt: textAt(data, 'content'), time: textAt(record, 'timestamp') });
  draft.anchor(textAt(record, 'id'));
}

function takeAnswer(draft: SessionDraft, data: JsonObject, record: JsonObject): void {
  // What a subagent says is for the agent that called it.
  if (textAt(data, 'parentToolCallId') !== '') return;
  const origin = { time: textAt(record, 'timestamp'), source: textAt(record, 'id') };
  const requests = objectsAt(data, 'toolRequests');
  noteModel(draft, textAt(data, 'model'));
  draft.addText(textAt(data, 'content'), origin);
  for (const request of requests) {
    const [id, name, args] = [textAt(request, 'toolCallId'), textAt(request, 'name'), objectAt(request, 'arguments')];
    const call = openCall(name, ownProperty(ACTIONS, name) ?? 'other', args);
    draft.addCall(id, call, origin);
    if (name === 'sql') draft.setTodos(todosAfter(draft.state.todos, textAt(args, 'query')));
    if (call.action === 'agent') draft.addSubagent(id, call.description ?? call.tool);
  }
  draft.end(requests.length === 0 ? 'done' : 'open');
}

function takeResult(draft: SessionDraft, data: JsonObject): void {
  noteUse(draft, objectAt(objectAt(data, 'toolTelemetry'), 'metrics'));
  const id = textAt(data, 'toolCallId');
  const call = draft.callOf(id);
  if (call === undefined) return;
  const output = textAt(objectAt(data, 'result'), 'content') || textAt(objectAt(data, 'error'), 'message');
  const exitCode = numberAt(objectAt(data, 'shellExecution'), 'exitCode');
  settleCall(call, { result: resultOf(data), exitCode, output: output.replace(/\n?<shellId: [^>]*>\s*$/, '') });
  const subagent = draft.subagentOf(id);
  if (subagent !== undefined && call.result === 'ok') subagent.result = keptText(output, LIMITS.subagentResult);
}

function resultOf(data: JsonObject): ToolCall['result'] {
  if (data['success'] === true) return 'ok';
  const code = textAt(objectAt(data, 'error'), 'code');
  return code === 'rejected' || code === 'denied' ? 'refused' : 'failed';
}

function noteUse(draft: SessionDraft, metrics: JsonObject): void {
  const [tokens, window] = [numberAt(metrics, 'context_current_tokens'), numberAt(metrics, 'context_token_limit')];
  if (tokens !== undefined) draft.state.head.contextTokens = tokens;
  if (window !== undefined) draft.state.head.contextWindow = window;
}

function takeCompaction(draft: SessionDraft, data: JsonObject): void {
  if (data['success'] !== true) return;
  draft.addCompaction(textAt(data, 'summaryContent'));
  const [tokens, window] = [numberAt(data, 'postCompactionTokens'), numberAt(data, 'tokenLimit')];
  if (tokens !== undefined) draft.state.head.contextTokens = tokens;
  if (window !== undefined) draft.state.head.contextWindow = window;
}

/** Takes back a prompt and all after it. */
function takeRewind(draft: SessionDraft, data: JsonObject): void {
  const turn = draft.turnWith(textAt(data, 'upToEventId'));
  if (turn !== undefined) draft.rewindTo(turn.serial);
}

import type { Todo } from '../../core/session.ts';
import { readQuestion } from '../asked-question.ts';
import { type JsonObject, objectAt, objectsAt, parseObject, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { partId } from './call-parts.ts';
import { cellName, rememberPoll } from './memory.ts';
import { type NestedCall, readProgram } from './program.ts';
import { takePrompt, takeText, takeThought } from './spoken.ts';
import { takeReportText, takeStop } from './subagents.ts';
import { readCall, readCalls } from './tool-call.ts';
import { takeOutput } from './tool-result.ts';

/** Items that say nothing: searches for tools, pictures, the model's own compaction. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  'tool_search_call',
  'tool_search_output',
  'image_generation_call',
  'compaction',
  'compaction_summary',
  'context_compaction',
  'ghost_snapshot',
  'other',
]);

/** Takes an item of the conversation as the model has it. */
export function reduceItem(draft: SessionDraft, item: JsonObject, time: string): boolean {
  const type = textAt(item, 'type');
  if (type === 'message' || (type === '' && textAt(item, 'role') !== '')) takeMessage(draft, item, time);
  else if (type === 'function_call' || type === 'custom_tool_call') takeCall(draft, item, time);
  else if (type === 'local_shell_call') takeShellCall(draft, item, time);
  else if (type === 'web_search_call') takeSearch(draft, item, time);
  else if (type === 'reasoning') takeThought(draft, shownOf(item), time);
  else if (type === 'agent_message') takeReportText(draft, textOf(item));
  else if (type.endsWith('_call_output')) takeOutput(draft, textAt(item, 'call_id'), item['output']);
  else return PASSED_OVER.has(type);
  return true;
}

/** Developer and system messages are the vendor's or the user's standing instructions. */
function takeMessage(draft: SessionDraft, item: JsonObject, time: string): void {
  const [text, role] = [textOf(item), textAt(item, 'role')];
  if (takeReportText(draft, text)) return;
  if (role === 'user') takePrompt(draft, text, { channel: 'response', time });
  if (role === 'assistant') takeText(draft, text, { channel: 'response', time, phase: textAt(item, 'phase') });
}

/** What the client shows of it; the rest is hidden. */
function shownOf(item: JsonObject): string {
  return textAt(objectsAt(item, 'summary').at(-1) ?? {}, 'text');
}

function textOf(item: JsonObject): string {
  return objectsAt(item, 'content')
    .map((part) => (part['type'] === 'input_image' ? '[image]' : textAt(part, 'text')))
    .join('\n');
}

function takeCall(draft: SessionDraft, item: JsonObject, time: string): void {
  const [id, tool, raw] = [textAt(item, 'call_id'), textAt(item, 'name'), textAt(item, 'input')];
  const input = parseObject(textAt(item, 'arguments')) ?? objectAt(item, 'arguments');
  if (draft.callOf(id) !== undefined) return;
  const program = tool === 'exec' ? nestedCalls(raw || textAt(input, 'input') || textAt(input, 'code')) : [];
  let part = 0;
  for (const nested of program.length > 0 ? program : [{ tool, input, raw }]) {
    noteCall(draft, partId(id, part), nested);
    const cwd = keptText(textAt(nested.input, 'workdir'), LIMITS.path) || undefined;
    for (const call of readCalls(nested)) {
      draft.addCall(partId(id, part), call, { time, cwd });
      part += 1;
    }
  }
}

/** What the code mode's tool is given: a program, or the arguments of one command. */
function nestedCalls(source: string): readonly NestedCall[] {
  const input = source.startsWith('{') ? parseObject(source) : undefined;
  return input === undefined ? readProgram(source) : [{ tool: 'exec_command', input, raw: '' }];
}

/** Notes what a call is about beside itself: the plan, a subagent, questions, the process that it waits for. */
function noteCall(draft: SessionDraft, id: string, { tool, input }: NestedCall): void {
  if (tool === 'update_plan') draft.setTodos(objectsAt(input, 'plan').map(readStep));
  if (tool === 'spawn_agent') draft.addSubagent(id, taskOf(input), ordersOf(input));
  if (tool === 'interrupt_agent' || tool === 'close_agent')
    takeStop(draft, textAt(input, 'target') || textAt(input, 'id'));
  if (tool === 'request_user_input') {
    for (const question of objectsAt(input, 'questions')) draft.addQuestion(id, readQuestion(question));
  }
  if (tool === 'write_stdin') rememberPoll(draft, id, String(input['session_id']));
  if (tool === 'wait') rememberPoll(draft, id, cellName(input['cell_id']));
}

/** Some clients seal what they tell a subagent; the name of its task they do not. */
function taskOf(input: JsonObject): string {
  const [message, name] = [textAt(input, 'message'), textAt(input, 'task_name')];
  return (/\s/.test(message.trim()) ? message : name || message) || textAt(input, 'agent_type');
}

function ordersOf(input: JsonObject): string {
  const message = textAt(input, 'message');
  return /\s/.test(message.trim()) ? message : '';
}

function takeShellCall(draft: SessionDraft, item: JsonObject, time: string): void {
  const call = readCall({ tool: 'local_shell', input: objectAt(item, 'action'), raw: '' });
  draft.addCall(textAt(item, 'call_id') || textAt(item, 'id'), call, { time });
}

function takeSearch(draft: SessionDraft, item: JsonObject, time: string): void {
  const call = readCall({ tool: 'web_search', input: objectAt(item, 'action'), raw: '' });
  draft.addCall(textAt(item, 'id'), { ...call, result: 'ok' }, { time });
}

function readStep(step: JsonObject): Todo {
  const status = textAt(step, 'status');
  return {
    text: textAt(step, 'step'),
    status: status === 'completed' || status === 'in_progress' ? status : 'pending',
  };
}

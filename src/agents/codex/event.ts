import { ownProperty } from '../../core/own-property.ts';
import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { memoryOf } from './memory.ts';
import { takeCommand, takePatch } from './reported.ts';
import { takePrompt, takeText, takeThought } from './spoken.ts';
import { takeStatus, takeStatuses } from './subagents.ts';

type Take = (draft: SessionDraft, event: JsonObject, time: string) => void;

/** Events that carry something. */
const TAKEN: Readonly<Record<string, Take>> = {
  user_message: (draft, event, time) => {
    const images = [...objectsAt(event, 'images'), ...objectsAt(event, 'local_images')];
    takePrompt(draft, [textAt(event, 'message'), ...images.map(() => '[image]')].join('\n'), {
      channel: 'event',
      time,
    });
  },
  agent_message: (draft, event, time) =>
    takeText(draft, textAt(event, 'message'), { channel: 'event', time, phase: textAt(event, 'phase') }),
  agent_reasoning: (draft, event, time) => takeThought(draft, textAt(event, 'text'), time),
  token_count: (draft, event) => takeTokens(draft, objectAt(event, 'info')),
  task_started: takeStart,
  turn_started: takeStart,
  task_complete: (draft) => takeEnd(draft, 'done'),
  turn_complete: (draft) => takeEnd(draft, 'done'),
  turn_aborted: (draft) => takeEnd(draft, 'interrupted'),
  error: (draft, event) => draft.end('api-error', textAt(event, 'message')),
  exec_command_end: takeCommand,
  patch_apply_end: takePatch,
  mcp_tool_call_end: takeToolEnd,
  thread_rolled_back: (draft, event) => rollBack(draft, numberAt(event, 'num_turns') ?? 0),
  thread_name_updated: (draft, event) => {
    const title = textAt(event, 'thread_name');
    if (title !== '') draft.state.head.title = keptText(title, LIMITS.description);
  },
  collab_waiting_end: (draft, event) => {
    for (const agent of objectsAt(event, 'agent_statuses')) {
      takeStatus(draft, textAt(agent, 'thread_id'), agent['status']);
    }
  },
};

/** Events that are talk between parts of the client, or say what other records say better. */
const PASSED_OVER =
  /^(?:agent_reasoning_.*|agent_message_delta|background_event|collab_.*|context_compacted|deprecation_notice|entered_review_mode|exited_review_mode|exec_command_(?:begin|output_delta)|guardian_.*|hook_.*|image_generation_.*|item_(?:started|updated)|mcp_(?:tool_call_begin|startup_.*)|patch_apply_(?:begin|updated)|plan_(?:update|delta)|request_user_input|session_configured|shutdown_complete|skills_update_available|stream_error|sub_agent_activity|task_.*|terminal_interaction|thread_goal_.*|thread_settings_applied|token_.*|turn_(?:diff|moderation_metadata)|undo_.*|view_image_tool_call|warning|web_search_.*|raw_response_item)$/;

/** Takes an event that the client recorded. */
export function reduceEvent(draft: SessionDraft, event: JsonObject, time: string): boolean {
  const type = textAt(event, 'type');
  if (type === 'item_completed') return takeItem(draft, objectAt(event, 'item'), time);
  const take = ownProperty(TAKEN, type);
  take?.(draft, event, time);
  return take !== undefined || PASSED_OVER.test(type);
}

/** Completed items of the newer history. */
const ITEMS: Readonly<Record<string, Take>> = {
  UserMessage: (draft, item, time) => takePrompt(draft, itemText(item), { channel: 'item', time }),
  AgentMessage: (draft, item, time) =>
    takeText(draft, itemText(item), { channel: 'item', time, phase: textAt(item, 'phase') }),
  CommandExecution: (draft, item, time) => takeCommand(draft, { ...item, call_id: item['id'] }, time),
  FileChange: (draft, item, time) => takePatch(draft, { ...item, call_id: item['id'] }, time),
  McpToolCall: (draft, item) => takeToolEnd(draft, { ...item, call_id: item['id'] }),
  CollabAgentToolCall: (draft, item) => takeStatuses(draft, objectAt(item, 'agents_states')),
};

/** Items that say what other records say better. */
const ITEMS_PASSED_OVER =
  /^(?:HookPrompt|Plan|Reasoning|DynamicToolCall|SubAgentActivity|WebSearch|ImageView|Extension|ImageGeneration|Sleep|(?:Entered|Exited)ReviewMode|ContextCompaction)$/;

function takeItem(draft: SessionDraft, item: JsonObject, time: string): boolean {
  const type = textAt(item, 'type');
  const take = ownProperty(ITEMS, type);
  take?.(draft, item, time);
  return take !== undefined || ITEMS_PASSED_OVER.test(type);
}

function itemText(item: JsonObject): string {
  return objectsAt(item, 'content')
    .map((part) => textAt(part, 'text'))
    .join('\n');
}

function takeStart(draft: SessionDraft, event: JsonObject): void {
  memoryOf(draft).running = true;
  noteWindow(draft, event);
}

function takeEnd(draft: SessionDraft, outcome: 'done' | 'interrupted'): void {
  memoryOf(draft).running = false;
  draft.end(outcome);
}

function takeTokens(draft: SessionDraft, info: JsonObject): void {
  const usage = objectAt(info, 'last_token_usage');
  const tokens = numberAt(usage, 'total_tokens') ?? numberAt(usage, 'input_tokens');
  if (tokens !== undefined) draft.state.head.contextTokens = tokens;
  noteWindow(draft, info);
}

function noteWindow(draft: SessionDraft, info: JsonObject): void {
  const window = numberAt(info, 'model_context_window');
  if (window !== undefined) draft.state.head.contextWindow = window;
}

function takeToolEnd(draft: SessionDraft, event: JsonObject): void {
  const call = draft.callOf(textAt(event, 'call_id'));
  const failed = 'Err' in objectAt(event, 'result') || event['status'] === 'failed';
  if (call !== undefined) call.result = failed ? 'failed' : 'ok';
}

function rollBack(draft: SessionDraft, turns: number): void {
  const first = turns > 0 ? draft.state.turns.at(-Math.min(turns, draft.state.turns.length)) : undefined;
  if (first !== undefined) draft.rewindTo(first.serial);
}

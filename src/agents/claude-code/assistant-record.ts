import { readQuestion } from '../asked-question.ts';
import { type JsonObject, objectAt, objectsAt, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import type { SessionDraft, StepOrigin } from '../session-draft.ts';
import { noteUsage } from './context-window.ts';
import { takeEarlyAnswer } from './early-answer.ts';
import { rememberDescription } from './memory.ts';
import { updateTask, writeTodos } from './tasks.ts';
import { blocksText } from './tool-answer.ts';
import { readToolCall } from './tool-call.ts';
import { applyToolAnswer } from './tool-result.ts';
import { openPendingCommand } from './user-record.ts';

const SYNTHETIC = '<synthetic>';

/** Takes an assistant record: one message of the model comes in several, a block or so in each. */
export function reduceAssistant(draft: SessionDraft, record: JsonObject): void {
  const message = objectAt(record, 'message');
  const blocks = objectsAt(message, 'content');
  if (record['isApiErrorMessage'] === true) {
    openPendingCommand(draft);
    draft.end('api-error', blocksText(blocks));
    return;
  }
  if (textAt(message, 'model') === SYNTHETIC) return;
  openPendingCommand(draft);
  noteUsage(draft, message);
  const origin = {
    time: textAt(record, 'timestamp'),
    source: textAt(message, 'id') || undefined,
    cwd: keptText(textAt(record, 'cwd'), LIMITS.path) || undefined,
  };
  const reason = textAt(message, 'stop_reason');
  for (const block of blocks) takeBlock(draft, block, origin);
  // Without a reason it is a piece of a message: others may follow it.
  if (reason === 'tool_use' || (reason === '' && draft.turn?.outcome === 'done')) draft.end('open');
}

/** Thinking is never kept. */
function takeBlock(draft: SessionDraft, block: JsonObject, origin: StepOrigin): void {
  if (block['type'] === 'text') {
    draft.addText(textAt(block, 'text'), origin);
    draft.end('done');
  } else if (block['type'] === 'tool_use') {
    takeToolUse(draft, block, origin);
    draft.end('open');
  }
}

function takeToolUse(draft: SessionDraft, block: JsonObject, origin: StepOrigin): void {
  const [id, tool, input] = [textAt(block, 'id'), textAt(block, 'name'), objectAt(block, 'input')];
  if (id !== '' && draft.callOf(id) !== undefined) return;
  const call = readToolCall(tool, input);
  draft.addCall(id, call, origin);
  if (tool === 'TodoWrite') writeTodos(draft, input);
  if (tool === 'TaskCreate') rememberDescription(draft, id, textAt(input, 'description'));
  if (tool === 'TaskUpdate') updateTask(draft, input);
  if (call.action === 'agent') {
    const orders = textAt(input, 'prompt');
    draft.addSubagent(id, textAt(input, 'description') || orders, orders);
  }
  if (tool === 'ExitPlanMode') draft.addPlan(id, { text: textAt(input, 'plan'), approved: false });
  for (const question of call.action === 'question' ? objectsAt(input, 'questions') : []) {
    draft.addQuestion(id, readQuestion(question));
  }
  const answer = takeEarlyAnswer(draft, id);
  if (answer !== undefined) applyToolAnswer(draft, answer);
}

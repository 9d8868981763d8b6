import { isObject, type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../json-value.ts';
import type { SessionDraft, StepOrigin } from '../session-draft.ts';
import { countUnknown } from '../unknown-kinds.ts';
import { addResult, readPiCall, readUserCommand } from './tool-call.ts';

/** Roles that are not said by anybody: the vendor's prompt, and what extensions put in. */
const PASSED_OVER: ReadonlySet<string> = new Set(['system', 'custom', 'branchSummary', 'compactionSummary']);

/** Takes an entry with a message. */
export function takeMessage(draft: SessionDraft, record: JsonObject): boolean {
  const message = objectAt(record, 'message');
  const role = textAt(message, 'role');
  const origin = { time: textAt(record, 'timestamp'), source: textAt(record, 'id') };
  switch (role) {
    case 'user':
      draft.openTurn({ prompt: textOf(message), time: origin.time });
      return true;
    case 'assistant':
      takeAnswer(draft, message, origin);
      return true;
    case 'toolResult':
      takeResult(draft, message);
      return true;
    case 'bashExecution':
      draft.addCall(origin.source, readUserCommand(message), origin);
      return true;
    default:
      return PASSED_OVER.has(role);
  }
}

/** The words of a message: a text, or a list of blocks. */
function textOf(message: JsonObject): string {
  const { content } = message;
  if (typeof content === 'string') return content;
  const texts = (Array.isArray(content) ? content : []).filter(isObject).map(blockText);
  return texts.filter((text) => text !== '').join('\n');
}

function blockText(block: JsonObject): string {
  return block['type'] === 'image' ? '[image]' : textAt(block, 'text');
}

function takeAnswer(draft: SessionDraft, message: JsonObject, origin: StepOrigin): void {
  for (const block of objectsAt(message, 'content')) takeBlock(draft, block, origin);
  const { head } = draft.state;
  const model = textAt(message, 'model');
  if (model !== '') head.model = model;
  const usage = objectAt(message, 'usage');
  const used = ['input', 'cacheRead', 'cacheWrite'].reduce((sum, key) => sum + (numberAt(usage, key) ?? 0), 0);
  if (used > 0) head.contextTokens = used;
  endTurn(draft, message);
}

function takeBlock(draft: SessionDraft, block: JsonObject, origin: StepOrigin): void {
  const type = textAt(block, 'type');
  if (type === 'text') draft.addText(textAt(block, 'text'), origin);
  else if (type === 'toolCall') draft.addCall(textAt(block, 'id'), readPiCall(block), origin);
  else if (type !== 'thinking') countUnknown(draft.state.counts, block);
}

function takeResult(draft: SessionDraft, message: JsonObject): void {
  const call = draft.callOf(textAt(message, 'toolCallId'));
  if (call !== undefined) addResult(call, textOf(message), message['isError'] === true);
}

function endTurn(draft: SessionDraft, message: JsonObject): void {
  const reason = textAt(message, 'stopReason');
  if (reason === 'aborted') draft.end('interrupted');
  else if (reason === 'error') draft.end('api-error', textAt(message, 'errorMessage'));
  else draft.end(reason === 'toolUse' || reason === 'deferred' ? 'open' : 'done');
}

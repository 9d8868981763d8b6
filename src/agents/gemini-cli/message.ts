import type { DraftTurn } from '../draft-state.ts';
import { isObject, type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../json-value.ts';
import { keptText, LIMITS, spokenText } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { outputOf, readGeminiCall, readGeminiTodos } from './tool-call.ts';

const WINDOW = 1_048_576;
const INSERTED = /<(hook_context|session_context|system-reminder)>[\s\S]*?(?:<\/\1>|$)/g;
const SNAPSHOT = '<state_snapshot>';

/** Takes a message. The same id may come again with more in it: then the later one holds. */
export function takeMessage(draft: SessionDraft, message: JsonObject): boolean {
  const type = textAt(message, 'type');
  draft.noteTime(textAt(message, 'timestamp'));
  if (type === 'user') takeUser(draft, message);
  else if (type === 'gemini') takeAnswer(draft, message);
  else if (type === 'error') draft.end('api-error', contentText(message));
  else if (type === 'info') takeInfo(draft, contentText(message));
  else return type === 'warning';
  return true;
}

function takeUser(draft: SessionDraft, message: JsonObject): void {
  const id = textAt(message, 'id');
  const text = contentText(message).replace(INSERTED, '').trim();
  if (text.startsWith(SNAPSHOT)) {
    if (!draft.state.compactions.some((one) => one.text === keptText(text, LIMITS.compaction)))
      draft.addCompaction(text);
  } else if (draft.turnWith(id) === undefined && text !== '' && !text.startsWith('System: ')) {
    draft.openTurn({ prompt: text, time: textAt(message, 'timestamp') });
  }
  noteId(draft, id);
}

function takeAnswer(draft: SessionDraft, message: JsonObject): void {
  const [id, time] = [textAt(message, 'id'), textAt(message, 'timestamp')];
  const turn = holderOf(draft, id);
  const spoken = turn?.steps.find((step) => step.kind === 'text' && step.source === id);
  const text = contentText(message);
  if (spoken?.kind === 'text' && text.trim() !== '') spoken.text = keptText(spokenText(text), LIMITS.text);
  // A message of an earlier turn that comes again, with the whole context, has nothing new to add.
  if (turn !== undefined && turn !== draft.turn) return;
  if (spoken === undefined) draft.addText(text, { time, source: id });
  for (const call of objectsAt(message, 'toolCalls')) takeCall(draft, call, { time, source: id });
  noteUsage(draft, message);
  noteId(draft, id);
  const last = draft.turn?.steps.at(-1);
  draft.end(last?.kind === 'text' ? 'done' : 'open');
}

/** The turn that has a message, by its ids or by a step that came of it. */
function holderOf(draft: SessionDraft, id: string): DraftTurn | undefined {
  const has = (turn: DraftTurn) => turn.steps.some((step) => step.source === id);
  return draft.turnWith(id) ?? draft.state.turns.findLast(has);
}

function takeCall(draft: SessionDraft, record: JsonObject, origin: { time: string; source: string }): void {
  const id = textAt(record, 'id');
  const call = readGeminiCall(record);
  const known = draft.callOf(id);
  if (known !== undefined) Object.assign(known, call);
  else draft.addCall(id, call, origin);
  if (call.tool === 'write_todos' && call.result === 'ok') draft.setTodos(readGeminiTodos(objectAt(record, 'args')));
  if (call.action === 'agent') {
    if (known === undefined) draft.addSubagent(id, call.description ?? call.tool);
    const subagent = draft.subagentOf(id);
    if (subagent !== undefined && call.result === 'ok')
      subagent.result = keptText(outputOf(record), LIMITS.subagentResult);
  }
}

function noteUsage(draft: SessionDraft, message: JsonObject): void {
  const { head } = draft.state;
  const model = textAt(message, 'model');
  const tokens = numberAt(objectAt(message, 'tokens'), 'input');
  if (model !== '') head.model = model;
  if (tokens === undefined) return;
  head.contextTokens = tokens;
  head.contextWindow = WINDOW;
}

function takeInfo(draft: SessionDraft, text: string): void {
  if (/^Request cancelled/i.test(text)) draft.end('interrupted');
}

function noteId(draft: SessionDraft, id: string): void {
  if (id !== '' && draft.turnWith(id) === undefined) draft.anchor(id);
}

/** A text, one part, or a list of parts; calls and their responses are no words. */
function contentText(message: JsonObject): string {
  const content = message['displayContent'] ?? message['content'];
  if (typeof content === 'string') return content;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  return parts
    .map((part) => (typeof part === 'string' ? part : partText(part)))
    .filter((text) => text !== '')
    .join('\n');
}

function partText(part: unknown): string {
  if (!isObject(part) || part['thought'] === true) return '';
  return 'inlineData' in part || 'fileData' in part ? '[image]' : textAt(part, 'text');
}

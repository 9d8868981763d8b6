import { readGeminiCall, readGeminiTodos } from '../gemini-cli/tool-call.ts';
import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../json-value.ts';
import type { SessionDraft } from '../session-draft.ts';

/** Records of the client's own: measurements, who wrote which line, copies of files, commands that it carries out itself. */
export const OWN_RECORDS: ReadonlySet<string> = new Set([
  'ui_telemetry',
  'attribution_snapshot',
  'file_history_snapshot',
  'slash_command',
]);

const REMINDER = /<system-reminder>[\s\S]*?(?:<\/system-reminder>|$)/g;

interface QwenMemory {
  /** The id of the newest record. */
  last?: string;
}

/** Takes one record of a session of Qwen Code: Claude Code's envelope around the content of Gemini CLI. */
export function reduceQwen(draft: SessionDraft, record: JsonObject): boolean {
  const type = textAt(record, 'type');
  noteHead(draft, record);
  if (type === 'user') takeUser(draft, record);
  else if (type === 'assistant') takeAnswer(draft, record);
  else if (type === 'tool_result') takeResult(draft, record);
  else if (type !== 'system' || !takeSystem(draft, record)) return false;
  const id = textAt(record, 'uuid');
  (draft.state.own as QwenMemory).last = id;
  if (type !== 'system') draft.anchor(id);
  return true;
}

function noteHead(draft: SessionDraft, record: JsonObject): void {
  const { head } = draft.state;
  const [version, cwd, branch] = [textAt(record, 'version'), textAt(record, 'cwd'), textAt(record, 'gitBranch')];
  head.id = textAt(record, 'sessionId') || head.id;
  if (version !== '') head.agentVersion = version;
  if (cwd !== '') head.cwd = cwd;
  if (branch !== '') head.branch = branch;
  draft.noteTime(textAt(record, 'timestamp'));
}

function takeUser(draft: SessionDraft, record: JsonObject): void {
  const prompt = textOf(record).replace(REMINDER, '').trim();
  const provenance = textAt(record, 'provenance');
  if (prompt === '' || (provenance !== '' && provenance !== 'real_user')) return;
  rewindFor(draft, record['parentUuid']);
  draft.openTurn({ prompt, time: textAt(record, 'timestamp') });
}

/** A prompt that follows another record than the newest takes the place of all that came after that one. */
function rewindFor(draft: SessionDraft, parent: unknown): void {
  const { last } = draft.state.own as QwenMemory;
  if (last === undefined || parent === last) return;
  if (parent === null) draft.rewindTo(0);
  const turn = typeof parent === 'string' ? draft.turnWith(parent) : undefined;
  if (turn !== undefined) draft.rewindTo(turn.serial + 1);
}

function takeAnswer(draft: SessionDraft, record: JsonObject): void {
  const { head } = draft.state;
  const origin = { time: textAt(record, 'timestamp'), source: textAt(record, 'uuid') };
  const calls = partsOf(record)
    .map((part) => objectAt(part, 'functionCall'))
    .filter((call) => textAt(call, 'name') !== '');
  draft.addText(textOf(record), origin);
  for (const call of calls) {
    draft.addCall(textAt(call, 'id'), readGeminiCall({ name: call['name'], args: call['args'] }), origin);
    if (call['name'] === 'todo_write') draft.setTodos(readGeminiTodos(objectAt(call, 'args')));
  }
  const tokens = numberAt(objectAt(record, 'usageMetadata'), 'promptTokenCount');
  const model = textAt(record, 'model');
  if (tokens !== undefined) head.contextTokens = tokens;
  if (model !== '') head.model = model;
  draft.end(calls.length === 0 ? 'done' : 'open');
}

function takeResult(draft: SessionDraft, record: JsonObject): void {
  const outcome = objectAt(record, 'toolCallResult');
  for (const part of partsOf(record)) {
    const response = objectAt(part, 'functionResponse');
    const call = draft.callOf(textAt(response, 'id'));
    if (call === undefined) continue;
    const { result, exitCode, output } = readGeminiCall({
      name: response['name'],
      args: {},
      status: outcome['status'],
      result: [part],
    });
    call.result = result;
    if (exitCode !== undefined) call.exitCode = exitCode;
    if (output !== undefined) call.output = output;
  }
}

function takeSystem(draft: SessionDraft, record: JsonObject): boolean {
  const subtype = textAt(record, 'subtype');
  if (subtype !== 'chat_compression') return OWN_RECORDS.has(subtype);
  const payload = objectAt(record, 'systemPayload');
  const [summary = {}] = objectsAt(payload, 'compressedHistory');
  const words = objectsAt(summary, 'parts').map((part) => textAt(part, 'text'));
  if (words.join('').trim() !== '') draft.addCompaction(words.join('\n'));
  const tokens = numberAt(objectAt(payload, 'info'), 'newTokenCount');
  if (tokens !== undefined) draft.state.head.contextTokens = tokens;
  return true;
}

function partsOf(record: JsonObject): readonly JsonObject[] {
  return objectsAt(objectAt(record, 'message'), 'parts');
}

/** Thoughts are not said. */
function textOf(record: JsonObject): string {
  const said = partsOf(record).filter((part) => part['thought'] !== true);
  return said
    .map((part) => ('inlineData' in part ? '[image]' : textAt(part, 'text')))
    .filter((text) => text !== '')
    .join('\n');
}

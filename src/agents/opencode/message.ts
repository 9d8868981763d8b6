import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import type { SessionDraft, StepOrigin } from '../session-draft.ts';
import { countUnknown } from '../unknown-kinds.ts';
import { timeAt } from './time.ts';
import { outputOf, readOpenCodeCall, readTodos } from './tool-call.ts';

/** Parts that say nothing about the work: frames of a step, the agent's own snapshots, thoughts. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  'step-start',
  'step-finish',
  'snapshot',
  'patch',
  'reasoning',
  'retry',
  'agent',
  'subtask',
  'compaction',
]);

/** Takes a message with its parts. */
export function takeMessage(draft: SessionDraft, message: JsonObject): boolean {
  const info = objectAt(message, 'info');
  const parts = objectsAt(message, 'parts');
  const time = timeAt(objectAt(info, 'time'), 'created');
  draft.noteTime(time);
  if (info['role'] === 'user') takePrompt(draft, parts, time);
  else if (info['role'] === 'assistant') takeAnswer(draft, { info, parts }, time);
  else return false;
  return true;
}

function takePrompt(draft: SessionDraft, parts: readonly JsonObject[], time: string): void {
  const said = parts.map(promptPart).filter((text) => text !== '');
  // A compaction, and what was put in beside the user, is no prompt.
  if (said.length > 0) draft.openTurn({ prompt: withoutQuotes(said.join('\n')), time });
}

function promptPart(part: JsonObject): string {
  if (part['type'] === 'file') return '[file]';
  return part['type'] === 'text' && part['synthetic'] !== true ? textAt(part, 'text') : '';
}

/** `opencode run` puts the words of its command line into quotes. */
function withoutQuotes(text: string): string {
  return /^"([^"]*)"$/.exec(text)?.[1] ?? text;
}

interface Answer {
  readonly info: JsonObject;
  readonly parts: readonly JsonObject[];
}

function takeAnswer(draft: SessionDraft, { info, parts }: Answer, time: string): void {
  if (info['summary'] === true) {
    draft.addCompaction(textsOf(parts));
    return;
  }
  for (const part of parts) takePart(draft, part, { time, source: textAt(part, 'id') });
  noteUsage(draft, info);
  const ended = timeAt(objectAt(info, 'time'), 'completed');
  draft.noteTime(ended);
  end(draft, info, ended !== '');
}

function textsOf(parts: readonly JsonObject[]): string {
  const texts = parts.filter((part) => part['type'] === 'text').map((part) => textAt(part, 'text'));
  return texts.join('\n');
}

function takePart(draft: SessionDraft, part: JsonObject, origin: StepOrigin): void {
  const type = textAt(part, 'type');
  if (type === 'text') draft.addText(textAt(part, 'text'), origin);
  else if (type === 'tool') takeCall(draft, part, origin);
  else if (!PASSED_OVER.has(type)) countUnknown(draft.state.counts, part);
}

function takeCall(draft: SessionDraft, part: JsonObject, origin: StepOrigin): void {
  const id = textAt(part, 'callID');
  const call = readOpenCodeCall(part);
  draft.addCall(id, call, origin);
  const input = objectAt(objectAt(part, 'state'), 'input');
  if (call.tool === 'todowrite' && call.result === 'ok') draft.setTodos(readTodos(input));
  if (call.action !== 'agent') return;
  draft.addSubagent(id, call.description ?? call.tool);
  const subagent = draft.subagentOf(id);
  if (subagent !== undefined && call.result === 'ok') subagent.result = keptText(outputOf(part), LIMITS.subagentResult);
}

function noteUsage(draft: SessionDraft, info: JsonObject): void {
  const { head } = draft.state;
  const model = textAt(info, 'modelID');
  if (model !== '') head.model = model;
  const tokens = objectAt(info, 'tokens');
  const cache = objectAt(tokens, 'cache');
  const used = (numberAt(tokens, 'input') ?? 0) + (numberAt(cache, 'read') ?? 0) + (numberAt(cache, 'write') ?? 0);
  if (used > 0) head.contextTokens = used;
}

function end(draft: SessionDraft, info: JsonObject, isComplete: boolean): void {
  const error = objectAt(info, 'error');
  const name = textAt(error, 'name');
  if (name === 'MessageAbortedError') draft.end('interrupted');
  else if (name !== '') draft.end('api-error', textAt(objectAt(error, 'data'), 'message') || name);
  else draft.end(isComplete && info['finish'] !== 'tool-calls' ? 'done' : 'open');
}

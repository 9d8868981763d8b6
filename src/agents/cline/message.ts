import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../json-value.ts';
import type { SessionDraft, StepOrigin } from '../session-draft.ts';
import { countUnknown } from '../unknown-kinds.ts';
import { addResult, readClineCalls } from './tool-call.ts';

/** What plugins and hooks put in. */
const INSERTED = /<hook_context\b[^>]*>[\s\S]*?(?:<\/hook_context>|$)/g;
const TYPED = /^<user_input\b[^>]*>([\s\S]*?)(?:<\/user_input>|$)/;

export function takeMessage(draft: SessionDraft, message: JsonObject): boolean {
  const time = isoTime(message);
  draft.noteTime(time);
  const origin = { time, source: textAt(message, 'id') };
  const role = textAt(message, 'role');
  if (role === 'user') takeUser(draft, message, origin);
  else if (role === 'assistant') takeAnswer(draft, message, origin);
  else return role === 'system';
  return true;
}

function isoTime(message: JsonObject): string {
  const time = new Date(numberAt(message, 'ts') ?? NaN);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

function takeUser(draft: SessionDraft, message: JsonObject, origin: StepOrigin): void {
  const blocks = blocksOf(message);
  for (const block of blocks) {
    const type = textAt(block, 'type');
    if (type === 'tool_result') addResult(draft, block);
    else if (!['text', 'image', 'file'].includes(type)) countUnknown(draft.state.counts, block);
  }
  const said = blocks.map(promptText).filter((text) => text !== '');
  if (said.length > 0) draft.openTurn({ prompt: said.join('\n'), time: origin.time });
}

function blocksOf(message: JsonObject): readonly JsonObject[] {
  const { content } = message;
  return typeof content === 'string' ? [{ type: 'text', text: content }] : objectsAt(message, 'content');
}

function promptText(block: JsonObject): string {
  const type = textAt(block, 'type');
  if (type === 'image' || type === 'file') return `[${type}]`;
  const text = textAt(block, 'text').replace(INSERTED, '').trim();
  return type === 'text' ? (TYPED.exec(text)?.[1] ?? text).trim() : '';
}

function takeAnswer(draft: SessionDraft, message: JsonObject, origin: StepOrigin): void {
  const blocks = blocksOf(message);
  for (const block of blocks) takeBlock(draft, block, origin);
  const { head } = draft.state;
  const model = textAt(objectAt(message, 'modelInfo'), 'id');
  if (model !== '') head.model = model;
  const metrics = objectAt(message, 'metrics');
  const keys = ['inputTokens', 'cacheReadTokens', 'cacheWriteTokens'];
  const used = keys.reduce((sum, key) => sum + (numberAt(metrics, key) ?? 0), 0);
  if (used > 0) head.contextTokens = used;
  draft.end(blocks.some(({ type }) => type === 'tool_use') ? 'open' : 'done');
}

function takeBlock(draft: SessionDraft, block: JsonObject, origin: StepOrigin): void {
  const type = textAt(block, 'type');
  if (type === 'text') draft.addText(textAt(block, 'text'), origin);
  else if (type === 'tool_use') for (const { id, call } of readClineCalls(block)) draft.addCall(id, call, origin);
  else if (!/thinking|reasoning/.test(type)) countUnknown(draft.state.counts, block);
}

import { isObject, type JsonObject, objectAt, objectsAt, textAt } from '../json-value.ts';
import { keptOutput } from '../kept-output.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { forgetAnswers } from './background.ts';
import { memoryOf, type PendingPrompt } from './memory.ts';
import { applyNotification } from './notification.ts';
import { openQueued, takeFromQueue } from './queued.ts';
import { parentOf, rewindForPrompt } from './rewind.ts';
import { readToolAnswer, refusalWords } from './tool-answer.ts';
import { applyToolAnswer } from './tool-result.ts';
import { readUserText, type UserText } from './user-text.ts';

/** Takes a user record: a prompt, tools' results, or one of the client's own messages in a user's clothes. */
export function reduceUser(draft: SessionDraft, record: JsonObject): void {
  const message = objectAt(record, 'message');
  if (record['isCompactSummary'] === true) {
    forgetAnswers(draft);
    draft.addCompaction(contentText(message));
    return;
  }
  for (const block of objectsAt(message, 'content')) {
    if (block['type'] === 'tool_result') takeToolResult(draft, block, record);
  }
  if (record['isMeta'] === true) takeOrders(draft, contentText(message));
  else takeUserText(draft, contentText(message), record);
}

/** What the client says of itself begins with a tag. */
function takeOrders(draft: SessionDraft, text: string): void {
  const memory = memoryOf(draft);
  if (memory.pending === undefined || /^\s*(?:<(?!!)|\[)/.test(text)) return;
  memory.pending = { ...memory.pending, orders: keptText(text, LIMITS.orders) };
}

/** The client answers this command itself; what stands behind it is for the agent. */
const WITH_A_PROMPT = /^\/plan\s+\S+(?:\s+\S+){3}/;

/** The client has answered a command: nothing of it is for the agent, unless it has a prompt behind it. */
export function closePendingCommand(draft: SessionDraft): void {
  const memory = memoryOf(draft);
  if (!WITH_A_PROMPT.test(memory.pending?.prompt ?? '')) delete memory.pending;
}

/** Text that reached the session as a prompt, in a record of its own or from the queue. */
export function takeUserText(draft: SessionDraft, raw: string, record: JsonObject): void {
  const text = readUserText(raw);
  const opening = { time: textAt(record, 'timestamp'), parent: parentOf(record) };
  if (isFromPerson(record)) leaveQueue(draft, text);
  if (text.kind === 'prompt' && isFromPerson(record)) openTurn(draft, record, { prompt: text.prompt, ...opening });
  if (text.kind === 'command') memoryOf(draft).pending = { prompt: text.prompt, ...opening };
  if (text.kind === 'command-output') closePendingCommand(draft);
  if (text.kind === 'notification') applyNotification(draft, text.text);
  if (text.kind === 'shell') takeShellInput(draft, text.command, opening.time);
  if (text.kind === 'shell-output') takeShellOutput(draft, text.output);
  if (text.kind === 'interrupt') {
    openQueued(draft, opening.time);
    draft.end('interrupted');
  }
}

function leaveQueue(draft: SessionDraft, text: UserText): void {
  if (text.kind === 'prompt' || text.kind === 'command') takeFromQueue(draft, text.prompt);
  if (text.kind === 'shell') takeFromQueue(draft, text.command);
}

/** Makes a turn of the slash command that waits, now that the model answers it. */
export function openPendingCommand(draft: SessionDraft): void {
  const memory = memoryOf(draft);
  if (memory.pending === undefined) return;
  const { pending } = memory;
  delete memory.pending;
  rewindForPrompt(draft, pending.parent);
  draft.openTurn(pending);
}

function openTurn(draft: SessionDraft, record: JsonObject, opening: PendingPrompt): void {
  delete memoryOf(draft).pending;
  rewindForPrompt(draft, opening.parent);
  const turn = draft.openTurn(opening);
  if (record['permissionMode'] === 'plan') turn.planning = true;
  const plan = textAt(record, 'planContent');
  if (plan !== '') draft.addPlan('', { text: plan, approved: true });
}

/** Newer clients say who spoke; older ones leave it open, and then it was a person. */
function isFromPerson(record: JsonObject): boolean {
  const origin = textAt(objectAt(record, 'origin'), 'kind');
  return (origin === '' || origin === 'human') && textAt(record, 'promptSource') !== 'system';
}

function takeToolResult(draft: SessionDraft, block: JsonObject, record: JsonObject): void {
  const answer = readToolAnswer(block, record);
  applyToolAnswer(draft, answer);
  const words = refusalWords(answer);
  if (words === '') return;
  draft.end('interrupted');
  draft.openTurn({ prompt: words, time: textAt(record, 'timestamp') });
}

const SHELL_CALL = 'typed-shell';

function takeShellInput(draft: SessionDraft, command: string, time: string): void {
  const kept = keptText(command, LIMITS.command);
  const call = { tool: 'shell', action: 'command', paths: [], result: 'open', command: kept } as const;
  draft.addCall('', { ...call, description: 'typed by the user' }, { time, source: SHELL_CALL });
}

function takeShellOutput(draft: SessionDraft, output: string): void {
  const step = draft.turn?.steps.findLast((one) => one.source === SHELL_CALL);
  if (step?.kind !== 'tool') return;
  step.call.result = 'ok';
  if (output.trim() !== '') step.call.output = keptOutput(output);
}

/** The words of a message; pictures and documents are only named. */
export function contentText(message: JsonObject): string {
  const content = message['content'];
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .filter(isObject)
    .map((block) =>
      block['type'] === 'image' || block['type'] === 'document' ? `[${block['type']}]` : textOfBlock(block),
    )
    .filter((text) => text !== '')
    .join('\n');
}

function textOfBlock(block: JsonObject): string {
  return block['type'] === 'text' ? textAt(block, 'text') : '';
}

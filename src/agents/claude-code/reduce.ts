import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { reduceAssistant } from './assistant-record.ts';
import { noteContext } from './context-window.ts';
import { memoryOf } from './memory.ts';
import { applyNotification } from './notification.ts';
import { noteQueue, openQueued } from './queued.ts';
import { noteContinuation, noteLeaf, parentOf, shortId } from './rewind.ts';
import { noteProgress, reduceSidechain } from './sidechain.ts';
import { replaceTasks } from './tasks.ts';
import { closePendingCommand, contentText, reduceUser, takeUserText } from './user-record.ts';

/** Records of the client's own bookkeeping, and the vendor's prompts and schemas. */
export const PASSED_OVER: ReadonlySet<string> = new Set([
  'agent-color',
  'agent-name',
  'api-request',
  'api-request-blob',
  'api-request-shape',
  'atis-latch',
  'bridge-session',
  'content-replacement',
  'cost-state',
  'file-history-delta',
  'file-history-snapshot',
  'fork-context-ref',
  'isolation-latch',
  'mode',
  'permission-mode',
  'pr-link',
  'progress',
  'prompt_snapshot',
  'repl-mode',
  'summary',
  'tag',
  'tools-used',
  'worktree-state',
]);

/** Takes one record of a Claude Code transcript, any version from 2.0.74 on. */
export function reduceClaudeCode(draft: SessionDraft, record: JsonObject): boolean {
  const type = textAt(record, 'type');
  if (type === 'progress') {
    noteProgress(draft, record);
    noteLink(draft, record);
  }
  if (PASSED_OVER.has(type)) return true;
  if (type === 'user' || type === 'assistant' || type === 'system' || type === 'attachment') {
    reduceMessage(draft, record, type);
    return true;
  }
  return reduceAside(draft, record, type);
}

function reduceMessage(draft: SessionDraft, record: JsonObject, type: string): void {
  noteHead(draft, record);
  if (isSidechain(draft, record)) {
    reduceSidechain(draft, record);
    return;
  }
  noteContinuation(draft, parentOf(record));
  if (type === 'assistant') openQueued(draft, textAt(record, 'timestamp'));
  if (type === 'user') reduceUser(draft, record);
  else if (type === 'assistant') reduceAssistant(draft, record);
  else if (type === 'system') reduceSystem(draft, record);
  else reduceAttachment(draft, objectAt(record, 'attachment'), record);
  noteLink(draft, record);
}

/** The first message decides: a subagent's own file has nothing but sidechain records. */
function isSidechain(draft: SessionDraft, record: JsonObject): boolean {
  const memory = memoryOf(draft);
  memory.sidechain ??= record['isSidechain'] === true;
  return record['isSidechain'] === true && !memory.sidechain;
}

function noteHead(draft: SessionDraft, record: JsonObject): void {
  const { head } = draft.state;
  draft.noteTime(textAt(record, 'timestamp'));
  head.id = textAt(record, 'sessionId') || head.id;
  const [version, cwd, branch] = [textAt(record, 'version'), textAt(record, 'cwd'), textAt(record, 'gitBranch')];
  if (version !== '') head.agentVersion = version;
  if (cwd !== '') head.cwd ??= cwd;
  if (branch === 'HEAD') delete head.branch;
  else if (branch !== '') head.branch = branch;
}

function noteLink(draft: SessionDraft, record: JsonObject): void {
  const id = textAt(record, 'uuid');
  if (typeof record['parentUuid'] === 'string') memoryOf(draft).chained = true;
  if (id !== '') draft.anchor(shortId(id));
}

function reduceSystem(draft: SessionDraft, record: JsonObject): void {
  const subtype = textAt(record, 'subtype');
  if (subtype === 'compact_boundary') {
    const tokens = numberAt(objectAt(record, 'compactMetadata'), 'postTokens');
    if (tokens === undefined) delete draft.state.head.contextTokens;
    else noteContext(draft, tokens);
  }
  if (subtype === 'local_command') closePendingCommand(draft);
  if (subtype === 'away_summary') noteRecap(draft, textAt(record, 'content'));
  if (subtype === 'turn_duration' && draft.turn?.outcome === 'open') draft.end('done');
}

/** The client ends its recaps with how to switch them off. */
const ABOUT_RECAPS = /\s*\(disable recaps[^)]*\)\s*$/i;

function noteRecap({ turn }: SessionDraft, text: string): void {
  const recap = keptText(text.replace(ABOUT_RECAPS, ''), LIMITS.recap);
  if (turn !== undefined && recap !== '') turn.recap = recap;
}

function reduceAttachment(draft: SessionDraft, attachment: JsonObject, record: JsonObject): void {
  const type = textAt(attachment, 'type');
  if (type === 'task_reminder') replaceTasks(draft, objectsAt(attachment, 'content'));
  if (type === 'queued_command') {
    const said = { ...attachment, timestamp: record['timestamp'] };
    takeUserText(draft, contentText({ content: attachment['prompt'] }), said);
  }
}

function reduceAside(draft: SessionDraft, record: JsonObject, type: string): boolean {
  if (type === 'last-prompt') noteLeaf(draft, record);
  else if (type === 'queue-operation') noteQueued(draft, record);
  else if (type === 'custom-title') noteTitle(draft, textAt(record, 'customTitle'), 'user');
  else if (type === 'ai-title') noteTitle(draft, textAt(record, 'aiTitle'), 'agent');
  else if (type === 'relocated') draft.state.head.cwd = textAt(record, 'relocatedCwd') || draft.state.head.cwd || '';
  else return false;
  return true;
}

/** What ended after the last turn is reported to nobody; that it waits to be is all that is known of it. */
function noteQueued(draft: SessionDraft, record: JsonObject): void {
  noteQueue(draft, record);
  const text = textAt(record, 'content');
  if (text.startsWith('<task-notification>')) applyNotification(draft, text);
}

/** A name that the user chose is not replaced by one of the agent's. */
function noteTitle(draft: SessionDraft, title: string, by: 'user' | 'agent'): void {
  const memory = memoryOf(draft);
  if (title === '' || (by === 'agent' && memory.titled === true)) return;
  if (by === 'user') memory.titled = true;
  draft.state.head.title = keptText(title, LIMITS.description);
}

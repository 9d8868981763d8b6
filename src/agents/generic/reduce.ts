import type { Todo } from '../../core/session.ts';
import { type JsonObject, textAt } from '../json-value.ts';
import { keptText, LIMITS, shortened } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { type Role, readExportLine, readFlavor, readRoleLine } from './role-line.ts';

interface TextMemory {
  flavor?: string;
  role?: Role;
  fence?: string;
  /** The agent begins to speak anew. */
  fresh?: boolean;
  /** Empty lines that come before the next words. */
  blank?: number;
  /** The block whose check boxes make up the task list. */
  todosOf?: number;
  block?: number;
}

/** Takes one line of a text: a new speaker, or more of what the last one says. */
export function reduceText(draft: SessionDraft, record: JsonObject): boolean {
  const memory = draft.state.own as TextMemory;
  const line = textAt(record, 'line');
  const fenced = noteFence(memory, line);
  const flavor = fenced ? undefined : readFlavor(line);
  if (flavor !== undefined) memory.flavor ??= flavor;
  const speaker = fenced ? undefined : (readExportLine(line, memory.flavor, memory.role) ?? readRoleLine(line));
  if (speaker === undefined && !fenced && takeTitle(draft, line)) return true;
  if (speaker !== undefined) beginBlock(draft, memory, speaker.role);
  if (!fenced) noteTodo(draft, memory, line);
  append(draft, memory, speaker === undefined ? line : speaker.rest);
  return true;
}

/** A heading before anyone speaks names the session. */
function takeTitle(draft: SessionDraft, line: string): boolean {
  const title = draft.turn === undefined ? /^# (.+)$/.exec(line)?.[1] : undefined;
  if (title === undefined) return false;
  draft.state.head.title ??= keptText(title, LIMITS.description);
  return true;
}

/** Inside a fence, nothing means anything but itself. */
function noteFence(memory: TextMemory, line: string): boolean {
  const fence = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
  if (memory.fence === undefined) {
    if (fence !== undefined) memory.fence = fence;
    return fence !== undefined;
  }
  if (fence?.startsWith(memory.fence) === true && line.trim() === fence) delete memory.fence;
  return true;
}

function beginBlock(draft: SessionDraft, memory: TextMemory, role: Role): void {
  const goesOn = role === 'user' && memory.role === 'user' && draft.turn?.steps.length === 0;
  memory.block = (memory.block ?? 0) + 1;
  memory.role = role;
  memory.blank = 0;
  memory.fresh = role === 'agent';
  if (role === 'user' && !goesOn) draft.openTurn({ prompt: '' });
}

function append(draft: SessionDraft, memory: TextMemory, line: string): void {
  if (line.trim() === '') {
    memory.blank = (memory.blank ?? 0) + 1;
    return;
  }
  const turn = draft.turn ?? draft.openTurn({ prompt: '' });
  const gap = '\n'.repeat((memory.blank ?? 0) + 1);
  memory.blank = 0;
  if (memory.role === 'user') {
    turn.prompt = grown(turn.prompt, gap, line);
    return;
  }
  const last = turn.steps.at(-1);
  if (last?.kind === 'text' && memory.fresh !== true) last.text = grown(last.text, gap, line);
  else draft.addText(line, {});
  memory.fresh = false;
  draft.end('done');
}

function grown(text: string, gap: string, line: string): string {
  const more = text === '' ? line : `${text}${gap}${line}`;
  return more.length > LIMITS.text * 2 ? shortened(more, LIMITS.text) : more;
}

/** Check boxes are a task list; the newest block that has some replaces the list before. */
function noteTodo(draft: SessionDraft, memory: TextMemory, line: string): void {
  const box = /^\s*(?:[-*+]|\d+[.)])\s+\[([ xX~/-])\]\s+(.+)$/.exec(line);
  if (box === null) return;
  const block = memory.block ?? 0;
  const todo = { text: keptText(box[2] ?? '', LIMITS.todo), status: statusOf(box[1] ?? '') };
  if (memory.todosOf === block) draft.changeTodos([...draft.state.todos, todo]);
  else draft.setTodos([todo]);
  memory.todosOf = block;
}

function statusOf(mark: string): Todo['status'] {
  if (mark === ' ') return 'pending';
  return /x/i.test(mark) ? 'completed' : 'in_progress';
}

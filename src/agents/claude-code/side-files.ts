import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { defined } from '../../core/defined.ts';
import type { Session, Subagent, Todo } from '../../core/session.ts';
import { addLeftOut, boundTodos, type LeftOut, withoutKnown } from '../bound-todos.ts';
import { isObject, type JsonObject, objectAt, objectsAt, parseObject, textAt } from '../json-value.ts';
import { keptText, keptTodo, LIMITS } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import { endOf, namesIn, unlessAbsent } from '../transcript-files.ts';
import { waitingTurns } from './queued.ts';
import { addWork } from './sidechain.ts';
import { readTask } from './tasks.ts';
import { blocksText } from './tool-answer.ts';

const MAX_FILES = 200;
const MAX_TASKS = 1000;
const END_OF_SUBAGENT = 256 * 1024;

/** Adds the task files, which are newer than any record, and what subagents wrote into transcripts of their own. */
export async function addClaudeSideFiles(session: Session, draft: SessionDraft): Promise<Session> {
  if (session.transcript === undefined) return session;
  const turns = [...session.turns, ...waitingTurns(draft)];
  const beside = session.transcript.replace(/\.jsonl$/, '');
  const projects = dirname(dirname(session.transcript));
  const tasks = await taskFiles(join(dirname(projects), 'tasks', basename(beside)));
  const subagents = await subagentFiles(join(beside, 'subagents'));
  const { todosLeftOut = 0, ...rest } = session;
  const leftOut = { count: todosLeftOut, ids: draft.state.todosLeftOut?.ids ?? [] };
  return {
    ...rest,
    turns,
    ...mergeTasks(session.todos, tasks, leftOut),
    subagents: session.subagents.map((one, at) => {
      const file = subagents.get(draft.state.subagents[at]?.id ?? '');
      return {
        ...one,
        ...defined({
          result: one.result ?? file?.result,
          edited: one.edited ?? file?.edited,
          todos: one.todos ?? file?.todos,
          ...(one.result === undefined && file?.result === undefined ? wayOf(one, file) : {}),
        }),
      };
    }),
  };
}

async function taskFiles(directory: string): Promise<readonly Todo[]> {
  const names = (await namesIn(directory)).filter((name) => /^\d+\.json$/.test(name)).slice(0, MAX_TASKS);
  const texts = await Promise.all(names.map((name) => textOf(join(directory, name))));
  return texts
    .map(parseObject)
    .filter(isObject)
    .map(readTask)
    .filter((task) => task.text !== '')
    .map(keptTodo)
    .toSorted((a, b) => Number(a.id) - Number(b.id));
}

/** The client may take a file away at any time. */
function textOf(path: string): Promise<string> {
  return unlessAbsent(() => readFile(path, 'utf8'), '');
}

/** The list with what its files say, bounded anew: a task that had no room may be known from its file. */
function mergeTasks(
  todos: readonly Todo[],
  tasks: readonly Todo[],
  before: LeftOut,
): Pick<Session, 'todos' | 'todosLeftOut'> {
  const files = new Map(tasks.map((task) => [task.id, task]));
  const known = new Set(todos.map((todo) => todo.id));
  const merged = [...todos.map((todo) => files.get(todo.id) ?? todo), ...tasks.filter((task) => !known.has(task.id))];
  const { kept, leftOut } = boundTodos(merged);
  const { count } = addLeftOut(
    withoutKnown(before, (id) => files.has(id)),
    leftOut,
  );
  return { todos: kept, ...(count === 0 ? {} : { todosLeftOut: count }) };
}

type SubagentFile = Partial<Subagent>;

/** How far one has come that did not report. */
function wayOf(known: SubagentFile, file: SubagentFile = {}): SubagentFile {
  return defined({ read: file.read ?? known.read, ran: file.ran ?? known.ran, said: file.said ?? known.said });
}

/** By the id of the call that started each. Only the end of a transcript is read: the report stands there. */
async function subagentFiles(directory: string): Promise<ReadonlyMap<string, SubagentFile>> {
  const metas = (await namesIn(directory)).filter((name) => name.endsWith('.meta.json')).slice(-MAX_FILES);
  const entries = await Promise.all(
    metas.map(async (name) => {
      const meta = parseObject(await textOf(join(directory, name)));
      const file = await readSubagent(join(directory, name.replace(/\.meta\.json$/, '.jsonl')));
      return [meta === undefined ? '' : textAt(meta, 'toolUseId'), file] as const;
    }),
  );
  return new Map(entries);
}

async function readSubagent(path: string): Promise<SubagentFile> {
  const records = (await endOf(path, END_OF_SUBAGENT)).split('\n').map(parseObject).filter(isObject);
  // What it said before its last call was said on the way.
  const from = records.findLastIndex(hasCall) + 1;
  const report = records
    .slice(from)
    .map(reportOf)
    .findLast((text) => text !== '');
  const result = report === undefined ? undefined : keptText(report, LIMITS.subagentResult);
  return { ...addWork({}, records), ...defined({ result }) };
}

function hasCall(record: JsonObject): boolean {
  const blocks = objectsAt(objectAt(record, 'message'), 'content');
  return blocks.some((block) => block['type'] === 'tool_use' && textAt(block, 'name') !== HANDBACK);
}

const HANDBACK = 'SubagentHandback';

/** Newer subagents hand their report to a tool instead of saying it. */
function reportOf(record: JsonObject): string {
  if (record['type'] !== 'assistant') return '';
  const blocks = objectsAt(objectAt(record, 'message'), 'content');
  const handed = blocks.find((block) => textAt(block, 'name') === HANDBACK);
  if (handed !== undefined) return textAt(objectAt(handed, 'input'), 'message');
  return blocksText(blocks.filter((block) => block['type'] === 'text'));
}

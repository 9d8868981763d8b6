import { defined } from '../../core/defined.ts';
import { ownProperty } from '../../core/own-property.ts';
import type { Todo, ToolCall } from '../../core/session.ts';
import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import { isQuiet } from '../quiet-call.ts';
import { commandFields } from '../shell-reads.ts';

const ACTIONS: Readonly<Record<string, ToolCall['action']>> = {
  read: 'read',
  write: 'edit',
  edit: 'edit',
  multiedit: 'edit',
  patch: 'edit',
  apply_patch: 'edit',
  bash: 'command',
  glob: 'search',
  grep: 'search',
  list: 'search',
  codesearch: 'search',
  websearch: 'search',
  webfetch: 'search',
  todowrite: 'plan',
  todoread: 'plan',
  question: 'question',
  task: 'agent',
};

/** Reads a part that holds a call and, once there is one, its result. */
export function readOpenCodeCall(part: JsonObject): ToolCall {
  const [tool, state] = [textAt(part, 'tool'), objectAt(part, 'state')];
  const input = objectAt(state, 'input');
  const action = ownProperty(ACTIONS, tool) ?? 'other';
  const exit = action === 'command' ? numberAt(objectAt(state, 'metadata'), 'exit') : undefined;
  const result = resultOf(state, exit);
  const output = outputOf(part);
  const description = textAt(input, 'description') || textAt(input, 'pattern') || textAt(input, 'query');
  return {
    tool: keptText(tool, LIMITS.description),
    action,
    paths: pathsOf(input),
    result,
    ...commandFields(action === 'command' ? textAt(input, 'command') : '', textAt(input, 'workdir')),
    ...defined({
      lines: action === 'read' ? linesOf(input) : undefined,
      exitCode: exit,
      output: isQuiet({ tool, action, result }) || output === '' ? undefined : keptText(output, LIMITS.output),
      change: action === 'edit' ? changeOf(input) : undefined,
      description: description === '' ? undefined : keptText(description, LIMITS.description),
    }),
  };
}

export function outputOf(part: JsonObject): string {
  const state = objectAt(part, 'state');
  return textAt(state, 'output') || textAt(state, 'error');
}

/** A command that failed is completed too: its exit code tells. */
function resultOf(state: JsonObject, exit: number | undefined): ToolCall['result'] {
  const status = textAt(state, 'status');
  if (status === 'completed') return exit === undefined || exit === 0 ? 'ok' : 'failed';
  if (status !== 'error') return 'open';
  const error = textAt(state, 'error');
  if (/rejected permission|specified a rule which prevents/i.test(error)) return 'refused';
  return /aborted/i.test(error) ? 'interrupted' : 'failed';
}

/** The list that `todowrite` puts in place of the last. */
export function readTodos(record: JsonObject): readonly Todo[] {
  return objectsAt(record, 'todos')
    .filter((todo) => todo['status'] !== 'cancelled')
    .map((todo) => {
      const status = textAt(todo, 'status');
      const known = status === 'completed' || status === 'in_progress' ? status : 'pending';
      return { text: textAt(todo, 'content'), status: known };
    });
}

function pathsOf(input: JsonObject): readonly string[] {
  const path = textAt(input, 'filePath') || textAt(input, 'path');
  return path === '' ? [] : [keptText(path, LIMITS.path)];
}

function linesOf(input: JsonObject): string | undefined {
  const [offset, limit] = [numberAt(input, 'offset'), numberAt(input, 'limit')];
  if (offset === undefined || limit === undefined) return undefined;
  return `${offset}-${offset + limit - 1}`;
}

function changeOf(input: JsonObject): ToolCall['change'] {
  const added = textAt(input, 'newString') || textAt(input, 'content') || textAt(input, 'patchText');
  return { removed: keptText(textAt(input, 'oldString'), LIMITS.change), added: keptText(added, LIMITS.change) };
}

import { defined } from '../../core/defined.ts';
import { ownProperty } from '../../core/own-property.ts';
import type { Todo, ToolCall } from '../../core/session.ts';
import { type JsonObject, listAt, numberAt, objectAt, objectsAt, textAt } from '../json-value.ts';
import { keptOutput } from '../kept-output.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import { isQuiet } from '../quiet-call.ts';
import { commandFields } from '../shell-reads.ts';

const ACTIONS: Readonly<Record<string, ToolCall['action']>> = {
  read_file: 'read',
  read_many_files: 'read',
  write_file: 'edit',
  replace: 'edit',
  edit: 'edit',
  run_shell_command: 'command',
  glob: 'search',
  grep_search: 'search',
  search_file_content: 'search',
  list_directory: 'search',
  google_web_search: 'search',
  web_fetch: 'search',
  write_todos: 'plan',
  todo_write: 'plan',
  enter_plan_mode: 'plan',
  exit_plan_mode: 'plan',
  ask_user: 'question',
  codebase_investigator: 'agent',
  delegate_to_agent: 'agent',
  invoke_agent: 'agent',
};

/** Reads a tool call, which Gemini records together with its result. */
export function readGeminiCall(record: JsonObject): ToolCall {
  const [tool, args] = [textAt(record, 'name'), objectAt(record, 'args')];
  const action = ownProperty(ACTIONS, tool) ?? 'other';
  const whole = outputOf(record);
  const result = resultOf(textAt(record, 'status'), whole);
  const output = action === 'command' ? shellOutput(whole) : whole;
  const command = action === 'command' ? textAt(args, 'command') : '';
  const exit = action === 'command' ? /^Exit Code: (\d+)/m.exec(whole)?.[1] : undefined;
  const description = describe(args);
  return {
    tool: keptText(tool, LIMITS.description),
    action,
    paths: pathsOf(args),
    result: exit !== undefined && exit !== '0' ? 'failed' : result,
    ...commandFields(command, textAt(args, 'directory') || textAt(args, 'dir_path')),
    ...defined({
      lines: action === 'read' ? linesOf(args) : undefined,
      exitCode: exit === undefined ? undefined : Number(exit),
      output: isQuiet({ tool, action, result }) || output === '' ? undefined : keptOutput(output),
      change: action === 'edit' ? changeOf(args) : undefined,
      description: description === '' ? undefined : keptText(description, LIMITS.description),
    }),
  };
}

/** The list that `write_todos` puts in place of the last. */
export function readGeminiTodos(args: JsonObject): readonly Todo[] {
  return objectsAt(args, 'todos')
    .filter((todo) => todo['status'] !== 'cancelled')
    .map((todo) => {
      const status = textAt(todo, 'status');
      const known = status === 'completed' || status === 'in_progress' ? status : 'pending';
      return { text: textAt(todo, 'description') || textAt(todo, 'content'), status: known };
    });
}

/** A call is cancelled when the user said no to it, and when they stopped it. */
function resultOf(status: string, output: string): ToolCall['result'] {
  if (status === 'success') return 'ok';
  if (status === 'cancelled') return /did not allow|denied|rejected/i.test(output) ? 'refused' : 'interrupted';
  if (status !== 'error') return 'open';
  return /^Tool execution (?:for "[^"]*" )?denied by policy/.test(output) ? 'refused' : 'failed';
}

export function outputOf(record: JsonObject): string {
  return objectsAt(record, 'result')
    .map((part) => objectAt(objectAt(part, 'functionResponse'), 'response'))
    .map((response) => textAt(response, 'output') || textAt(response, 'error'))
    .filter((text) => text !== '')
    .join('\n');
}

/** What the command printed, out of a report that also names its directory, signal and process group. */
function shellOutput(report: string): string {
  const end = '\\n(?:Stderr|Error|Exit Code|Signal|Background PIDs|Process Group PGID): ';
  const printed = new RegExp(`(?:^|\\n)(?:Stdout|Output): ([\\s\\S]*?)(?=${end}|$)`).exec(report)?.[1] ?? report;
  return printed === '(empty)' ? '' : printed;
}

function pathsOf(args: JsonObject): readonly string[] {
  const one =
    textAt(args, 'file_path') || textAt(args, 'absolute_path') || textAt(args, 'dir_path') || textAt(args, 'path');
  const many = [...listAt(args, 'paths'), ...listAt(args, 'include')].filter((path) => typeof path === 'string');
  return [...(one === '' ? [] : [one]), ...many].slice(0, 50).map((path) => keptText(path, LIMITS.path));
}

function linesOf(args: JsonObject): string | undefined {
  const [offset, limit] = [numberAt(args, 'offset'), numberAt(args, 'limit')];
  if (offset === undefined || limit === undefined) return undefined;
  return `${offset + 1}-${offset + limit}`;
}

function changeOf(args: JsonObject): ToolCall['change'] {
  const added = textAt(args, 'new_string') || textAt(args, 'content');
  return { removed: keptText(textAt(args, 'old_string'), LIMITS.change), added: keptText(added, LIMITS.change) };
}

function describe(args: JsonObject): string {
  const key = ['description', 'instruction', 'objective', 'pattern', 'query', 'prompt'].find(
    (one) => textAt(args, one) !== '',
  );
  return key === undefined ? '' : textAt(args, key);
}

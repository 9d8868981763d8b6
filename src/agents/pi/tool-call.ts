import { defined } from '../../core/defined.ts';
import { ownProperty } from '../../core/own-property.ts';
import type { ToolCall } from '../../core/session.ts';
import type { DraftCall } from '../draft-state.ts';
import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../json-value.ts';
import { keptOutput } from '../kept-output.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import { isQuiet } from '../quiet-call.ts';
import { commandFields } from '../shell-reads.ts';

const ACTIONS: Readonly<Record<string, ToolCall['action']>> = {
  read: 'read',
  write: 'edit',
  edit: 'edit',
  bash: 'command',
  powershell: 'command',
  grep: 'search',
  find: 'search',
  ls: 'search',
  tool_search: 'search',
};

/** What Pi writes below the output of a command. */
const EXIT = /(?:\n+|^)Command exited with code (-?\d+)\s*$/;
const STOPPED = /(?:\n|^)Command aborted\s*$/;

/** Reads a call; its result comes in a message of its own. */
export function readPiCall(block: JsonObject): ToolCall {
  const [tool, input] = [textAt(block, 'name'), objectAt(block, 'arguments')];
  const action = ownProperty(ACTIONS, tool) ?? 'other';
  const description = textAt(input, 'description') || textAt(input, 'pattern') || textAt(input, 'query');
  const path = textAt(input, 'path');
  return {
    tool: keptText(tool, LIMITS.description),
    action,
    paths: path === '' ? [] : [keptText(path, LIMITS.path)],
    result: 'open',
    ...commandFields(action === 'command' ? textAt(input, 'command') : ''),
    ...defined({
      lines: action === 'read' ? linesOf(input) : undefined,
      change: action === 'edit' ? changeOf(input) : undefined,
      description: description === '' ? undefined : keptText(description, LIMITS.description),
    }),
  };
}

export function addResult(call: DraftCall, text: string, isError: boolean): void {
  const exit = call.action === 'command' ? EXIT.exec(text)?.[1] : undefined;
  call.result = isError ? 'failed' : 'ok';
  if (isError && STOPPED.test(text)) call.result = 'interrupted';
  if (call.action === 'command' && (exit !== undefined || !isError)) call.exitCode = Number(exit ?? 0);
  const output = keptOutput(text.replace(EXIT, ''));
  if (!isQuiet(call) && output !== '') call.output = output;
}

/** A command that the user ran with `!`. */
export function readUserCommand(message: JsonObject): ToolCall {
  const exit = numberAt(message, 'exitCode');
  const output = keptOutput(textAt(message, 'output'));
  const finished = exit === undefined || exit === 0 ? 'ok' : 'failed';
  return {
    tool: 'bash',
    action: 'command',
    paths: [],
    result: message['cancelled'] === true ? 'interrupted' : finished,
    ...commandFields(textAt(message, 'command')),
    ...defined({ exitCode: exit, output: output === '' ? undefined : output }),
  };
}

function linesOf(input: JsonObject): string | undefined {
  const [offset, limit] = [numberAt(input, 'offset'), numberAt(input, 'limit')];
  if (offset === undefined && limit === undefined) return undefined;
  const from = offset ?? 1;
  return `${from}-${limit === undefined ? '' : from + limit - 1}`;
}

function changeOf(input: JsonObject): ToolCall['change'] {
  const edits = objectsAt(input, 'edits');
  const join = (key: string) => edits.map((edit) => textAt(edit, key)).join('\n');
  return {
    removed: keptText(join('oldText'), LIMITS.change),
    added: keptText(edits.length === 0 ? textAt(input, 'content') : join('newText'), LIMITS.change),
  };
}

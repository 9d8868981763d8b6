import { defined } from '../core/defined.ts';
import type { ToolCall } from '../core/session.ts';
import type { DraftCall } from './draft-state.ts';
import { type JsonObject, numberAt, textAt } from './json-value.ts';
import { keptOutput } from './kept-output.ts';
import { keptText, LIMITS } from './kept-text.ts';
import { mcpArguments, mcpCommand } from './mcp-call.ts';
import { isQuiet } from './quiet-call.ts';
import { commandFields } from './shell-reads.ts';

/** Names under which agents pass what a tool works on. */
const PATHS = ['path', 'file_path', 'filePath'];
const OLD_TEXTS = ['old_str', 'old_string', 'oldString', 'old_text'];
const NEW_TEXTS = ['new_str', 'new_string', 'newString', 'new_text', 'file_text', 'content'];
const DESCRIPTIONS = ['description', 'pattern', 'query', 'prompt'];

/** A call as its arguments tell it, for agents that record its result apart from it. */
export function openCall(tool: string, known: ToolCall['action'], args: JsonObject): ToolCall {
  const shell = mcpCommand(tool, args);
  const action = shell === '' ? known : 'command';
  const path = firstOf(args, PATHS);
  const description = mcpArguments(tool, args) || firstOf(args, DESCRIPTIONS);
  const change = {
    removed: keptText(firstOf(args, OLD_TEXTS), LIMITS.change),
    added: keptText(firstOf(args, NEW_TEXTS), LIMITS.change),
  };
  return {
    tool: keptText(tool, LIMITS.description),
    action,
    paths: path === '' ? [] : [keptText(path, LIMITS.path)],
    result: 'open',
    ...commandFields(shell || (action === 'command' ? textAt(args, 'command') : '')),
    ...defined({
      lines: action === 'read' ? linesOf(args) : undefined,
      change: action === 'edit' ? change : undefined,
      description: description === '' ? undefined : keptText(description, LIMITS.description),
    }),
  };
}

/** What came of a call. */
interface CallOutcome {
  readonly result: ToolCall['result'];
  readonly exitCode?: number | undefined;
  readonly output: string;
}

/** Adds its result to a call; a command that ended with another code than 0 has failed. */
export function settleCall(call: DraftCall, { result, exitCode, output }: CallOutcome): void {
  call.result = result === 'ok' && exitCode !== undefined && exitCode !== 0 ? 'failed' : result;
  if (exitCode !== undefined) call.exitCode = exitCode;
  if (!isQuiet(call) && output.trim() !== '') call.output = keptOutput(output);
}

function firstOf(args: JsonObject, keys: readonly string[]): string {
  return keys.map((key) => textAt(args, key)).find((text) => text !== '') ?? '';
}

function linesOf(args: JsonObject): string | undefined {
  const range = args['view_range'];
  if (Array.isArray(range) && range.length === 2) return `${range[0]}-${range[1] === -1 ? '' : range[1]}`;
  const [offset, limit] = [numberAt(args, 'offset'), numberAt(args, 'limit')];
  return offset === undefined || limit === undefined ? undefined : `${offset}-${offset + limit - 1}`;
}

import { defined } from '../../core/defined.ts';
import { ownProperty } from '../../core/own-property.ts';
import type { ToolCall } from '../../core/session.ts';
import { type JsonObject, numberAt, objectsAt, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import { mcpArguments, mcpCommand } from '../mcp-call.ts';
import { commandFields } from '../shell-reads.ts';

const ACTIONS: Readonly<Record<string, ToolCall['action']>> = {
  Read: 'read',
  NotebookRead: 'read',
  Edit: 'edit',
  Write: 'edit',
  MultiEdit: 'edit',
  NotebookEdit: 'edit',
  Bash: 'command',
  PowerShell: 'command',
  Monitor: 'command',
  Glob: 'search',
  Grep: 'search',
  LS: 'search',
  LSP: 'search',
  WebSearch: 'search',
  WebFetch: 'search',
  ToolSearch: 'search',
  Agent: 'agent',
  Task: 'agent',
  TodoWrite: 'plan',
  TaskCreate: 'plan',
  TaskUpdate: 'plan',
  TaskList: 'plan',
  TaskGet: 'plan',
  EnterPlanMode: 'plan',
  ExitPlanMode: 'plan',
  AskUserQuestion: 'question',
};

/** Says what a `tool_use` block set out to do. */
export function readToolCall(tool: string, input: JsonObject): ToolCall {
  const shell = mcpCommand(tool, input);
  const action = shell === '' ? (ownProperty(ACTIONS, tool) ?? 'other') : 'command';
  const path = textAt(input, 'file_path') || textAt(input, 'notebook_path') || textAt(input, 'path');
  const command = shell || (action === 'command' ? textAt(input, 'command') : '');
  const description = mcpArguments(tool, input) || describe(input);
  return {
    tool: keptText(tool, LIMITS.description),
    action,
    paths: path === '' ? [] : [keptText(path, LIMITS.path)],
    result: 'open',
    ...commandFields(command),
    ...defined({
      lines: action === 'read' ? askedLines(input) : undefined,
      change: action === 'edit' ? readChange(input) : undefined,
      description: description === '' ? undefined : keptText(description, LIMITS.description),
    }),
  };
}

function describe(input: JsonObject): string {
  const first = ['subject', 'description', 'pattern', 'query', 'url', 'skill'].find((key) => textAt(input, key) !== '');
  return first === undefined ? '' : textAt(input, first);
}

function askedLines(input: JsonObject): string | undefined {
  const [offset, limit] = [numberAt(input, 'offset'), numberAt(input, 'limit')];
  if (offset === undefined && limit === undefined) return undefined;
  const from = Math.max(1, offset ?? 1);
  return limit === undefined ? `${from}-` : `${from}-${from + limit - 1}`;
}

function readChange(input: JsonObject): ToolCall['change'] {
  const edits = objectsAt(input, 'edits');
  const parts = edits.length > 0 ? edits : [input];
  const added = parts.map(
    (part) => textAt(part, 'new_string') || textAt(part, 'content') || textAt(part, 'new_source'),
  );
  const removed = parts.map((part) => textAt(part, 'old_string'));
  return {
    removed: keptText(removed.join('\n'), LIMITS.change),
    added: keptText(added.join('\n'), LIMITS.change),
  };
}

import { defined } from '../../core/defined.ts';
import { ownProperty } from '../../core/own-property.ts';
import type { ToolCall } from '../../core/session.ts';
import { type JsonObject, listAt, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import { mcpArguments, mcpCommand } from '../mcp-call.ts';
import { commandFields } from '../shell-reads.ts';
import { type FileEdit, hasPatch, readPatch } from './patch.ts';
import type { NestedCall } from './program.ts';

const SHELLS: readonly string[] = [
  'exec_command',
  'shell',
  'shell_command',
  'local_shell',
  'container.exec',
  'unified_exec',
];
const ACTIONS: Readonly<Record<string, ToolCall['action']>> = {
  apply_patch: 'edit',
  update_plan: 'plan',
  spawn_agent: 'agent',
  view_image: 'read',
  read_file: 'read',
  grep_files: 'search',
  list_dir: 'search',
  web_search: 'search',
  request_user_input: 'question',
};

/** Says what a call set out to do; a patch edits each of its files in a call of its own. */
export function readCalls(nested: NestedCall): readonly ToolCall[] {
  const patch = [nested.raw, textAt(nested.input, 'input'), commandIn(nested)].find(hasPatch);
  const edits = patch === undefined ? [] : readPatch(patch);
  return edits.length === 0 ? [readCall(nested)] : edits.map((edit) => editCall(nested.tool, edit));
}

export function editCall(tool: string, edit: FileEdit): ToolCall {
  return { tool: keptText(tool, LIMITS.description), action: 'edit', result: 'open', ...edit };
}

/** A command whose text cannot be told from the program that runs it is a call like any other. */
export function readCall(nested: NestedCall): ToolCall {
  const { tool, input } = nested;
  const command = commandIn(nested);
  const path = textAt(input, 'path') || textAt(input, 'file_path');
  const description =
    mcpArguments(tool, input) || textAt(input, 'justification') || textAt(input, 'message') || textAt(input, 'query');
  return {
    tool: keptText(tool, LIMITS.description),
    action: command === '' ? (ownProperty(ACTIONS, tool) ?? 'other') : 'command',
    paths: path === '' ? [] : [keptText(path, LIMITS.path)],
    result: 'open',
    ...commandFields(command, textAt(input, 'workdir')),
    ...defined({
      description: description === '' ? undefined : keptText(description, LIMITS.description),
    }),
  };
}

/** Whether a tool runs commands, or goes on with one. */
export function isShell(tool: string): boolean {
  return SHELLS.includes(tool) || tool === 'write_stdin';
}

function commandIn({ tool, input }: NestedCall): string {
  return SHELLS.includes(tool) ? commandOf(input) : mcpCommand(tool, input);
}

/** A command is a text or a list of words; a shell around it says nothing. */
export function commandOf(input: JsonObject): string {
  const plain = textAt(input, 'cmd') || textAt(input, 'command');
  if (plain !== '') return plain;
  const words = listAt(input, 'command').filter((word) => typeof word === 'string');
  const wrapped = /(?:^|\/)(?:ba|z|da|k)?sh$/.test(words[0] ?? '') && /^-\w*c$/.test(words[1] ?? '');
  return wrapped ? (words[2] ?? '') : words.join(' ');
}

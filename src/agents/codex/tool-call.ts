import { lookUp } from '../../core/look-up.ts';
import type { ToolCall } from '../../core/session.ts';
import { compact, type JsonObject, listAt, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import { hasPatch, readPatch } from './patch.ts';

const SHELLS: readonly string[] = [
  'exec_command',
  'shell',
  'shell_command',
  'local_shell',
  'container.exec',
  'unified_exec',
];
const ACTIONS: Readonly<Record<string, ToolCall['action']>> = {
  update_plan: 'plan',
  spawn_agent: 'agent',
  view_image: 'read',
  read_file: 'read',
  grep_files: 'search',
  list_dir: 'search',
  web_search: 'search',
  request_user_input: 'question',
};

/** Says what a call set out to do. `raw` is the text of a custom tool's input. */
export function readCall(tool: string, input: JsonObject, raw: string): ToolCall {
  const command = SHELLS.includes(tool) ? commandOf(input) : '';
  const patch = [raw, textAt(input, 'input'), command].find(hasPatch);
  if (patch !== undefined) return { tool, action: 'edit', result: 'open', ...readPatch(patch) };
  const path = textAt(input, 'path') || textAt(input, 'file_path');
  const description = textAt(input, 'justification') || textAt(input, 'message') || textAt(input, 'query');
  return {
    tool: keptText(tool, LIMITS.description),
    action: SHELLS.includes(tool) ? 'command' : (lookUp(ACTIONS, tool) ?? 'other'),
    paths: path === '' ? [] : [keptText(path, LIMITS.path)],
    result: 'open',
    ...compact({
      command: command === '' ? undefined : keptText(command, LIMITS.command),
      description: description === '' ? undefined : keptText(description, LIMITS.description),
    }),
  };
}

/** A command is a text or a list of words; a shell around it says nothing. */
export function commandOf(input: JsonObject): string {
  const plain = textAt(input, 'cmd') || textAt(input, 'command');
  if (plain !== '') return plain;
  const words = listAt(input, 'command').filter((word) => typeof word === 'string');
  const wrapped = /(?:^|\/)(?:ba|z|da|k)?sh$/.test(words[0] ?? '') && /^-\w*c$/.test(words[1] ?? '');
  return wrapped ? (words[2] ?? '') : words.join(' ');
}

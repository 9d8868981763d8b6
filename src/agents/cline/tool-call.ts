import { defined } from '../../core/defined.ts';
import { ownProperty } from '../../core/own-property.ts';
import type { ToolCall } from '../../core/session.ts';
import type { DraftCall } from '../draft-state.ts';
import { isObject, type JsonObject, listAt, objectAt, parseObject, textAt } from '../json-value.ts';
import { keptText, LIMITS } from '../kept-text.ts';
import { isQuiet } from '../quiet-call.ts';
import type { SessionDraft } from '../session-draft.ts';
import { commandFields } from '../shell-reads.ts';

const ACTIONS: Readonly<Record<string, ToolCall['action']>> = {
  read_files: 'read',
  editor: 'edit',
  apply_patch: 'edit',
  run_commands: 'command',
  search_codebase: 'search',
  fetch_web_content: 'search',
  ask_question: 'question',
  spawn_agent: 'agent',
};

/** What stands before the output of a command that failed. */
const EXIT = /^\[Command exited with code (-?\d+)\]\n?/;

/** The calls in a block: one that runs several commands is several. */
export function readClineCalls(block: JsonObject): readonly { readonly id: string; readonly call: ToolCall }[] {
  const [id, tool, input] = [textAt(block, 'id'), textAt(block, 'name'), objectAt(block, 'input')];
  const commands = commandsIn(input);
  if (tool !== 'run_commands' || commands.length === 0) return [{ id, call: readCall(tool, input) }];
  return commands.map((command, at) => ({
    id: partOf(id, at),
    call: { ...readCall(tool, {}), ...commandFields(command) },
  }));
}

/** Commands are texts, or objects that name a program and its arguments. */
function commandsIn(input: JsonObject): readonly string[] {
  return listAt(input, 'commands').map((one) =>
    isObject(one) ? [textAt(one, 'command'), ...listAt(one, 'args')].join(' ') : String(one),
  );
}

function partOf(id: string, at: number): string {
  return at === 0 ? id : `${id} ${at}`;
}

function readCall(tool: string, input: JsonObject): ToolCall {
  const action = ownProperty(ACTIONS, tool) ?? 'other';
  const description = textAt(input, 'query') || textAt(input, 'question') || textAt(input, 'task');
  return {
    tool: keptText(tool, LIMITS.description),
    action,
    paths: pathsIn(input),
    result: 'open',
    ...defined({
      change: action === 'edit' ? changeOf(input) : undefined,
      description: description === '' ? undefined : keptText(description, LIMITS.description),
    }),
  };
}

function pathsIn(input: JsonObject): readonly string[] {
  const many = [...listAt(input, 'files'), ...listAt(input, 'paths')].map((one) =>
    isObject(one) ? textAt(one, 'path') : String(one),
  );
  const all = [textAt(input, 'path'), ...many].filter((path) => path !== '');
  return all.slice(0, 50).map((path) => keptText(path, LIMITS.path));
}

function changeOf(input: JsonObject): ToolCall['change'] {
  return {
    removed: keptText(textAt(input, 'old_text'), LIMITS.change),
    added: keptText(textAt(input, 'new_text') || textAt(input, 'input'), LIMITS.change),
  };
}

/** Takes a result into its call; of several commands each has one of its own. */
export function addResult(draft: SessionDraft, block: JsonObject): void {
  const id = textAt(block, 'tool_use_id');
  resultsIn(block).forEach((result, at) => {
    const call = draft.callOf(partOf(id, at));
    if (call !== undefined) addOne(call, result, block['is_error'] === true);
  });
}

/** A list of reports, or one as an object, or as the text of one, or plain words. */
function resultsIn({ content }: JsonObject): readonly JsonObject[] {
  if (Array.isArray(content)) return content.filter(isObject);
  if (isObject(content)) return [content];
  const text = typeof content === 'string' ? content : '';
  return [parseObject(text) ?? { result: text }];
}

function addOne(call: DraftCall, result: JsonObject, isError: boolean): void {
  const whole = textAt(result, 'result') || textAt(result, 'text') || textAt(result, 'error');
  const exit = EXIT.exec(whole)?.[1];
  const failed = isError || result['success'] === false || textAt(result, 'error') !== '';
  call.result = failed ? 'failed' : 'ok';
  if (call.action === 'command' && (exit !== undefined || !failed)) call.exitCode = Number(exit ?? 0);
  const output = keptText(whole.replace(EXIT, ''), LIMITS.output);
  if (!isQuiet(call) && output !== '') call.output = output;
}

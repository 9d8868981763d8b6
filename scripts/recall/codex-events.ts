import { scriptCalls } from './codex-script.ts';
import { switchedBranch } from './commit-calls.ts';
import { patchText } from './paths-of.ts';
import {
  list,
  object,
  parseLines,
  type Raw,
  type RawCall,
  type RawEvent,
  type RawSession,
  string,
  textOf,
} from './raw-event.ts';

/** Reads a Codex rollout. */
export function codexEvents(text: string): RawSession {
  const records = parseLines(text);
  const calls = new Map<string, RawCall[]>();
  const events = records.flatMap((record) => {
    const payload = object(record['payload']);
    if (record['type'] === 'response_item') return itemEvents(payload, calls);
    return [];
  });
  const meta = object(records.find((record) => record['type'] === 'session_meta')?.['payload']);
  const made = events.map((event) => (event.kind === 'call' ? switchedBranch(event.call) : undefined));
  const branch = made.findLast((name) => name !== undefined) ?? string(object(meta['git'])['branch']);
  return { cwd: string(meta['cwd']), events, branch };
}

function itemEvents(item: Raw, calls: Map<string, RawCall[]>): RawEvent[] {
  switch (item['type']) {
    case 'message':
      return messageEvents(item);
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call': {
      const own = { tool: string(item['name']) || 'shell', input: inputOf(item) };
      const script = own.tool === 'exec' ? scriptCalls(string(own.input['patch'])) : [];
      const made = (script.length === 0 ? [own] : script).map(
        (one): RawCall => ({ ...one, output: '', failed: false, detail: {} }),
      );
      calls.set(string(item['call_id']), made);
      return made.map((call) => ({ kind: 'call', call }));
    }
    case 'function_call_output':
    case 'custom_tool_call_output': {
      for (const call of calls.get(string(item['call_id'])) ?? []) finish(call, item['output']);
      return [];
    }
    default:
      return [];
  }
}

function messageEvents(item: Raw): RawEvent[] {
  const text = textOf(item['content']).trim();
  if (item['role'] === 'assistant') return text === '' ? [] : [{ kind: 'assistant', text }];
  if (item['role'] !== 'user' || text === '' || /^(<\w+|# AGENTS\.md|\[vendor text)/.test(text)) return [];
  return [{ kind: 'user', text }];
}

function inputOf(item: Raw): Raw {
  if (typeof item['input'] === 'string') return { patch: item['input'] };
  try {
    return object(JSON.parse(string(item['arguments'])));
  } catch {
    return object(item['action']);
  }
}

function finish(call: RawCall, output: unknown): void {
  let text = typeof output === 'string' ? output : textOf(list(output)) || string(object(output)['content']);
  let code = /Process exited with code (-?\d+)|(?:Exit|exec error, exit) code: (-?\d+)|"exit_code":(-?\d+)/.exec(text);
  try {
    const parsed = object(JSON.parse(text));
    if (string(parsed['output']) !== '') text = string(parsed['output']);
    const exit = object(parsed['metadata'])['exit_code'];
    if (typeof exit === 'number') code = /(-?\d+)/.exec(String(exit));
  } catch {
    // Not JSON: the newer form, with the exit status in its header.
  }
  call.output = text.replace(/^[\s\S]*?\nOutput:\n/, '');
  call.failed = (code !== null && Number(code[1] ?? code[2] ?? code[3]) !== 0) || isRefusedPatch(call);
}

/** A patch that does not fit has no exit status. */
function isRefusedPatch(call: RawCall): boolean {
  return (
    patchText(call) !== '' &&
    /^(?:apply_patch verification failed|error: (?:failed to|invalid) |execution error: Io)/im.test(call.output) &&
    !call.output.includes('Success. Updated')
  );
}

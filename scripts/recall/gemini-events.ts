import { list, object, type Raw, type RawEvent, type RawSession, string, textOf } from './raw-event.ts';

/** Reads a Gemini CLI session: the messages of one JSON document, or a record a line. */
export function geminiEvents(records: readonly unknown[]): RawSession {
  const events = inUse(records.map(object)).flatMap((message): RawEvent[] => {
    if (message['type'] !== 'user' && message['type'] !== 'gemini') return [];
    const text = textOf(message['content'])
      .replace(/<(hook_context|session_context)>[\s\S]*?<\/\1>/g, '')
      .trim();
    const said: RawEvent[] = text === '' ? [] : [{ kind: message['type'] === 'user' ? 'user' : 'assistant', text }];
    return [...said, ...list(message['toolCalls']).map((call) => callEvent(object(call)))];
  });
  const head = records.map(object).find((record) => list(record['directories']).length > 0);
  return { cwd: string(list(head?.['directories'])[0]), events };
}

/** A message written again replaces the first, and going back takes those after away. */
function inUse(records: readonly Raw[]): Raw[] {
  const messages = new Map<string, Raw>();
  for (const [at, record] of records.entries()) {
    const back = string(record['$rewindTo']);
    if (back !== '') {
      const ids = [...messages.keys()];
      for (const id of ids.slice(Math.max(0, ids.indexOf(back)))) messages.delete(id);
    } else messages.set(string(record['id']) || `record ${at}`, record);
  }
  return [...messages.values()];
}

/** What a command printed stands between lines about it. */
const SHELL_OUTPUT = /^Command: [\s\S]*?\nOutput: ([\s\S]*?)\nError: /;

function callEvent(call: Raw): RawEvent {
  const responses = list(call['result']).map((part) => object(object(object(part)['functionResponse'])['response']));
  const output = responses.map((response) => string(response['output']) || string(response['error'])).join('\n');
  const exit = /Exit Code: (\d+)/.exec(output)?.[1];
  const failed = call['status'] !== 'success' || (exit !== undefined && exit !== '0');
  const reason = output.replace(
    /^(?:Command|Directory|Exit Code|Signal|Background PIDs|Process Group PGID): .*$/gm,
    '',
  );
  return {
    kind: 'call',
    call: {
      tool: string(call['name']),
      input: object(call['args']),
      output: failed ? reason : (SHELL_OUTPUT.exec(output)?.[1] ?? output),
      failed,
      detail: {},
    },
  };
}

import { list, object, type Raw, type RawEvent, type RawSession, string, textOf } from './raw-event.ts';

/** Reads a Gemini CLI session: one JSON document, or a message a line. */
export function geminiEvents(messages: readonly unknown[]): RawSession {
  const events = messages.flatMap((value): RawEvent[] => {
    const message = object(value);
    const text = textOf(message['content']).trim();
    const said: RawEvent[] = text === '' ? [] : [{ kind: message['type'] === 'user' ? 'user' : 'assistant', text }];
    if (message['type'] !== 'user' && message['type'] !== 'gemini') return [];
    return [...said, ...list(message['toolCalls']).map((call) => callEvent(object(call)))];
  });
  return { cwd: '', events };
}

function callEvent(call: Raw): RawEvent {
  const responses = list(call['result']).map((part) => object(object(object(part)['functionResponse'])['response']));
  const output = responses.map((response) => string(response['output']) || string(response['error'])).join('\n');
  const exit = /Exit Code: (\d+)/.exec(output)?.[1];
  const failed = call['status'] === 'error' || (exit !== undefined && exit !== '0');
  return {
    kind: 'call',
    call: { tool: string(call['name']), input: object(call['args']), output, failed, detail: {} },
  };
}

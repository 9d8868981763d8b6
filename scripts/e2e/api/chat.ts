import { randomUUID } from 'node:crypto';
import { type Dialect, type Reply, textsIn } from './reply.ts';

/** The Chat Completions API, which most agents speak to models of others. */
export const chat: Dialect = {
  matches: (path) => path.endsWith('/chat/completions'),
  read: (body) => {
    const messages = Array.isArray(body['messages']) ? body['messages'] : [];
    return {
      text: textsIn(messages).join('\n'),
      last: textsIn(messages.at(-1)).join('\n'),
      hasTools: Array.isArray(body['tools']) && body['tools'].length > 0,
      streamed: body['stream'] === true,
    };
  },
  write: (reply, { streamed }) => {
    const base = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model: 'fake-1' };
    const message = messageOf(reply);
    const finish_reason = message.tool_calls.length > 0 ? 'tool_calls' : 'stop';
    const usage = usageOf(reply);
    if (!streamed) {
      const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }];
      return { type: 'application/json', body: JSON.stringify({ ...base, object: 'chat.completion', choices, usage }) };
    }
    const chunk = (more: object) =>
      `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', ...more })}\n\n`;
    const delta = (value: object, reason: string | null) =>
      chunk({ choices: [{ index: 0, delta: value, finish_reason: reason }] });
    const body = [
      delta({ role: 'assistant', content: message.content }, null),
      ...message.tool_calls.map((call) => delta({ tool_calls: [call] }, null)),
      delta({}, finish_reason),
      chunk({ choices: [], usage }),
      'data: [DONE]\n\n',
    ];
    return { type: 'text/event-stream', body: body.join('') };
  },
};

function messageOf({ text = '', tools = [] }: Reply) {
  const tool_calls = tools.map(({ name, input }, index) => ({
    index,
    id: `call_${randomUUID()}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  return { content: text, tool_calls };
}

function usageOf({ tokens = 1000 }: Reply) {
  return { prompt_tokens: tokens, completion_tokens: 20, total_tokens: tokens + 20 };
}

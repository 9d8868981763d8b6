import { randomUUID } from 'node:crypto';
import { type Dialect, event, type Reply, textsIn } from './reply.ts';

/** The Responses API, as far as Codex uses it. */
export const openai: Dialect = {
  matches: (path) => path.endsWith('/responses'),
  read: (body) => {
    const input = Array.isArray(body['input']) ? body['input'] : [body['input']];
    return {
      text: textsIn([body['instructions'], input]).join('\n'),
      last: textsIn(input.at(-1)).join('\n'),
      hasTools: Array.isArray(body['tools']) && body['tools'].length > 0,
      streamed: body['stream'] === true,
    };
  },
  write: (reply, { streamed }) => {
    const response = responseOf(reply);
    if (!streamed) return { type: 'application/json', body: JSON.stringify(response) };
    const items = response.output.map((item, output_index) => itemEvents(item, output_index)).join('');
    const begun = { ...response, status: 'in_progress', output: [], usage: null };
    return {
      type: 'text/event-stream',
      body: `${event('response.created', { response: begun })}${items}${event('response.completed', { response })}`,
    };
  },
};

function responseOf(reply: Reply) {
  const text = reply.text ?? '';
  const said = { type: 'message', id: `msg_${randomUUID()}`, role: 'assistant', status: 'completed' };
  const output = [
    ...(text === '' ? [] : [{ ...said, content: [{ type: 'output_text', text, annotations: [] }] }]),
    ...(reply.tools ?? []).map(({ name, input, namespace }) => ({
      type: 'function_call',
      id: `fc_${randomUUID()}`,
      call_id: `call_${randomUUID()}`,
      name,
      ...(namespace === undefined ? {} : { namespace }),
      arguments: JSON.stringify(input),
      status: 'completed',
    })),
  ];
  const input_tokens = reply.tokens ?? 1000;
  return {
    id: `resp_${randomUUID()}`,
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status: 'completed',
    output,
    usage: {
      input_tokens,
      output_tokens: 20,
      total_tokens: input_tokens + 20,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  };
}

function itemEvents(item: object, output_index: number): string {
  return (
    event('response.output_item.added', { output_index, item: { ...item, status: 'in_progress' } }) +
    event('response.output_item.done', { output_index, item })
  );
}

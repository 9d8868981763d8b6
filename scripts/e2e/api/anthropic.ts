import { randomUUID } from 'node:crypto';
import { type Dialect, event, type Reply, textsIn } from './reply.ts';

/** The Messages API, as far as Claude Code uses it. */
export const anthropic: Dialect = {
  matches: (path) => path.endsWith('/v1/messages'),
  read: (body) => {
    const messages = Array.isArray(body['messages']) ? body['messages'] : [];
    const users = messages.filter((message) => message?.role === 'user');
    return {
      text: textsIn([body['system'], messages]).join('\n'),
      last: textsIn(users.at(-1)?.content).join('\n'),
      hasTools: Array.isArray(body['tools']) && body['tools'].length > 0,
      streamed: body['stream'] === true,
    };
  },
  write: (reply, { streamed }) => {
    const message = messageOf(reply);
    if (!streamed) return { type: 'application/json', body: JSON.stringify(message) };
    const begin = event('message_start', { message: { ...message, content: [], stop_reason: null } });
    const end = event('message_delta', {
      delta: { stop_reason: message.stop_reason, stop_sequence: null },
      usage: message.usage,
    });
    const blocks = message.content.map(blockEvents).join('');
    return { type: 'text/event-stream', body: `${begin}${blocks}${end}${event('message_stop', {})}` };
  },
};

type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object };

function messageOf(reply: Reply) {
  const content: Block[] = [
    ...(reply.text === undefined ? [] : [{ type: 'text' as const, text: reply.text }]),
    ...(reply.tools ?? []).map(({ name, input }) => ({
      type: 'tool_use' as const,
      id: `toolu_${randomUUID()}`,
      name,
      input,
    })),
  ];
  return {
    id: `msg_${randomUUID()}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5-5',
    content,
    stop_reason: (reply.tools ?? []).length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens: reply.tokens ?? 1000,
      output_tokens: 20,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  };
}

function blockEvents(block: Block, index: number): string {
  const [empty, delta] =
    block.type === 'text'
      ? [
          { ...block, text: '' },
          { type: 'text_delta', text: block.text },
        ]
      : [
          { ...block, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
        ];
  return (
    event('content_block_start', { index, content_block: empty }) +
    event('content_block_delta', { index, delta }) +
    event('content_block_stop', { index })
  );
}

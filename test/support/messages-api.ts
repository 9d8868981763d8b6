import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server saw it. */
export interface SeenRequest {
  readonly headers: IncomingMessage['headers'];
  readonly url: string;
  readonly body: {
    readonly model: string;
    readonly stream: boolean;
    readonly system: readonly { readonly text: string; readonly cache_control?: unknown }[];
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly output_config?: { readonly format?: { readonly type?: string } };
  };
}

export type Reply = (response: ServerResponse) => void;

/** Speaks the Messages API on loopback: one reply per request, in order, the last one again and again. */
export async function withMessagesApi(
  replies: readonly Reply[],
  use: (baseUrl: string, seen: readonly SeenRequest[]) => Promise<void>,
): Promise<void> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      seen.push({ headers: request.headers, url: request.url ?? '', body: JSON.parse(body) });
      replies[Math.min(seen.length, replies.length) - 1]?.(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** A whole streamed answer. */
export function streamed(text: string, stopReason = 'end_turn'): Reply {
  return (response) => {
    begin(response);
    for (let at = 0; at < text.length; at += 40) event(response, delta(text.slice(at, at + 40)));
    event(response, { type: 'content_block_stop', index: 0 });
    event(response, {
      type: 'message_delta',
      delta: { stop_reason: stopReason, stop_sequence: null },
      usage: { output_tokens: 9 },
    });
    event(response, { type: 'message_stop' });
    response.end();
  };
}

/** A stream that ends in the middle: closed politely, or torn off. */
export function broken(text: string, how: 'ended' | 'torn'): Reply {
  return (response) => {
    begin(response);
    event(response, delta(text));
    if (how === 'ended') response.end();
    else setImmediate(() => response.destroy());
  };
}

/** An error of the API, in its own form. */
export function failing(status: number, type: string): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ type: 'error', error: { type, message: `${type} for a test` } }));
  };
}

/** An error that comes after the stream has begun. */
export function failingMidway(type: string): Reply {
  return (response) => {
    begin(response);
    event(response, { type: 'error', error: { type, message: `${type} for a test` } });
    response.end();
  };
}

/** Answers nothing at all. */
export const silent: Reply = () => {};

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
  };
  event(response, { type: 'message_start', message: { ...message, usage: { input_tokens: 9, output_tokens: 1 } } });
  event(response, { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
}

function delta(text: string): Readonly<Record<string, unknown>> {
  return { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } };
}

function event(response: ServerResponse, data: Readonly<Record<string, unknown>>): void {
  response.write(`event: ${data['type']}\ndata: ${JSON.stringify(data)}\n\n`);
}

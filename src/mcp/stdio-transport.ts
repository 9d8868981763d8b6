import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { defined } from '../core/defined.ts';
import { describeError } from '../core/failure.ts';
import type { World } from '../core/world.ts';
import { messageLines } from './message-lines.ts';

// Room for any argument that a client may send by mistake, so that it gets an answer.
const MAX_MESSAGE_LENGTH = 32 * 1024 * 1024;

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INVALID_PARAMS = -32_602;

/** How the protocol is read. */
interface Protocol {
  /** Reads a message that was parsed as JSON; throws when it is none. */
  readMessage(value: unknown): JSONRPCMessage;
  /** What is wrong with a request's parameters; the SDK calls that an error of its own. */
  wrongParameters(message: JSONRPCMessage): string | undefined;
}

/**
 * Speaks the protocol on standard input and output, a message a line. The SDK's own transport drops the connection at a long
 * message, leaves what is no JSON without an answer and does not notice the end of its input; here the end lets running calls
 * answer first.
 */
export function stdioTransport(world: World, protocol: Protocol): Transport {
  const running = new Set<RequestId>();
  let whenIdle: (() => void) | undefined;

  const settle = (id: RequestId) => {
    running.delete(id);
    if (running.size === 0) whenIdle?.();
  };
  const write = (message: object) => void world.stdout.write(`${JSON.stringify(message)}\n`);

  const receive = (line: string) => {
    const parsed = parseMessage(line, protocol);
    if ('refused' in parsed) return write(parsed.refused);
    const { message } = parsed;
    if ('method' in message && 'id' in message) running.add(message.id);
    // The SDK does not answer what was taken back.
    const cancelled = cancelledId(message);
    if (cancelled !== undefined) settle(cancelled);
    transport.onmessage?.(message);
  };

  const readAll = async () => {
    for await (const line of messageLines(world.stdin, MAX_MESSAGE_LENGTH)) {
      if (line === undefined) write(refusal(INVALID_REQUEST, `the message is longer than ${MAX_MESSAGE_LENGTH} bytes`));
      else if (line.trim() !== '') receive(line);
    }
    if (running.size > 0) await new Promise<void>((resolve) => (whenIdle = resolve));
    transport.onclose?.();
  };

  const transport: Transport = {
    start: async () => {
      readAll().catch((error) => {
        transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
        transport.onclose?.();
      });
    },
    send: async (message) => {
      write(message);
      if (!('method' in message) && message.id !== undefined) settle(message.id);
    },
    close: async () => transport.onclose?.(),
  };
  return transport;
}

/** The message of a line, or the answer that refuses it. */
function parseMessage(
  line: string,
  { readMessage, wrongParameters }: Protocol,
): { readonly message: JSONRPCMessage } | { readonly refused: object } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { refused: refusal(PARSE_ERROR, `the message is not JSON: ${describeError(error)}`) };
  }
  let message: JSONRPCMessage;
  try {
    message = readMessage(value);
  } catch {
    const words = 'the message is not a request, notification or response of JSON-RPC 2.0';
    return { refused: refusal(INVALID_REQUEST, words, idOf(value)) };
  }
  const wrong = wrongParameters(message);
  return wrong === undefined ? { message } : { refused: refusal(INVALID_PARAMS, wrong, idOf(value)) };
}

function refusal(code: number, message: string, id?: RequestId): object {
  return defined({ jsonrpc: '2.0', id, error: { code, message } });
}

function idOf(value: unknown): RequestId | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

function cancelledId(message: JSONRPCMessage): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

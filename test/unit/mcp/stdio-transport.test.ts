import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import * as assert from 'uvu/assert';
import { messageLines } from '../../../src/mcp/message-lines.ts';
import { stdioTransport } from '../../../src/mcp/stdio-transport.ts';
import { fixedWorld } from '../../support/fixed-world.ts';
import { describe } from '../../support/suite.ts';

async function* chunksOf(...chunks: string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk, 'latin1');
}

async function linesOf(longest: number, ...chunks: string[]): Promise<(string | undefined)[]> {
  const lines: (string | undefined)[] = [];
  for await (const line of messageLines(chunksOf(...chunks), longest)) lines.push(line);
  return lines;
}

describe('messages on standard input', (it) => {
  it('are lines, wherever the chunks are cut', async () => {
    assert.equal(await linesOf(100, 'one\ntw', 'o', '\n', '\nthree'), ['one', 'two', '']);
    assert.equal(await linesOf(100, 'caf\u00c3', '\u00a9\n'), ['café']);
  });

  it('are passed over when they are too long, without losing the next one', async () => {
    assert.equal(await linesOf(4, '12345\n1234\n', '123', '45', '6\nok\n'), [undefined, '1234', undefined, 'ok']);
  });
});

/** Runs the transport over some lines with a server that answers with `answer`. */
async function converse(lines: readonly object[], answer: (message: JSONRPCMessage) => object | undefined) {
  const world = fixedWorld('/', { stdin: chunksOf(...lines.map((line) => `${JSON.stringify(line)}\n`)) });
  const transport = stdioTransport(world, {
    readMessage: (value) => value as JSONRPCMessage,
    wrongParameters: () => undefined,
  });
  const closed = new Promise<void>((resolve) => (transport.onclose = resolve));
  transport.onmessage = (message) => {
    const reply = answer(message);
    if (reply !== undefined) setTimeout(() => void transport.send(reply as JSONRPCMessage), 5);
  };
  await transport.start();
  await closed;
  return world.written.stdout;
}

describe('the end of standard input', (it) => {
  it('waits for the answer to every request', async () => {
    const output = await converse([{ jsonrpc: '2.0', id: 1, method: 'slow' }], () => ({
      jsonrpc: '2.0',
      id: 1,
      result: {},
    }));
    assert.is(output, '{"jsonrpc":"2.0","id":1,"result":{}}\n');
  });

  it('does not wait for notifications, nor for a request that was taken back', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } };
    const output = await converse([{ jsonrpc: '2.0', id: 2, method: 'slow' }, cancel], () => undefined);
    assert.is(output, '');
  });
});

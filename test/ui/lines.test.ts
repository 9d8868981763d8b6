import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as assert from 'uvu/assert';
import { Failure } from '../../src/core/failure.ts';
import { sendFailure, sendLines } from '../../src/ui/server/send.ts';
import { describe } from '../support/suite.ts';

/** Serves values as lines, as the server of the page does. */
async function withLines(values: () => AsyncIterable<unknown>, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((_, response) => {
    sendLines(response, values()).catch((error: unknown) => sendFailure(response, error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('an answer in lines', (it) => {
  it('ends with what went wrong after it had begun', () =>
    withLines(
      async function* () {
        yield { rows: [1] };
        throw new Failure('fatal', 'the disk is gone', { hint: 'Find it.' });
      },
      async (url) => {
        const answer = await fetch(url);
        assert.is(answer.status, 200);
        const failure = { error: { kind: 'fatal', message: 'the disk is gone', hint: 'Find it.' } };
        assert.is(await answer.text(), `{"rows":[1]}\n${JSON.stringify(failure)}\n`);
      },
    ));

  it('is a failure where nothing had been sent', () =>
    withLines(
      // biome-ignore lint/correctness/useYield: it fails before the first value
      async function* () {
        throw new Failure('no', 'not now');
      },
      async (url) => assert.is((await fetch(url)).status, 409),
    ));

  it('stops when nobody reads on', async () => {
    let stopped: () => void = () => {};
    const end = new Promise<void>((resolve) => (stopped = resolve));
    async function* endless() {
      try {
        for (;;) yield 'x'.repeat(100_000);
      } finally {
        stopped();
      }
    }
    await withLines(endless, async (url) => {
      const reader = (await fetch(url)).body?.getReader();
      await reader?.read();
      await reader?.cancel();
      await end;
    });
  });
});

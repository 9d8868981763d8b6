import { get, request } from 'node:http';
import * as assert from 'uvu/assert';
import { withServer } from '../support/browser.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

const IDLE_MS = 1000;

/** Listens as a page does; answers how to close it. */
function openEvents(url: string): Promise<() => void> {
  const { port, searchParams } = new URL(url);
  return new Promise((resolve, reject) => {
    const path = `/api/events?token=${searchParams.get('token')}`;
    const listening = get({ host: '127.0.0.1', port, path }, (response) => {
      response.on('error', () => undefined);
      response.once('data', () => resolve(() => listening.destroy()));
    });
    listening.on('error', reject);
  });
}

describe('the server of a page that was closed', (it) => {
  it('stays while another page is open, and ends after the last one', () =>
    withRepo(async (repo) => {
      await withServer(
        repo,
        async ({ url, closed }) => {
          const closeFirst = await openEvents(url);
          closeFirst();
          const closeSecond = await openEvents(url);
          const longer = new Promise((resolve) => setTimeout(() => resolve('open'), 2 * IDLE_MS));
          assert.is(await Promise.race([closed.then(() => 'ended'), longer]), 'open', 'a reload is no farewell');
          closeSecond();
          await closed;
        },
        { idleMs: IDLE_MS },
      );
    }));

  it('is reached through a forwarded port', () =>
    withRepo(async (repo) => {
      await withServer(repo, async ({ url }) => {
        const { port, searchParams } = new URL(url);
        const host = 'localhost:9999';
        const ask = (path: string, more: Record<string, string>, method = 'GET') =>
          new Promise<number>((resolve, reject) => {
            const headers = { host, 'git-checkpoint-token': searchParams.get('token') ?? '', ...more };
            const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
              response.resume().on('end', () => resolve(response.statusCode ?? 0));
            });
            sent.on('error', reject).end(method === 'POST' ? '{}' : undefined);
          });
        assert.is(await ask('/', {}), 200);
        assert.is(await ask('/api/overview', {}), 200);
        assert.is(await ask('/api/save', { origin: `http://${host}` }, 'POST'), 200);
        assert.is(await ask('/api/save', { origin: `http://localhost:${port}` }, 'POST'), 403);
      });
    }));
});

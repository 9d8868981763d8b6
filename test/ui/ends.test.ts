import { get, request } from 'node:http';
import * as assert from 'uvu/assert';
import { withServer } from '../support/browser.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

const IDLE_MS = 1000;

/** Listens as a page does; answers how to close it. */
function openEvents(url: string): Promise<() => void> {
  const { port, searchParams } = new URL(url);
  const cookie = `git-checkpoint-${port}=${searchParams.get('token')}`;
  return new Promise((resolve, reject) => {
    const listening = get({ host: '127.0.0.1', port, path: '/api/events', headers: { cookie } }, (response) => {
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
        const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
          new Promise<{ status: number; cookie: string }>((resolve, reject) => {
            const sent = request(
              { host: '127.0.0.1', port, path, method, headers: { host, ...headers } },
              (response) => {
                const [set = ''] = response.headers['set-cookie'] ?? [];
                response
                  .resume()
                  .on('end', () => resolve({ status: response.statusCode ?? 0, cookie: set.split(';')[0] ?? '' }));
              },
            );
            sent.on('error', reject).end(method === 'POST' ? '{}' : undefined);
          });
        const { status, cookie } = await ask(`/?token=${searchParams.get('token')}`, {});
        assert.is(status, 303);
        assert.is((await ask('/api/overview', { cookie })).status, 200);
        const origin = `http://${host}`;
        assert.is((await ask('/api/save', { cookie, origin }, 'POST')).status, 200);
        assert.is((await ask('/api/save', { cookie, origin: `http://localhost:${port}` }, 'POST')).status, 403);
      });
    }));
});

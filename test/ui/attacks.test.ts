import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as assert from 'uvu/assert';
import { describeInBrowser, openPage, withBrowser, withServer } from '../support/browser.ts';
import { playSession } from '../support/played-session.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** A request as anybody on this machine can send it: every header, every path. */
function send(
  url: string,
  path: string,
  { method = 'GET', ...headers }: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let body = '';
      response.on('data', (chunk) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? '{}' : undefined);
  });
}

/** A server with one checkpoint, and the header that its own page sends. */
async function withFilled(
  use: (repo: TestRepo, url: string, own: Readonly<Record<string, string>>) => Promise<void>,
): Promise<void> {
  await withRepo(async (repo) => {
    repo.write('a.txt', 'one\n');
    repo.commit('One');
    repo.write('a.txt', 'two\n');
    await checkpoint(repo, 'save', '-m', 'Two');
    await withServer(repo, async ({ url }) => {
      await use(repo, url, { 'git-checkpoint-token': new URL(url).searchParams.get('token') ?? '' });
    });
  });
}

describe('the server of the page', (it) => {
  it('lets nobody in without the token, by another name or from another site', () =>
    withFilled(async (_, url, own) => {
      const { origin, port, searchParams } = new URL(url);
      assert.is((await send(url, '/api/overview')).status, 403);
      assert.is((await send(url, '/api/overview', own)).status, 200);
      const wrong = { ...own, 'git-checkpoint-token': 'x'.repeat(32) };
      assert.is((await send(url, '/api/overview', wrong)).status, 403);
      const token = searchParams.get('token');
      const cookie = `git-checkpoint-${port}=${token}; git-checkpoint-token=${token}`;
      assert.is((await send(url, `/api/overview?token=${token}`, { cookie })).status, 403);
      for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', 'localhost.', '0.0.0.0']) {
        assert.is((await send(url, '/api/overview', { ...own, host })).status, 403, host);
        assert.is((await send(url, '/', { host })).status, 403, host);
      }
      for (const origin of ['http://evil.example', 'null', `https://127.0.0.1:${port}`, 'http://127.0.0.1:1']) {
        assert.is((await send(url, '/api/overview', { ...own, origin })).status, 403, origin);
        assert.is((await send(url, '/api/save', { ...own, origin, method: 'POST' })).status, 403, origin);
      }
      assert.is(
        (await send(url, '/api/save', { ...own, method: 'POST' })).status,
        403,
        'no Origin, as no page sends it',
      );
      assert.is((await send(url, '/api/undo/plan', { ...own, origin, method: 'POST' })).status === 403, false);
      assert.is((await send(url, '/api/events?token=wrong')).status, 403);
    }));

  it('gives no file but those of the page', () =>
    withFilled(async (_, url, own) => {
      const paths = [
        '/../package.json',
        '/%2e%2e/%2e%2e/package.json',
        '/..%2f..%2fetc/passwd',
        '/page.js/../../x',
        '/constructor',
      ];
      for (const path of paths) {
        const { status, body } = await send(url, path, own);
        assert.is(status, 400, path);
        assert.match(body, 'nothing is at');
      }
      const path = '/api/checkpoints/1/patch?path=../../etc/passwd';
      assert.is((await send(url, path, own)).body.includes('root:'), false);
    }));
});

/** Serves one page from another port of this machine, which browsers take for the same site and another origin. */
async function withSecondOrigin(
  html: string,
  use: (url: string, received: readonly string[]) => Promise<void>,
): Promise<void> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(`${request.url} ${request.rawHeaders.join(' ')}`);
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** What a page of another origin can try: what came back of each, as far as it is told. */
const attempts = (target: string) => `(async () => {
  const said = {};
  const attempt = async (name, init) => {
    try {
      const response = await fetch('${target}/api/' + name, init);
      said[name + ' ' + (init?.mode ?? 'cors')] = response.type + ' ' + (await response.text());
    } catch { said[name + ' ' + (init?.mode ?? 'cors')] = 'blocked'; }
  };
  await attempt('overview', { credentials: 'include' });
  await attempt('overview', { credentials: 'include', mode: 'no-cors' });
  await attempt('save', { method: 'POST', credentials: 'include', body: '{}' });
  await attempt('save', { method: 'POST', credentials: 'include', body: '{}', mode: 'no-cors' });
  said.script = await new Promise((resolve) => {
    const script = Object.assign(document.createElement('script'), { src: '${target}/page.js' });
    script.onload = () => resolve('loaded');
    script.onerror = () => resolve('blocked');
    document.head.append(script);
  });
  return said;
})()`;

const SCRIPT = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>';

describeInBrowser('a hostile repository in a browser', (it) => {
  it('runs nothing, whatever words, paths, contents and branches say', () =>
    withRepo(async (repo) => {
      repo.write('a.html', '<p>one</p>\n');
      repo.commit(SCRIPT);
      repo.git('checkout', '--quiet', '-b', '<img/src=x/onerror=ran()>');
      repo.write('a.html', `${SCRIPT}\n`);
      repo.write(`dir/${SCRIPT.replaceAll('/', '')}.js`, `const a = "${SCRIPT}";\n`);
      await checkpoint(repo, 'save', '-m', SCRIPT, '--decision', SCRIPT, '--next', SCRIPT, '--intent', SCRIPT);
      repo.write('a.html', 'three\n');
      repo.commit(SCRIPT);
      await checkpoint(repo, 'save', '-m', SCRIPT, '--rule', SCRIPT);
      const command = { line: `echo '${SCRIPT}'`, output: SCRIPT, failed: true };
      await playSession(repo, 'hostile', [{ prompt: SCRIPT, answer: SCRIPT, command, context: 1000 }]);
      await withServer(repo, (server) =>
        withBrowser(async (browser) => {
          const { page, complaints } = await openPage(browser, server.url);
          await page.waitForSelector('.row');
          const home = new URL('/', server.url);
          const screens = [
            'checkpoint/1',
            'checkpoint/1/files',
            'checkpoint/1/pack',
            'checkpoint/1/raw',
            'compare/1/2',
            'search/onerror',
            'checkpoint/3',
            'checkpoint/3/conversation/1',
            'session/hostile',
          ];
          for (const screen of screens) {
            await page.goto(`${home}#/${screen}`);
            await page.getByText('onerror').first().waitFor();
          }
          await page.goto(`${home}#/checkpoint/1`);
          await page.getByRole('button', { name: 'Restore…' }).click();
          await page.locator('.step .path').first().waitFor();
          assert.is(await page.evaluate('window.ran'), undefined);
          assert.is(await page.locator('img').count(), 0);
          assert.equal(complaints, []);
        }),
      );
    }));

  it('is not read or changed by a page of another origin in the same browser', () =>
    withFilled(async (repo, url) => {
      const { origin, searchParams } = new URL(url);
      const form = `<form method="post" enctype="text/plain" action="${origin}/api/save"><input name='{"message":"' value='"}'><button>Win</button></form>
        <iframe src="${origin}/"></iframe>`;
      await withSecondOrigin(form, (second, received) =>
        withBrowser(async (browser) => {
          const { page } = await openPage(browser, url);
          await page.waitForSelector('.row');
          assert.not.match(page.url(), 'token');
          await page.goto(second);
          assert.is(received.length > 0, true);
          assert.not.match(received.join('\n'), searchParams.get('token') ?? '');
          const said = await page.evaluate(attempts(origin));
          assert.equal(said, {
            'overview cors': 'blocked',
            'overview no-cors': 'blocked',
            'save cors': 'blocked',
            'save no-cors': 'blocked',
            script: 'blocked',
          });
          assert.is(page.frames()[1]?.url().startsWith('chrome-error:'), true, 'no frame around the page');
          await page.getByRole('button', { name: 'Win' }).click();
          await page.getByText('Only the page of git checkpoint itself').waitFor();
        }),
      );
      assert.is(repo.git('for-each-ref', '--format=%(refname)', 'refs/checkpoints'), 'refs/checkpoints/1');
    }));

  it('is shown with a damaged checkpoint, a damaged note and a file of fifty megabytes', () =>
    withRepo(async (repo) => {
      repo.write('large.txt', 'one line\n');
      repo.commit('One');
      repo.write('large.txt', `${'a line of fifty megabytes '.repeat(2)}\n`.repeat(1_000_000));
      await checkpoint(repo, 'save', '-m', 'Large', '--max-size', '60000000');
      repo.write('a.txt', 'two\n');
      await checkpoint(repo, 'save', '-m', 'Small', '--max-size', '60000000');
      const gone = repo.git('rev-parse', 'refs/checkpoints/2^{tree}');
      repo.git('update-ref', 'refs/checkpoints/3', repo.git('commit-tree', gone, '-m', 'not a checkpoint'));
      repo.write('a.txt', 'three\n');
      await checkpoint(repo, 'save', '-m', 'Its note is damaged', '--max-size', '60000000');
      repo.git('notes', '--ref=checkpoints', 'add', '-f', '-m', '<b>: [not: a note', 'refs/checkpoints/4');
      await withServer(repo, (server) =>
        withBrowser(async (browser) => {
          const { page } = await openPage(browser, server.url);
          await page.locator('.row', { hasText: 'Small' }).waitFor();
          await page.locator('.row.damaged', { hasText: 'cannot be read' }).nth(1).waitFor();
          await page.locator('.row[data-key="row 4"]').click();
          await page.getByRole('alert').waitFor();
          await page.goto(`${new URL('/', server.url)}#/checkpoint/1/files`);
          await page.getByText('The rest is too long for a page.').waitFor();
          await page.getByRole('button', { name: /^Show [\d,]+ lines$/ }).waitFor();
        }),
      );
    }));
});

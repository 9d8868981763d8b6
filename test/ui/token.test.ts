import { connect, createServer } from 'node:net';
import * as assert from 'uvu/assert';
import { describeInBrowser, openPage, withBrowser, withServer } from '../support/browser.ts';
import { fillRepository } from '../support/ui-repository.ts';
import { withRepo } from '../support/with-repo.ts';

/** Another port of this machine that leads to the server, as `ssh -L` makes one. */
async function withForwarded(url: string, use: (url: string) => Promise<void>): Promise<void> {
  const { port, search } = new URL(url);
  const forward = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => forward.listen(0, '127.0.0.1', resolve));
  const address = forward.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on no port');
  try {
    await use(`http://localhost:${address.port}/${search}`);
  } finally {
    forward.close();
  }
}

describeInBrowser('the token of the page', (it) => {
  it('lets a reload and another tab in, and no other browser', () =>
    withRepo(async (repo) => {
      await fillRepository(repo);
      await withServer(repo, (server) =>
        withBrowser(async (browser) => {
          const home = new URL('/', server.url).href;
          const { page, complaints } = await openPage(browser, server.url);
          await page.waitForSelector('.row');
          await page.reload();
          await page.waitForSelector('.row');
          const tab = await page.context().newPage();
          await tab.goto(`${home}#/checkpoint/3`);
          await tab.waitForSelector('.checkpoint-head');
          assert.equal(complaints, []);
          await page.goBack();
          assert.not.match(page.url(), 'token', 'the way back does not lead to it');
          const other = await openPage(browser, home);
          await other.page.locator('.toast.bad', { hasText: 'Open the address that' }).waitFor();
          assert.is(await other.page.locator('.row').count(), 0);
        }),
      );
    }));

  it('works through a forwarded port: rows, a save, and what happens meanwhile', () =>
    withRepo(async (repo) => {
      await fillRepository(repo);
      await withServer(repo, (server) =>
        withForwarded(server.url, (url) =>
          withBrowser(async (browser) => {
            const { page, complaints } = await openPage(browser, url);
            await page.waitForSelector('.row');
            await page.getByRole('button', { name: 'Save now' }).click();
            await page.locator('dialog input:focus').press('Enter');
            await page.locator('.row[data-key="row 7"]').waitFor();
            assert.equal(complaints, []);
          }),
        ),
      );
    }));
});

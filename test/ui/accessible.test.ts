import axe from 'axe-core';
import * as assert from 'uvu/assert';
import { describeInBrowser, openPage, withBrowser, withServer } from '../support/browser.ts';
import { fillRepository } from '../support/ui-repository.ts';
import { withRepo } from '../support/with-repo.ts';

interface Findings {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

const screens = [
  '',
  'checkpoint/3',
  'checkpoint/3/files',
  'checkpoint/3/pack',
  'checkpoint/3/conversation',
  'checkpoint/3/raw',
  'compare/1/3',
  'search/token',
  'health',
];

describeInBrowser('the page for everybody', (it) => {
  for (const colorScheme of ['light', 'dark'] as const)
    it(`has no serious finding of axe, ${colorScheme}, and fits 400 pixels`, () =>
      withRepo(async (repo) => {
        await fillRepository(repo);
        await withServer(repo, (server) =>
          withBrowser(async (browser) => {
            const viewport = { width: 400, height: 800 };
            const { page } = await openPage(browser, server.url, { colorScheme, viewport, bypassCSP: true });
            await page.waitForSelector('.row');
            await page.evaluate(axe.source);
            const session = await page.locator('a[href*="#/session/"]').first().getAttribute('href');
            assert.ok(session);
            for (const screen of [...screens, session.replace(/^.*#\//, '')]) {
              await page.evaluate(`location.hash = '#/${screen}'`);
              await page.waitForFunction("!document.body.innerText.includes('Reading…')");
              await page.waitForSelector('main > *');
              const found = (await page.evaluate('axe.run()')) as Findings;
              const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
              assert.equal(
                serious.map(({ id, nodes }) => `${screen}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`),
                [],
              );
              assert.is(await page.evaluate('document.documentElement.scrollWidth'), 400, `${screen} is too wide`);
            }
            await page.evaluate("location.hash = '#/checkpoint/3'");
            await page.getByRole('button', { name: 'Restore…' }).click();
            await page.locator('.step .path').first().waitFor();
            const sheet = (await page.evaluate('axe.run()')) as Findings;
            assert.equal(
              sheet.violations
                .filter(({ impact }) => impact === 'serious' || impact === 'critical')
                .map(({ id }) => id),
              [],
            );
          }),
        );
      }));
});

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { describeInBrowser, openPage, withBrowser, withServer } from '../support/browser.ts';
import { checkpoint } from '../support/run-main.ts';
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
  'checkpoint/3/raw',
  'checkpoint/99',
  'compare/1/3',
  'search/token',
  'search/nothing like this',
];
const onServer = ['checkpoint/3/conversation', 'health'];
const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [400, 1400].map((width) => ({ colorScheme, viewport: { width, height: 800 }, bypassCSP: true })),
);

/** What axe finds serious in what the page shows now; and nothing is wider than the window. */
async function examine(page: Page, name: string): Promise<void> {
  await page.waitForFunction("!document.body.innerText.includes('Reading…')");
  const found = (await page.evaluate('axe.run()')) as Findings;
  const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.equal(
    serious.map(({ id, nodes }) => `${name}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    [],
  );
  const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  assert.is(wide, false, `${name} is too wide`);
}

async function examineScreens(page: Page, names: readonly string[]): Promise<void> {
  await page.waitForSelector('.row');
  await page.evaluate(axe.source);
  const session = await page.locator('a[href*="#/session/"]').first().getAttribute('href');
  assert.ok(session);
  for (const screen of [...names, session.replace(/^.*#\//, '')]) {
    await page.evaluate(`location.hash = '#/${screen}'`);
    await page.waitForSelector('main > *');
    await examine(page, screen);
  }
}

async function examineSheets(page: Page): Promise<void> {
  const sheets = { 'Restore…': '.step .path', 'Drop…': '.sheet', 'Undo…': '.sheet .step', Keys: '.keys' };
  await page.evaluate("location.hash = '#/checkpoint/3'");
  for (const [name, inside] of Object.entries(sheets)) {
    await page.getByRole('button', { name }).click();
    await page.locator(inside).first().waitFor();
    await examine(page, name);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'Compare with…' }).click();
  await page.evaluate("location.hash = '#/'");
  await page.getByRole('button', { name: 'Save now' }).click();
  await examine(page, 'Save now');
  await page.keyboard.press('Enter');
  await page.locator('.toast.good').waitFor();
  await examine(page, 'messages');
}

describeInBrowser('the page for everybody', (it) => {
  it('has no serious finding of axe and fits the window, light and dark, at 400 and 1,400 pixels', () =>
    withRepo(async (repo) => {
      await fillRepository(repo);
      await withServer(repo, (server) =>
        withBrowser(async (browser) => {
          for (const look of looks) {
            const { page } = await openPage(browser, server.url, look);
            await examineScreens(page, [...screens, ...onServer]);
            await examineSheets(page);
          }
        }),
      );
    }));

  it('has none as an exported page either', () =>
    withRepo(async (repo) => {
      await fillRepository(repo);
      const file = join(repo.home, 'page.html');
      await checkpoint(repo, 'export', '--html', file);
      await withBrowser(async (browser) => {
        for (const look of looks) {
          const { page } = await openPage(browser, pathToFileURL(file).href, { ...look, offline: true });
          await examineScreens(page, screens);
        }
      });
    }));
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { describeInBrowser, openPage, withBrowser, withServer } from '../support/browser.ts';
import { fillRepository } from '../support/ui-repository.ts';
import { withRepo } from '../support/with-repo.ts';

/** Tab until what has the focus reads so, as somebody without a mouse does. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const seen: string[] = [];
  for (let tabs = 0; tabs < 60; tabs += 1) {
    const text = String(
      await page.evaluate('document.activeElement.closest("label")?.innerText ?? document.activeElement.innerText'),
    );
    if (name.test(text)) return;
    seen.push(text);
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}: ${seen.join(' | ')}`);
}

const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

describeInBrowser('the page by keyboard alone', (it) => {
  it('moves, opens, compares and searches', () =>
    withRepo(async (repo) => {
      await fillRepository(repo);
      await withServer(repo, (server) =>
        withBrowser(async (browser) => {
          const { page, complaints } = await openPage(browser, server.url);
          await page.waitForSelector('.row');
          const focused = () => page.evaluate("document.activeElement.getAttribute('data-key')");
          await press(page, 'j', 'j', 'j');
          assert.is(await focused(), 'row 5');
          await press(page, 'k');
          assert.is(await focused(), 'row 6');
          await press(page, 'Enter');
          await page.getByRole('heading', { name: 'After looking back' }).waitFor();
          await press(page, 'd');
          await page.waitForSelector('.file-patch');
          await press(page, 'j');
          await page.getByRole('heading', { name: 'Before restoring checkpoint 2' }).waitFor();
          assert.match(page.url(), '#/checkpoint/5/files', 'the same view of the one before');
          await press(page, 'k');
          await page.getByRole('heading', { name: 'After looking back' }).waitFor();
          await press(page, 'x', 'j');
          await page.locator('.checkpoint-head', { hasText: 'Checkpoint 5' }).waitFor();
          await page.getByText('Compare checkpoint 6 with another').waitFor();
          await press(page, 'j');
          await page.locator('.checkpoint-head', { hasText: 'Checkpoint 4' }).waitFor();
          await press(page, 'x');
          await page.getByRole('heading', { name: 'From checkpoint 4 to 6' }).waitFor();
          await press(page, '?');
          await page.getByRole('dialog', { name: 'Keys' }).waitFor();
          await press(page, 'Escape', '/');
          await page.keyboard.type('crypto/rand');
          await press(page, 'Enter');
          await page.waitForSelector('.hit mark');
          await press(page, 'j', 'Enter');
          await page.waitForSelector('.checkpoint-head');
          await press(page, 'g');
          await page.locator('.here-card').waitFor();
          assert.equal(complaints, []);
        }),
      );
    }));

  it('restores some of the files and undoes it', () =>
    withRepo(async (repo) => {
      await fillRepository(repo);
      const readme = () => readFileSync(join(repo.root, 'README.md'), 'utf8');
      const rand = () => readFileSync(join(repo.root, 'cmd/tokens/rand.go'), 'utf8');
      const now = readme();
      await withServer(repo, (server) =>
        withBrowser(async (browser) => {
          const { page, complaints } = await openPage(browser, server.url);
          await page.locator('.here-card', { hasText: 'On main' }).waitFor();
          const focused = () => page.evaluate("document.activeElement.getAttribute('data-key')");
          do await press(page, 'j');
          while ((await focused()) !== 'row 3');
          await press(page, 'r');
          await page.locator('.step .path', { hasText: 'README.md' }).waitFor();
          await tabTo(page, /README\.md/);
          await press(page, 'Space');
          await tabTo(page, /^Restore \d+ file/);
          await press(page, 'Enter');
          await page.locator('.toast.good', { hasText: 'verified' }).waitFor();
          assert.is(readme(), now, 'what is not ticked stays');
          assert.match(rand(), 'crypto/rand');
          await press(page, 'u');
          await page.getByText('This undoes the restore of checkpoint 3').waitFor();
          await tabTo(page, /^Undo it/);
          await press(page, 'Enter');
          await page.locator('.toast.good', { hasText: 'Undone and verified' }).waitFor();
          assert.is(readme(), now);
          assert.throws(rand, /ENOENT/);
          assert.equal(complaints, []);
        }),
      );
    }));
});

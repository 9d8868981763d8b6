import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { describeInBrowser, openPage, withBrowser, withServer } from '../support/browser.ts';
import { checkpoint } from '../support/run-main.ts';
import { fillRepository } from '../support/ui-repository.ts';
import { withRepo } from '../support/with-repo.ts';

describeInBrowser('a restore in a browser', (it) => {
  it('puts files back as planned, says that it is verified, and is undone', () =>
    withRepo(async (repo) => {
      await fillRepository(repo);
      const readme = () => readFileSync(join(repo.root, 'README.md'), 'utf8');
      const now = readme();
      await withServer(repo, (server) =>
        withBrowser(async (browser) => {
          const { page, complaints } = await openPage(browser, server.url);
          await page.locator('.row[data-key="row 3"]').click();
          await page.getByRole('button', { name: 'Restore…' }).click();
          await page.locator('.step .path', { hasText: 'README.md' }).waitFor();
          assert.is(readme(), now, 'a plan changes nothing');
          await page.getByRole('button', { name: /^Restore \d+ files$/ }).click();
          await page.locator('.toast.good', { hasText: 'verified' }).waitFor();
          assert.is(readme(), '# Tokens\n\nRefresh tokens for the API.\n');
          assert.match(readFileSync(join(repo.root, 'cmd/tokens/rand.go'), 'utf8'), 'crypto/rand');
          await checkpoint(repo, 'save', '-m', 'Saved by somebody else meanwhile');
          await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
          await page.getByText('This undoes the restore of checkpoint 3').waitFor();
          await page.getByRole('button', { name: 'Undo it' }).click();
          await page.locator('.toast.good', { hasText: 'Undone and verified' }).waitFor();
          assert.is(readme(), now);
          assert.equal(complaints, []);
        }),
      );
    }));

  it('restores only the files that are ticked, by keyboard alone', () =>
    withRepo(async (repo) => {
      await fillRepository(repo);
      await withServer(repo, (server) =>
        withBrowser(async (browser) => {
          const { page } = await openPage(browser, `${server.url}`);
          await page.locator('.row[data-key="row 3"]').click();
          await page.waitForSelector('.checkpoint-head');
          await page.keyboard.press('r');
          await page.locator('.step', { hasText: 'README.md' }).getByRole('checkbox').focus();
          await page.keyboard.press('Space');
          const button = page.getByRole('button', { name: /^Restore \d+ files?$/ });
          while (!(await button.evaluate((element) => element === element.ownerDocument.activeElement)))
            await page.keyboard.press('Tab');
          await page.keyboard.press('Enter');
          await page.locator('.toast.good', { hasText: 'verified' }).waitFor();
          assert.match(readFileSync(join(repo.root, 'README.md'), 'utf8'), 'used once each');
          assert.match(readFileSync(join(repo.root, 'cmd/tokens/rand.go'), 'utf8'), 'crypto/rand');
        }),
      );
    }));

  it('is not done when the working tree changed since the plan was shown', () =>
    withRepo(async (repo) => {
      await fillRepository(repo);
      await withServer(repo, (server) =>
        withBrowser(async (browser) => {
          const { page } = await openPage(browser, server.url);
          await page.locator('.row[data-key="row 3"]').click();
          await page.waitForSelector('.checkpoint-head');
          await page.keyboard.press('r');
          await page.locator('.step .path', { hasText: 'README.md' }).waitFor();
          repo.write('README.md', 'Written meanwhile\n');
          await page.getByRole('button', { name: /^Restore \d+ files$/ }).click();
          await page.locator('.toast.bad', { hasText: 'changed since the plan was shown' }).waitFor();
          assert.is(readFileSync(join(repo.root, 'README.md'), 'utf8'), 'Written meanwhile\n');
        }),
      );
    }));
});

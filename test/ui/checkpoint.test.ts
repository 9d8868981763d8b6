import * as assert from 'uvu/assert';
import { describeInBrowser, openPage, withBrowser, withServer } from '../support/browser.ts';
import { fillRepository } from '../support/ui-repository.ts';
import { withRepo } from '../support/with-repo.ts';

describeInBrowser('a checkpoint in a browser', (it) => {
  it('shows what was known, files, pack and note; two are compared', () =>
    withRepo(async (repo) => {
      await fillRepository(repo);
      await withServer(
        repo,
        (server) =>
          withBrowser(async (browser) => {
            const { page, complaints } = await openPage(browser, server.url);
            await page.locator('.row[data-key="row 3"]').click();
            const decision = page.locator('.field-decisions .fact', { hasText: 'crypto/rand, not math/rand' });
            await decision.filter({ hasText: /^new/ }).waitFor();
            await decision.locator('.evidence', { hasText: /^you/ }).waitFor();
            await page.getByRole('tab', { name: 'Files' }).click();
            await page.locator('.file-patch', { hasText: 'cmd/tokens/rand.go' }).waitFor();
            await page.locator('.tok-keyword', { hasText: 'package' }).waitFor();
            await page.getByLabel('split').check();
            await page.waitForSelector('.patch.split');
            await page.getByLabel('Against').selectOption('worktree');
            await page.locator('.file-patch', { hasText: 'README.md' }).waitFor();
            await page.getByRole('tab', { name: 'Pack' }).click();
            await page.locator('.shares figcaption', { hasText: 'of 5,000 tokens' }).waitFor();
            await page.getByLabel(/^Budget/).fill('500');
            await page.locator('.shares figcaption', { hasText: 'of 500 tokens' }).waitFor();
            await page.locator('.share-remark', { hasText: 'left out: all' }).first().waitFor();
            await page.getByRole('tab', { name: 'Raw' }).click();
            await page.locator('.text-box', { hasText: /^schema: 1/ }).waitFor();
            await page.goto(`${new URL('/', server.url)}#/compare/1/3`);
            await page.locator('.fact-field', { hasText: 'Done' }).getByText('Rotate tokens on use').waitFor();
            await page.getByText('Everything that was known').click();
            await page.locator('.fact.gone', { hasText: 'Rotate tokens on use' }).waitFor();
            await page.locator('.file-patch', { hasText: 'rand.go' }).waitFor();
            await page.goto(`${new URL('/', server.url)}#/health`);
            await page.locator('.findings .failed', { hasText: 'hooks are missing' }).waitFor();
            await page.goto(`${new URL('/', server.url)}#/checkpoint/99`);
            await page.getByRole('alert').waitFor();
            const expected = complaints.filter((text) => !text.includes('Failed to load resource'));
            assert.equal(expected, []);
          }),
        { findings: [{ state: 'wrong', text: 'the hooks are missing', hint: 'Run `git checkpoint install`.' }] },
      );
    }));
});

import * as assert from 'uvu/assert';
import { describeInBrowser, openPage, withBrowser, withServer } from '../support/browser.ts';
import { checkpoint } from '../support/run-main.ts';
import { fillRepository } from '../support/ui-repository.ts';
import { withRepo } from '../support/with-repo.ts';

describeInBrowser('the timeline in a browser', (it) => {
  it('shows sessions, checkpoints, commits and restores, and follows saves', () =>
    withRepo(async (repo) => {
      await fillRepository(repo);
      await withServer(repo, (server) =>
        withBrowser(async (browser) => {
          const { page, complaints } = await openPage(browser, server.url);
          await page.waitForSelector('.row');
          assert.equal(page.url().includes('token'), false, 'the token leaves the address');
          // The rows are there before git has looked at the working tree.
          await page.locator('.here-card', { hasText: /1 file changed \+1 -1 since checkpoint 6/ }).waitFor();
          await page.waitForFunction("document.querySelectorAll('.session-card').length === 4");
          await page.locator('.row.here', { hasText: 'After looking back' }).waitFor();
          await page.locator('.rule', { hasText: 'Rotate refresh tokens on use' }).waitFor();
          await page.locator('g.arc').waitFor({ state: 'attached' });
          assert.is(await page.locator('g.arc').count(), 1);
          await page.getByLabel('Why saved').selectOption('restore');
          await page.waitForFunction("document.querySelectorAll('.row').length === 1");
          await page.getByRole('button', { name: 'Clear' }).click();
          await page.getByLabel('Touched').fill('docs');
          await page.getByLabel('Touched').press('Enter');
          await page.locator('.row[data-key="row 4"]').waitFor();
          await page.locator('.row[data-key="row 3"]').waitFor({ state: 'detached' });
          await page.getByRole('button', { name: 'Clear' }).click();
          await checkpoint(repo, 'save', '-m', 'Saved by somebody else');
          await page.locator('.row[data-key="row 7"]', { hasText: 'Saved by somebody else' }).waitFor();
          assert.equal(complaints, []);
        }),
      );
    }));
});

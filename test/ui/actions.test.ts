import * as assert from 'uvu/assert';
import { describeInBrowser, openPage, withBrowser, withServer } from '../support/browser.ts';
import { checkpoint } from '../support/run-main.ts';
import { fillRepository } from '../support/ui-repository.ts';
import { withRepo } from '../support/with-repo.ts';

describeInBrowser('actions of the page', (it) => {
  it('save, keep, drop and undo, each shown before it is done', () =>
    withRepo(async (repo) => {
      await fillRepository(repo);
      await withServer(repo, (server) =>
        withBrowser(async (browser) => {
          const { page, complaints } = await openPage(browser, server.url);
          await page.getByRole('button', { name: 'Save now' }).click();
          await page.getByLabel('What it is').fill('Saved from the page');
          await page.keyboard.press('Enter');
          await page.locator('.row.here[data-key="row 7"]', { hasText: 'Saved from the page' }).click();
          await page.getByRole('button', { name: 'Keep' }).click();
          await page.locator('.checkpoint-head', { hasText: 'kept' }).waitFor();
          await page.getByRole('button', { name: 'Drop…' }).click();
          await page.getByText('It is kept: it was marked').waitFor();
          await page.getByRole('button', { name: 'Drop it' }).click();
          await page.locator('.toast.good', { hasText: 'is in the trash' }).waitFor();
          await page.locator('.row[data-key="row 7"]').waitFor({ state: 'detached' });
          await page.getByRole('button', { name: 'Undo…' }).click();
          await page.getByText('This undoes the drop of checkpoint 7').waitFor();
          await page.getByRole('button', { name: 'Undo it' }).click();
          await page.locator('.row[data-key="row 7"]').waitFor();
          assert.match(await checkpoint(repo, 'show', '7'), 'Saved from the page');
          // Its screen may ask for the dropped one once more before it is left.
          assert.equal(
            complaints.filter((text) => !text.includes('Failed to load resource')),
            [],
          );
        }),
      );
    }));

  it('are not there on a read-only page, by mouse or by key', () =>
    withRepo(async (repo) => {
      await fillRepository(repo);
      await withServer(
        repo,
        (server) =>
          withBrowser(async (browser) => {
            const { page, complaints } = await openPage(browser, server.url);
            await page.locator('.here-card', { hasText: 'On main' }).waitFor();
            await page.locator('.top-bar', { hasText: 'read-only' }).waitFor();
            await page.keyboard.press('u');
            await page.locator('.row[data-key="row 3"]').click();
            await page.getByRole('button', { name: 'Copy command' }).waitFor();
            await page.keyboard.press('r');
            await page.keyboard.press('d');
            await page.locator('.file-patch').first().waitFor();
            assert.is(await page.getByRole('dialog').count(), 0);
            for (const name of ['Save now', 'Undo…', 'Restore…', 'Keep', 'Drop…'])
              assert.is(await page.getByRole('button', { name }).count(), 0, name);
            assert.equal(complaints, []);
          }),
        { readOnly: true },
      );
    }));

  it('say that the server is gone, and that there is no checkpoint yet', () =>
    withRepo(async (repo) => {
      repo.commit('One');
      await withServer(repo, (server) =>
        withBrowser(async (browser) => {
          const { page } = await openPage(browser, server.url);
          await page.locator('.none', { hasText: 'No checkpoint yet.' }).waitFor();
          assert.is(await page.getByLabel('Branch').count(), 0, 'nothing to filter');
          await checkpoint(repo, 'save', '-m', 'The first one');
          await page.locator('.row', { hasText: 'The first one' }).waitFor();
          server.close();
          await page.getByRole('alert').filter({ hasText: 'git checkpoint has ended' }).waitFor();
          await page.getByRole('button', { name: 'Save now' }).click();
          await page.getByLabel('What it is').fill('Too late');
          await page.keyboard.press('Enter');
          await page.locator('.toast.bad', { hasText: 'does not answer' }).waitFor();
        }),
      );
    }));
});

import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { makeScaleStore } from '../../scripts/scale/store.ts';
import { describeInBrowser, openPage, withBrowser, withServer } from '../support/browser.ts';
import { CLI } from '../support/run-cli.ts';
import { withRepo } from '../support/with-repo.ts';

const MANY = 10_000;

describeInBrowser('ten thousand checkpoints in a browser', (it) => {
  it('are shown before all are read, and scrolled through to the first with few lines drawn', () =>
    withRepo(async (repo) => {
      const root = join(repo.home, 'many');
      await makeScaleStore(root, { program: CLI, checkpoints: MANY });
      await withServer({ ...repo, root }, (server) =>
        withBrowser(async (browser) => {
          const { page, complaints } = await openPage(browser, server.url);
          page.setDefaultTimeout(120_000);
          await page.locator(`.row[data-key="row ${MANY}"]`).waitFor();
          assert.match((await page.locator('.filters output').textContent()) ?? '', 'reading older ones');
          await page.locator('.filters output', { hasText: /^10,000 checkpoints$/ }).waitFor();
          const drawn = () => page.locator('.virtual-line').count();
          await page.getByLabel('Why saved').selectOption('turn');
          for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, 2500);
          assert.ok((await drawn()) < 150, `${await drawn()} lines are drawn`);
          await page.getByRole('button', { name: 'Clear' }).click();
          await page.evaluate('scrollTo(0, document.documentElement.scrollHeight / 2)');
          await page.locator('.moment', { hasNotText: 'Checkpoint 10000' }).waitFor();
          const scrubber = page.getByRole('slider', { name: 'Move through time' });
          await scrubber.focus();
          await page.keyboard.press('End');
          await page.locator('.row[data-key="row 1"]').waitFor();
          await page.getByRole('link', { name: 'Checkpoint 1', exact: true }).waitFor();
          assert.ok((await drawn()) < 150, `${await drawn()} lines are drawn`);
          assert.equal(complaints, []);
        }),
      );
    }));
});

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
          await page.locator('.sheet .safety', { hasText: 'saved first, as the next checkpoint (7)' }).waitFor();
          await page.getByRole('button', { name: /^Restore \d+ files$/ }).click();
          await page.locator('.toast.good', { hasText: 'verified. What you had is checkpoint 7.' }).waitFor();
          assert.is(repo.git('show', 'refs/checkpoints/7:README.md'), now.trimEnd());
          await page.keyboard.press('g');
          await page.locator('.toast').getByRole('button', { name: 'Undo' }).waitFor();
          assert.is(readme(), '# Tokens\n\nRefresh tokens for the API.\n');
          assert.match(readFileSync(join(repo.root, 'cmd/tokens/rand.go'), 'utf8'), 'crypto/rand');
          await checkpoint(repo, 'save', '-m', 'Saved by somebody else meanwhile');
          await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
          await page.getByText('This undoes the restore of checkpoint 3').waitFor();
          await page.locator('.sheet .safety', { hasText: 'the next checkpoint (9)' }).waitFor();
          await page.getByRole('button', { name: 'Undo it' }).click();
          await page.locator('.toast.good', { hasText: /Undone and verified. What you had is checkpoint 9/ }).waitFor();
          assert.is(readme(), now);
          assert.equal(complaints, []);
        }),
      );
    }));

  it('shows the lines that it changes, and where a merge would leave conflict marks', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\ntwo\nthree\n');
      repo.commit('One');
      repo.write('a.txt', 'one\nTWO\nthree\n');
      await checkpoint(repo, 'save', '-m', 'In capitals');
      repo.write('a.txt', 'one\n2\nthree\n');
      await withServer(repo, (server) =>
        withBrowser(async (browser) => {
          const { page, complaints } = await openPage(browser, server.url);
          await page.locator('.row[data-key="row 1"]').click();
          await page.getByRole('button', { name: 'Restore…' }).click();
          await page.getByRole('button', { name: 'Show what changes, line by line' }).click();
          await page.locator('tr.removed', { hasText: /-2$/ }).waitFor();
          await page.locator('tr.added', { hasText: /\+TWO$/ }).waitFor();
          await page.getByLabel('Merge').check();
          await page.locator('.step', { hasText: 'conflict marks' }).waitFor();
          await page.locator('tr.added', { hasText: '<<<<<<<' }).waitFor();
          await page.getByRole('button', { name: 'Restore 1 file' }).click();
          await page.locator('.toast').waitFor();
          assert.match(readFileSync(join(repo.root, 'a.txt'), 'utf8'), /<<<<<<<.*\n2\n.*TWO\n.*>>>>>>>/s);
          assert.equal(complaints, []);
        }),
      );
    }));

  it('checks a checkpoint out in a new worktree, and on a new branch', () =>
    withRepo(async (repo) => {
      await fillRepository(repo);
      const before = repo.git('status', '--porcelain');
      await withServer(repo, (server) =>
        withBrowser(async (browser) => {
          const { page, complaints } = await openPage(browser, server.url);
          await page.locator('.row[data-key="row 3"]').click();
          for (const how of ['New worktree', 'New branch']) {
            await page.getByRole('button', { name: 'Restore…' }).click();
            await page.getByLabel(how).check();
            if (how === 'New branch') await page.getByLabel('Name of the new branch').fill('looking-back');
            await page.getByRole('button', { name: 'Create it' }).click();
            const said = await page.locator('.toast.good', { hasText: 'lies in' }).textContent();
            const folder = /lies in (\S+?)✕?$/.exec(said ?? '')?.[1] ?? '';
            assert.match(readFileSync(join(folder, 'cmd/tokens/rand.go'), 'utf8'), 'crypto/rand');
            await page.getByRole('button', { name: 'Close this message' }).click();
          }
          assert.match(repo.git('branch', '--list', 'looking-back'), 'looking-back');
          assert.is(repo.git('status', '--porcelain'), before, 'this working tree is not touched');
          assert.equal(complaints, []);
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

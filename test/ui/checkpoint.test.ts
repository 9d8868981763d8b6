import * as assert from 'uvu/assert';
import { describeInBrowser, openPage, withBrowser, withServer } from '../support/browser.ts';
import { playSession } from '../support/played-session.ts';
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
            await page.getByLabel('or checkpoint').fill('1');
            await page.getByLabel('or checkpoint').press('Enter');
            await page.locator('.file-patch', { hasText: 'cmd/tokens/store.go' }).waitFor();
            assert.match(page.url(), '#/checkpoint/3/files/1');
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

  it('leads from what was known to the turn that says so', () =>
    withRepo(async (repo) => {
      repo.commit('One');
      await playSession(repo, 'first', [
        { prompt: 'Rotate the tokens on use', answer: 'I decided on single-use tokens.', context: 1000 },
        { prompt: 'Go on', answer: 'Done.', context: 2000 },
        { prompt: 'And now the docs', answer: 'Next: describe the rotation.', context: 3000 },
        { prompt: 'Fine', answer: 'Described.', context: 4000 },
        { prompt: 'Thank you', answer: 'It was a pleasure.', context: 5000 },
      ]);
      await withServer(repo, (server) =>
        withBrowser(async (browser) => {
          const { page, complaints } = await openPage(browser, `${server.url}`);
          await page.locator('.row[data-key="row 5"]').click();
          const decision = page.locator('.field-decisions .fact', { hasText: 'single-use tokens' });
          await decision.getByRole('link', { name: 'agent, turn 1' }).click();
          await page.locator('.turn.wanted[open]', { hasText: 'I decided on single-use tokens.' }).waitFor();
          assert.is(await page.locator('.turn[open]').count(), 1);
          assert.is(await page.evaluate("document.activeElement.textContent.startsWith('Turn 1')"), true);
          await page.getByRole('tab', { name: 'Knew' }).click();
          await page.locator('.field-play_by_play').getByRole('link', { name: 'session, turn 4' }).click();
          await page.locator('.turn.wanted[open]', { hasText: 'Described.' }).waitFor();
          const without = await page.locator('.knew .fact:not(:has(.evidence))').count();
          assert.is(without, 0, 'every fact has its evidence');
          assert.equal(complaints, []);
        }),
      );
    }));
});

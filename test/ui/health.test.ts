import { once } from 'node:events';
import * as assert from 'uvu/assert';
import { describeInBrowser, openPage, withBrowser, withServer } from '../support/browser.ts';
import { planted } from '../support/planted-secrets.ts';
import { checkpoint } from '../support/run-main.ts';
import { startCli } from '../support/start-cli.ts';
import { withClones } from '../support/with-clones.ts';
import { withRepo } from '../support/with-repo.ts';

describeInBrowser('health in a browser', (it) => {
  it('shows hook times, the store, and the secrets that a push would be refused for', () =>
    withClones(async ({ ada }) => {
      await checkpoint(ada, 'save', '-m', 'First');
      await checkpoint(ada, 'push', 'origin');
      ada.write('config.ts', `export const token = '${planted['github']}';\n`);
      await checkpoint(ada, 'save', '-m', 'With a token');
      const findings = [
        { state: 'ok', text: '  SessionStart: 120 ms', milliseconds: 120, limit: 20_000 },
        { state: 'wrong', text: '  Stop: 9000 ms, longer than it may take', milliseconds: 9000, limit: 9000 },
      ] as const;
      await withServer(
        ada,
        (server) =>
          withBrowser(async (browser) => {
            const { page, complaints } = await openPage(browser, `${server.url}#/health`);
            await page.goto(`${new URL('/', server.url)}#/health`);
            const times = page.locator('.hook-times tbody tr');
            await times.first().waitFor();
            await times
              .nth(0)
              .filter({ hasText: /SessionStart120 ms20,000 ms1 % of its limit/ })
              .waitFor();
            await times
              .nth(1)
              .filter({ hasText: /^✗ Stop9,000 ms9,000 ms100 % of its limit/ })
              .waitFor();
            const refused = page.getByRole('alert').filter({ hasText: 'A push would be refused' });
            await refused.getByText('config.ts').waitFor();
            await refused.filter({ hasText: /checkpoint 2: config\.ts, line 1: github/ }).waitFor();
            assert.not.match((await page.locator('main').textContent()) ?? '', planted['github'] ?? '');
            await page.getByText(/Shared with origin: 1 to send, 0 to fetch/).waitFor();
            await page.getByText(/Retention would remove nothing now/).waitFor();
            assert.equal(complaints, []);
          }),
        { findings },
      );
    }));

  it('saves what a crashed session left', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const run = startCli(repo, ['watch', '--session', 'my-run', '--interval', '1h']);
      await run.until(/0s {2}\d+ files? modified so far/);
      run.child.kill('SIGKILL');
      await once(run.child, 'close');
      repo.write('a.txt', 'two\nthree\n');
      await withServer(repo, (server) =>
        withBrowser(async (browser) => {
          const { page, complaints } = await openPage(browser, server.url);
          const notice = page.locator('.crashed', { hasText: 'my-run' });
          await notice.getByText('Not saved yet: 1 file, +2 -1.').waitFor();
          await page
            .getByRole('link', { name: /my-run/ })
            .first()
            .click();
          await page.locator('.session-screen .crashed', { hasText: 'Not saved yet: 1 file, +2 -1.' }).waitFor();
          await page.keyboard.press('g');
          await notice.getByRole('button', { name: 'Save what it left' }).click();
          await page.locator('.row[data-key="row 2"]', { hasText: 'crash' }).waitFor();
          await notice.waitFor({ state: 'detached' });
          assert.is(repo.git('show', 'refs/checkpoints/2:a.txt'), 'two\nthree');
          assert.equal(complaints, []);
        }),
      );
    }));
});

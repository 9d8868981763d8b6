import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { describeInBrowser, openPage, withBrowser, withServer } from '../support/browser.ts';
import { playSession } from '../support/played-session.ts';
import { checkpoint } from '../support/run-main.ts';
import { withRepo } from '../support/with-repo.ts';

const tests = (failed: boolean) => ({
  line: 'npm test',
  output: failed ? 'Exit code 1\n1 failing' : '12 passing',
  failed,
});

describeInBrowser('lanes, sessions and their graph in a browser', (it) => {
  it('tell branches and worktrees apart, how HEAD moved, what was intended and which tests failed', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('One');
      await playSession(repo, 'first', [
        { prompt: 'Rotate the tokens on use', answer: 'Begun.', command: tests(true), context: 40_000 },
        { prompt: 'Go on', answer: 'Done.', command: tests(false), context: 90_000, save: ['--trigger', 'compact'] },
      ]);
      repo.commit('Two');
      repo.write('a.txt', 'three\n');
      repo.commit('Three');
      await checkpoint(repo, 'save', '-m', 'After two commits');
      repo.git('reset', '--quiet', '--hard', 'HEAD~2');
      await checkpoint(repo, 'save', '-m', 'After a reset');
      repo.git('checkout', '--quiet', '-b', 'feature');
      repo.write('b.txt', 'one\n');
      await checkpoint(repo, 'save', '-m', 'On a branch', '--anchor', 'before git clean -fdx');
      const beside = join(repo.home, 'beside');
      repo.git('worktree', 'add', '--quiet', '--detach', beside);
      await checkpoint({ root: beside, env: repo.env }, 'save', '-m', 'In another worktree');
      await withServer(repo, (server) =>
        withBrowser(async (browser) => {
          const { page, complaints } = await openPage(browser, server.url);
          await page.locator('.row[data-key="row 6"]').waitFor();
          for (const card of await page.locator('.unfold[aria-expanded="false"]').all()) await card.click();
          const rules = await page.locator('.rule').allTextContents();
          assert.equal(rules[0], 'switched from main to feature');
          assert.match(rules[1] ?? '', /^HEAD moved to [0-9a-f]{7} One$/);
          assert.match(rules.slice(2).join(), /^commit [0-9a-f]{7} Three,commit [0-9a-f]{7} Two$/);
          // The page may still be drawing its cards.
          await page.locator('.session-card', { hasText: 'detached HEAD in beside' }).waitFor();
          const session = page.locator('.session-card', { hasText: 'Claude Code' });
          await session.filter({ hasText: /^▾Rotate the tokens on use.*2 turns.*context 45 %/ }).waitFor();
          assert.is(await session.locator('.gauge-mark:not(.compaction)').count(), 4, 'a mark for each save');
          assert.is(await session.locator('.gauge-mark.compaction').count(), 1, 'and a taller one for a compaction');
          assert.ok((await session.locator('.sparkline rect').count()) > 2, 'lines of each checkpoint');
          await page.locator('[data-key="row 1"] [aria-label="tests failed"]').waitFor();
          assert.is(await page.locator('[data-key="row 2"] [aria-label="tests failed"]').count(), 0);
          await page.locator('[data-key="row 5"] [aria-label^="taken before git clean"]').waitFor();
          await page.locator('.rail.lane-2').first().waitFor({ state: 'attached' });
          await session.getByRole('link', { name: 'Claude Code' }).click();
          await page.locator('.session-graph').waitFor();
          assert.equal((await page.locator('.test').allTextContents()).slice(0, 2), [
            '✗checkpoint 1: tests failed',
            '✓checkpoint 2: tests passed',
          ]);
          await page.waitForFunction("document.querySelectorAll('.context-dot').length === 5");
          await page.goto(`${new URL('/', server.url)}#/compare/1/2`);
          await page.locator('.fact-field', { hasText: 'Red to green' }).getByText('npm test').waitFor();
          await page.goto(`${new URL('/', server.url)}#/search/npm`);
          await page.getByRole('heading', { name: /^Commands/ }).waitFor();
          await page.goto(`${new URL('/', server.url)}#/checkpoint/2/conversation`);
          await page.locator('.by-user', { hasText: 'Go on' }).waitFor();
          await page.locator('.call', { hasText: 'npm test' }).first().waitFor();
          await page.goto(`${new URL('/', server.url)}#/checkpoint/6`);
          await page.getByRole('tab', { name: 'Raw' }).waitFor();
          assert.is(await page.getByRole('tab', { name: 'Conversation' }).count(), 0);
          assert.equal(complaints, []);
        }),
      );
    }));
});

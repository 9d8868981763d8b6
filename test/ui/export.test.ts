import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as assert from 'uvu/assert';
import { describeInBrowser, openPage, withBrowser } from '../support/browser.ts';
import { planted } from '../support/planted-secrets.ts';
import { playSession } from '../support/played-session.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { fillRepository } from '../support/ui-repository.ts';
import { withRepo } from '../support/with-repo.ts';

const { github: TOKEN = '', pem: KEY = '' } = planted;
const SCRIPT = '</script><script>window.ran=1</script><img src=x onerror="window.ran=1">';

describeInBrowser('an exported page', (it) => {
  it('opens from a file with the network off, and does everything that needs no server', () =>
    withRepo(async (repo) => {
      await fillRepository(repo);
      const file = join(repo.home, 'page.html');
      assert.match(await checkpoint(repo, 'export', '--html', file), /^Exported 6 checkpoints to .*page\.html \(/);
      await withBrowser(async (browser) => {
        const { page, complaints } = await openPage(browser, pathToFileURL(file).href, { offline: true });
        await page.locator('.row[data-key="row 6"]').waitFor();
        await page.locator('g.arc').waitFor({ state: 'attached' });
        assert.is(await page.getByRole('button', { name: 'Save now' }).count(), 0);
        await page.getByLabel('Touched').fill('docs');
        await page.getByLabel('Touched').press('Enter');
        await page.locator('.row[data-key="row 3"]').waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Clear' }).click();
        await page.locator('.row[data-key="row 3"]').click();
        await page.locator('.fact', { hasText: 'crypto/rand, not math/rand' }).waitFor();
        assert.is(await page.getByRole('button', { name: 'Restore…' }).count(), 0);
        await page.getByRole('tab', { name: 'Files' }).click();
        await page.locator('.file-patch', { hasText: 'rand.go' }).waitFor();
        await page.getByLabel('Against').selectOption('previous');
        await page.locator('.file-patch', { hasText: 'rand.go' }).waitFor();
        await page.getByRole('tab', { name: 'Pack' }).click();
        await page.locator('.shares figcaption', { hasText: 'of 5,000 tokens' }).waitFor();
        await page.getByText('Another budget packs anew, for which git checkpoint ui is needed.').waitFor();
        await page.getByRole('tab', { name: 'Raw' }).click();
        await page.getByText('schema: 1').waitFor();
        await page.keyboard.press('/');
        await page.keyboard.type('crypto/rand');
        await page.keyboard.press('Enter');
        await page.locator('.hit mark').first().waitFor();
        await page.goto(`${pathToFileURL(file).href}#/compare/2/3`);
        await page.locator('.file-patch', { hasText: 'rand.go' }).waitFor();
        await page.goto(`${pathToFileURL(file).href}#/compare/1/3`);
        await page.getByText('the lines that differ from the checkpoint before, and no others').waitFor();
        await page.locator('.fact-field', { hasText: 'Done' }).first().waitFor();
        assert.equal(complaints, []);
      });
    }));

  it('runs nothing of what checkpoints say', () =>
    withRepo(async (repo) => {
      repo.commit(SCRIPT);
      repo.git('checkout', '--quiet', '-b', '<img/src=x/onerror=window.ran=1>');
      repo.write(`a-${SCRIPT.replaceAll('/', '')}.html`, `${SCRIPT}\n`);
      await checkpoint(repo, 'save', '-m', SCRIPT, '--decision', SCRIPT, '--next', SCRIPT);
      repo.git('checkout', '--quiet', '-b', '"><script/src=x>window.ran=1</script>');
      await checkpoint(repo, 'save', '-m', SCRIPT, '--next', `${SCRIPT} again`);
      const file = join(repo.home, 'page.html');
      await checkpoint(repo, 'export', '--html', file);
      await withBrowser(async (browser) => {
        const { page, complaints } = await openPage(browser, pathToFileURL(file).href, { offline: true });
        const views = ['', 'checkpoint/2', 'checkpoint/1/files', 'checkpoint/1/pack', 'checkpoint/1/raw'];
        for (const screen of [...views, 'compare/1/2', 'search/onerror']) {
          await page.goto(`${pathToFileURL(file).href}#/${screen}`);
          assert.is(await page.evaluate('window.ran'), undefined, screen);
          await page.getByText('onerror').filter({ visible: true }).first().waitFor();
        }
        assert.is(await page.evaluate('window.ran'), undefined);
        assert.is(await page.locator('img').count(), 0);
        assert.equal(complaints, []);
      });
    }));
});

describe('git checkpoint export', (it) => {
  it('redacts secrets, hides the machine, folds what is long and names it', () =>
    withRepo(async (repo) => {
      repo.write('config.ts', 'export const port = 1;\n');
      repo.commit('One');
      repo.write('config.ts', `export const port = 1;\nexport const token = '${TOKEN}';\n`);
      repo.write('deploy.txt', `${KEY}\n`);
      repo.write('long.txt', 'a line\n'.repeat(50_000));
      repo.write('where.txt', `${repo.root}/config.ts\n`);
      await checkpoint(repo, 'save', '-m', 'Deploy', '--decision', `Put ${TOKEN} into the vault`);
      const file = join(repo.home, 'page.html');
      const told = JSON.parse(await checkpoint(repo, 'export', '--html', file, '--json'));
      const html = readFileSync(file, 'utf8');
      assert.not.match(html, TOKEN);
      for (const line of KEY.split('\n').slice(1, -1)) assert.not.match(html, line);
      assert.not.match(html, repo.root);
      assert.match(html, '[REDACTED:');
      assert.equal(told.folded.sort(), [
        'deploy.txt in checkpoint 1: it holds or may hold secrets',
        'long.txt in checkpoint 1: too long',
      ]);
      assert.ok(html.length < 400_000, `${html.length}`);
    }));

  it('exports some checkpoints, or one session, and nothing of the others', () =>
    withRepo(async (repo) => {
      repo.commit('One');
      const turn = (prompt: string) => ({ prompt, answer: `About ${prompt}`, context: 1000 });
      await playSession(repo, 'alpha', [turn('APPLES'), turn('PEARS')]);
      repo.commit('Two');
      await playSession(repo, 'beta', [turn('PLUMS')]);
      const file = join(repo.home, 'page.html');
      assert.match(await checkpoint(repo, 'export', '--html', file, '--session', 'alpha'), /^Exported 2 checkpoints/);
      assert.not.match(readFileSync(file, 'utf8'), 'PLUMS');
      assert.match(await checkpoint(repo, 'export', '--html', file, '1'), /^Exported 1 checkpoint /);
      const html = readFileSync(file, 'utf8');
      assert.match(html, 'APPLES');
      assert.not.match(html, 'PEARS');
      assert.not.match(html, '/conversation"', 'conversations stay here');
    }));
});

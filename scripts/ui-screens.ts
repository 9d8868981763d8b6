/** Draws screens of `git checkpoint ui` as PNG: `node --import tsx scripts/ui-screens.ts FOLDER`, light and dark, wide and narrow. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openPage, withBrowser, withServer } from '../test/support/browser.ts';
import { fillRepository } from '../test/support/ui-repository.ts';
import { withRepo } from '../test/support/with-repo.ts';

const folder = process.argv[2] ?? 'docs';
const screens = {
  timeline: '#/',
  checkpoint: '#/checkpoint/4',
  files: '#/checkpoint/3/files',
  pack: '#/checkpoint/4/pack',
  health: '#/health',
};

mkdirSync(folder, { recursive: true });
await withRepo(async (repo) => {
  await fillRepository(repo);
  await withServer(repo, (server) =>
    withBrowser(async (browser) => {
      const { page } = await openPage(browser, server.url);
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const width of [400, 1400]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: width === 400 ? 900 : 800 });
          for (const [name, hash] of Object.entries(screens)) {
            await page.goto(`${new URL(server.url).origin}/${hash}`);
            await page.waitForLoadState('networkidle').catch(() => undefined);
            await page.waitForTimeout(600);
            await page.screenshot({ path: join(folder, `ui-${name}-${colorScheme}-${width}.png`) });
          }
        }
      }
    }),
  );
});

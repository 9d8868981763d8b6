/**
 * Draws the screens of `git checkpoint ui` as PNG, light and dark, wide and narrow, on what real sessions of Claude Code left:
 * `node --import tsx scripts/ui-screens.ts FOLDER`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type OpenedPage, withPage } from './e2e/page/open-page.ts';
import { firstSession, playProject } from './e2e/page/play-project.ts';
import { onStage } from './e2e/stage.ts';

const folder = process.argv[2] ?? 'docs';
const screens = {
  timeline: '',
  checkpoint: 'checkpoint/2',
  files: 'checkpoint/2/files/previous',
  pack: 'checkpoint/2/pack',
  conversation: 'checkpoint/2/conversation',
  compare: 'compare/1/2',
  search: 'search/token',
  health: 'health',
};

mkdirSync(folder, { recursive: true });
await onStage(async (stage) => {
  await playProject(stage);
  const session = firstSession(stage);
  await withPage(stage, async (opened) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [400, 1400]) {
        await opened.page.emulateMedia({ colorScheme });
        await opened.page.setViewportSize({ width, height: width === 400 ? 900 : 860 });
        await drawAll(opened, `${colorScheme}-${width}`, session);
      }
    }
  });
});

async function drawAll({ page, go }: OpenedPage, suffix: string, session: string): Promise<void> {
  const draw = async (name: string) => {
    await page.getByText('Reading…').first().waitFor({ state: 'detached' });
    await page.waitForTimeout(700);
    await page.screenshot({ path: join(folder, `ui-${name}-${suffix}.png`) });
  };
  for (const [name, screen] of Object.entries(screens)) {
    await go(screen);
    await draw(name);
  }
  await go(`session/${session}`);
  await draw('session');
  await go('checkpoint/1');
  await page.getByRole('button', { name: 'Restore…' }).click();
  await page.locator('.step .path').first().waitFor();
  await draw('restore');
  await page.keyboard.press('Escape');
}

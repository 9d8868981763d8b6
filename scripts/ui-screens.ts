/**
 * Draws the screens of `git checkpoint ui` as PNG, light and dark, wide and narrow: on what real sessions of Claude Code left, and in states
 * that they seldom leave.
 *
 *   node --import tsx scripts/ui-screens.ts FOLDER [STATE…]
 *
 * With names of states (`sessions`, or those of scripts/ui-screens/states.ts) it draws only these; with `pictures`, the two of the README,
 * into docs/.
 */
import { hasBrowser, openPage, withBrowser, withServer } from '../test/support/browser.ts';
import { withRepo } from '../test/support/with-repo.ts';
import { withPage } from './e2e/page/open-page.ts';
import { firstSession, playProject } from './e2e/page/play-project.ts';
import { onStage } from './e2e/stage.ts';
import { drawState, pictureIn } from './ui-screens/draw.ts';
import { openRestore, type State } from './ui-screens/state.ts';
import { states } from './ui-screens/states.ts';

const [folder = 'screens', ...wanted] = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

if (!hasBrowser) throw new Error('there is no Chromium here (Debian: apt-get install chromium)');
for (const state of states.filter(({ name }) => isWanted(name))) await drawOdd(state);
if (isWanted('sessions')) await drawSessions();
if (wanted.includes('pictures')) await drawPictures();

async function drawOdd(state: State): Promise<void> {
  await withRepo(async (made) => {
    await state.make(made);
    const file = await state.exported?.(made);
    const repo = { ...made, root: state.root?.(made) ?? made.root };
    const served = { readOnly: state.readOnly ?? false, findings: state.findings ?? [] };
    await withServer(
      repo,
      (server) =>
        withBrowser(async (browser) => {
          const { page } = await openPage(browser, file ?? server.url);
          const base = file ?? new URL('/', server.url).href;
          const go = async (screen: string) => {
            await page.keyboard.press('Escape');
            await page.goto(`${base}#/${screen}`);
          };
          for (const [name, reach] of Object.entries(state.screens))
            await drawState(page, pictureIn(folder, `${state.name}-${name}`), () => reach({ page, repo, server, go }));
        }),
      served,
    );
  });
}

async function drawSessions(): Promise<void> {
  const screens = {
    timeline: '',
    checkpoint: 'checkpoint/2',
    files: 'checkpoint/2/files/previous',
    pack: 'checkpoint/2/pack',
    conversation: 'checkpoint/2/conversation',
    raw: 'checkpoint/2/raw',
    compare: 'compare/1/2',
    search: 'search/token',
    health: 'health',
  };
  await onStage(async (stage) => {
    await playProject(stage);
    const session = `session/${firstSession(stage)}`;
    await withPage(stage, async ({ page, go }) => {
      for (const [name, screen] of Object.entries({ ...screens, session }))
        await drawState(page, pictureIn(folder, name), () => go(screen));
      await drawState(page, pictureIn(folder, 'restore'), async () => {
        await page.keyboard.press('Escape');
        await go('checkpoint/1');
        await openRestore({ page });
      });
    });
  });
}

/** The pictures of the README, from the same sessions. */
async function drawPictures(): Promise<void> {
  await onStage(async (stage) => {
    await playProject(stage);
    await withPage(stage, async ({ page, go }) => {
      await page.setViewportSize({ width: 1400, height: 960 });
      await page.locator('.here-card', { hasText: 'since' }).waitFor();
      await page.locator('.moment .file-tree').waitFor();
      await page.screenshot({ path: 'docs/ui-timeline.png' });
      await page.setViewportSize({ width: 1400, height: 760 });
      await go('checkpoint/1');
      await openRestore({ page });
      await page.screenshot({ path: 'docs/ui-restore.png' });
    });
  });
}

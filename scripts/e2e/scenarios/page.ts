import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '../expect.ts';
import { type OpenedPage, withPage } from '../page/open-page.ts';
import { countSaved, firstSession, playProject, playTurn, withClaude } from '../page/play-project.ts';
import { onStage, type Stage } from '../stage.ts';

/** Every file of the working tree with its content. */
function filesOf({ repo }: Stage): string {
  const names = readdirSync(repo.root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.git'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return names.map((name) => `${name}\n${readFileSync(name, 'utf8')}`).join('\n');
}

/** The screens of the page on what real sessions of Claude Code left, clicked through to a restore and its undo. */
export function page(): Promise<void> {
  return onStage(async (stage) => {
    await playProject(stage);
    await withPage(stage, async (opened) => {
      await lookAround(opened, firstSession(stage));
      await restoreAndUndo(stage, opened);
      await followSave(stage, opened);
      expect('the page complained about nothing', opened.complaints.length === 0, opened.complaints.join('\n'));
    });
  });
}

async function lookAround({ page, go }: OpenedPage, session: string): Promise<void> {
  await page.locator('.session-card', { hasText: 'Claude Code' }).first().waitFor();
  for (const card of await page.locator('.unfold[aria-expanded="false"]').all()) await card.click();
  const timeline = (await page.locator('.timeline-main').textContent()) ?? '';
  expect('sessions have their intent', timeline.includes('Rotate refresh tokens on use'), timeline);
  expect('the commit of the user is a rule', /commit [0-9a-f]{7} Rotate refresh tokens/.test(timeline), timeline);
  expect('the switch to a branch is a break', timeline.includes('switched from main to audit'), timeline);
  expect(
    'what was taken before rm -rf has a shield',
    (await page.locator('[aria-label^="taken before rm"]').count()) > 0,
  );
  // The page learns of operations after it has the checkpoints.
  await page.locator('g.arc').nth(1).waitFor({ state: 'attached' });
  expect('a restore and its undo are arcs', (await page.locator('g.arc').count()) === 2);
  expect('failed tests have a flag', (await page.locator('[aria-label="tests failed"]').count()) > 0);
  await go('checkpoint/1');
  const decision = page.locator('.field-decisions .fact', { hasText: 'single-use tokens' });
  await decision.getByRole('link', { name: 'agent, turn 1' }).click();
  await page.locator('.turn.wanted', { hasText: 'I decided on single-use tokens' }).waitFor();
  expect('what was known leads to the turn that says so', true);
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.locator('.file-patch', { hasText: 'src/tokens.js' }).locator('.tok-keyword').first().waitFor();
  await page.getByRole('tab', { name: 'Pack' }).click();
  await page.locator('.shares figcaption').waitFor();
  await page.getByRole('tab', { name: 'Conversation' }).click();
  await page.locator('.call', { hasText: 'node --test' }).first().waitFor();
  await page.getByRole('tab', { name: 'Raw' }).click();
  await page.getByText('schema: 1').waitFor();
  expect('a checkpoint shows what was known, files, pack, conversation and note', true);
  await go('compare/1/2');
  await page.locator('.fact-field', { hasText: 'Red to green' }).getByText('node --test').waitFor();
  expect('two compared say that the tests went from red to green', true);
  await go('search/node --test');
  await page.getByRole('heading', { name: /^Commands/ }).waitFor();
  expect('commands are found', true);
  await go(`session/${session}`);
  await page.locator('.session-graph .test.failed').first().waitFor();
  expect('a session shows context, lines and tests over its turns', true);
  await go('health');
  await page.locator('.hook-times tbody tr').first().waitFor();
  expect('health shows how long each hook took', true);
}

async function restoreAndUndo(stage: Stage, { page, go }: OpenedPage): Promise<void> {
  const before = filesOf(stage);
  await go('checkpoint/1');
  await page.getByRole('button', { name: 'Restore…' }).click();
  await page.getByText('You are on audit; it was saved on main.').waitFor();
  const safety = countSaved(stage) + 1;
  await page.locator('.sheet .safety', { hasText: `the next checkpoint (${safety})` }).waitFor();
  await page.getByRole('button', { name: /^Restore \d+ files?$/ }).click();
  await page.locator('.toast.good', { hasText: `verified. What you had is checkpoint ${safety}.` }).waitFor();
  expect('the safety copy is named before and after', true);
  const now = stage.repo.tryGit('checkpoint', 'verify', '1');
  expect('the restored files are on disk', !filesOf(stage).includes('single use'), now.stdout);
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo it' }).click();
  await page.locator('.toast.good', { hasText: 'Undone and verified' }).waitFor();
  expect('its undo brought every byte back', filesOf(stage) === before);
}

async function followSave(stage: Stage, { page, go }: OpenedPage): Promise<void> {
  await go('');
  const next = countSaved(stage) + 1;
  await withClaude(stage, async (terminal) => {
    const input = { file_path: join(stage.repo.root, 'src/live.js'), content: 'export const live = true;\n' };
    const tools = [{ name: 'Write', input }];
    await playTurn(stage, terminal, { say: 'Add one more file', tools, answer: 'LIVE FILE is written.', tokens: 9000 });
    await page.locator(`.row[data-key="row ${next}"]`).waitFor();
    expect('a save by a hook appears by itself', true);
  });
}

import { checkpoint } from '../../test/support/run-main.ts';
import { fillRepository } from '../../test/support/ui-repository.ts';
import { openRestore, type State } from './state.ts';

/** Sheets above the page, and what is left when they have been confirmed. */
export const restoreStates: readonly State[] = [
  {
    name: 'restore',
    make: fillRepository,
    screens: {
      branch: async (looking) => {
        await looking.go('checkpoint/3');
        await openRestore(looking);
        await looking.page.getByLabel('New branch').check();
      },
      lines: async (looking) => {
        await looking.go('checkpoint/3');
        await openRestore(looking);
        await looking.page.getByRole('button', { name: /line by line/ }).click();
        await looking.page.locator('.sheet .file-patch').first().waitFor();
      },
      undo: async ({ page, go }) => {
        await go('');
        await page.getByRole('button', { name: 'Undo…' }).click();
        await page.getByRole('button', { name: 'Undo it' }).waitFor();
      },
      save: async ({ page, go }) => {
        await go('');
        await page.getByRole('button', { name: 'Save now' }).click();
      },
      drop: async ({ page, go }) => {
        await go('checkpoint/3');
        await page.getByRole('button', { name: 'Drop…' }).click();
      },
      keys: async ({ page, go }) => {
        await go('');
        await page.getByRole('button', { name: 'Keys' }).click();
      },
      picked: async ({ page, go }) => {
        await go('');
        if ((await page.locator('.row.picked').count()) === 0)
          await page.locator('.row[data-key="row 4"]').click({ modifiers: ['Shift'] });
      },
      filtered: async ({ page, go }) => {
        await go('');
        await page.evaluate("document.querySelector('.filters-fold')?.setAttribute('open', '')");
        await page.getByLabel('Touched').fill('nothing/here');
        await page.getByLabel('Touched').press('Enter');
      },
      done: async (looking) => {
        const cancel = looking.page.getByRole('button', { name: 'Cancel' });
        if ((await cancel.count()) > 0) await cancel.click();
        looking.repo.write('notes/todo.txt', `rotate tokens by ${Math.random()}\n`);
        await looking.go('checkpoint/3');
        await openRestore(looking);
        await looking.page.getByRole('button', { name: /^Restore \d+ files?$/ }).click();
        await looking.page.locator('.toast.good').waitFor();
        await looking.go('');
      },
    },
  },
  {
    name: 'conflict',
    make: async (repo) => {
      repo.write('a.txt', 'one\ntwo\nthree\n');
      repo.commit('One');
      repo.write('a.txt', 'one\nTWO\nthree\n');
      await checkpoint(repo, 'save', '-m', 'In capitals');
      repo.write('a.txt', 'one\n2\nthree\n');
      repo.git('checkout', '--quiet', '-b', 'feature');
    },
    screens: {
      merge: async (looking) => {
        await looking.go('checkpoint/1');
        await openRestore(looking);
        await looking.page.getByLabel('Merge').check();
        await looking.page.getByText('conflict marks').first().waitFor();
        await looking.page.getByRole('button', { name: /line by line/ }).click();
        await looking.page.locator('.sheet .file-patch').first().waitFor();
      },
    },
  },
];

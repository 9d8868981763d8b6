import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import type { FindingJson } from '../../src/ui/api.ts';
import type { UiServer } from '../../src/ui/server/serve.ts';
import { planted } from '../../test/support/planted-secrets.ts';
import { playSession } from '../../test/support/played-session.ts';
import { CLI } from '../../test/support/run-cli.ts';
import { checkpoint } from '../../test/support/run-main.ts';
import { fillRepository } from '../../test/support/ui-repository.ts';
import type { TestRepo } from '../../test/support/with-repo.ts';
import { makeScaleStore } from '../scale/store.ts';

/** Somebody at a page. */
interface Looking {
  readonly page: Page;
  readonly repo: TestRepo;
  readonly server: UiServer;
  go(screen: string): Promise<void>;
}

/** A repository in a state that real sessions seldom leave, and the screens to draw of it. */
export interface State {
  readonly name: string;
  readonly readOnly?: true;
  readonly findings?: readonly FindingJson[];
  make(repo: TestRepo): Promise<void>;
  /** The address of an exported page, when that is what is looked at. */
  exported?(repo: TestRepo): Promise<string>;
  /** Where the repository lies, when it is not the one that was handed over. */
  root?(repo: TestRepo): string;
  readonly screens: Readonly<Record<string, (looking: Looking) => Promise<void>>>;
}

const at = (screen: string) => (looking: Looking) => looking.go(screen);
const LONG =
  'Rotate every refresh token on use, expire the ones that nobody used for thirty days, and tell whoever holds an old one to sign in again';
const ARABIC = 'تدوير رموز التحديث عند الاستخدام';
const CHINESE = '使用時輪換更新權杖，並在三十天後過期';

export const states: readonly State[] = [
  {
    name: 'empty',
    make: async (repo) => {
      repo.commit('One');
    },
    screens: { timeline: at(''), search: at('search/token'), health: at('health') },
  },
  {
    name: 'one',
    make: async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('One');
      repo.write('a.txt', 'two\n');
      await checkpoint(repo, 'save', '-m', 'The first one');
    },
    screens: { timeline: at(''), checkpoint: at('checkpoint/1') },
  },
  {
    name: 'damaged',
    make: async (repo) => {
      await fillRepository(repo);
      repo.git('notes', '--ref=checkpoints', 'add', '-f', '-m', '<b>: [not: a note', 'refs/checkpoints/3');
      const tree = repo.git('rev-parse', 'refs/checkpoints/2^{tree}');
      repo.git('update-ref', 'refs/checkpoints/7', repo.git('commit-tree', tree, '-m', 'not a checkpoint'));
    },
    screens: {
      timeline: at(''),
      checkpoint: at('checkpoint/7'),
      lost: at('checkpoint/3'),
      missing: at('checkpoint/99'),
    },
  },
  {
    name: 'long',
    make: async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('One');
      const folder = 'packages/authentication-and-authorization/src/refresh-tokens/rotation';
      repo.git('checkout', '--quiet', '-b', 'feature/rotate-refresh-tokens-on-use-and-expire-them-after-thirty-days');
      repo.write(
        `${folder}/a-very-long-name-of-a-file-that-nobody-wants-to-read-aloud.test.ts`,
        `const a = '${'x'.repeat(300)}';\n`,
      );
      await checkpoint(
        repo,
        'save',
        '-m',
        `${LONG}. ${LONG}.`,
        '--decision',
        LONG,
        '--next',
        `${LONG} ${'y'.repeat(200)}`,
      );
      repo.write('文書/トークン.md', `# ${CHINESE}\n`);
      repo.write('وثائق/رموز.md', `# ${ARABIC}\n`);
      await checkpoint(repo, 'save', '-m', ARABIC, '--decision', ARABIC, '--next', CHINESE);
      await checkpoint(repo, 'save', '-m', CHINESE, '--rule', CHINESE, '--next', ARABIC);
      const turn = (prompt: string) => ({ prompt, answer: `${prompt}. Done.`, context: 180_000 });
      await playSession(repo, 'long', [turn(`${LONG}. ${LONG}.`), turn(ARABIC)]);
      repo.write('a.txt', 'two\n');
    },
    screens: {
      timeline: at(''),
      checkpoint: at('checkpoint/1'),
      files: at('checkpoint/3/files'),
      search: at('search/token'),
      session: at('session/long'),
      restore: async (looking) => {
        await looking.go('checkpoint/1');
        await openRestore(looking);
      },
    },
  },
  {
    name: 'restore',
    make: fillRepository,
    screens: {
      conflicts: async (looking) => {
        await looking.go('checkpoint/3');
        await openRestore(looking);
        await looking.page.getByLabel('Merge').check();
        await looking.page.waitForTimeout(400);
      },
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
    name: 'read-only',
    readOnly: true,
    make: fillRepository,
    screens: { timeline: at(''), checkpoint: at('checkpoint/3') },
  },
  {
    name: 'no-hit',
    make: fillRepository,
    screens: { search: at('search/nothing like this'), session: at('session/unknown') },
  },
  {
    name: 'problems',
    findings: [
      {
        state: 'wrong',
        text: 'Claude Code: SessionStart runs /nope/git-checkpoint, which does not exist',
        hint: 'Run `git checkpoint install claude-code`.',
      },
      { state: 'wrong', text: '  Stop: 9000 ms, longer than it may take', milliseconds: 9000, limit: 9000 },
      { state: 'ok', text: '  SessionStart: 120 ms', milliseconds: 120, limit: 20_000 },
      {
        state: 'note',
        text: '`git log --all` shows the checkpoints, too',
        hint: "To hide them: `git config --global alias.la 'log --exclude=refs/checkpoint* --all'`, then `git la`.",
      },
      { state: 'ok', text: 'git-checkpoint 0.1.0 on node v20.20.2, git 2.39.5, native engine' },
    ],
    make: async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('One');
      const remote = join(repo.home, 'remote.git');
      repo.git('init', '--quiet', '--bare', remote);
      repo.git('remote', 'add', 'origin', remote);
      repo.git('push', '--quiet', 'origin', 'main');
      await checkpoint(repo, 'save', '-m', 'First');
      await checkpoint(repo, 'push', 'origin');
      repo.write('config.ts', `export const token = '${planted['github']}';\n`);
      await checkpoint(repo, 'save', '-m', 'With a token');
    },
    screens: { health: at('health') },
  },
  {
    name: 'exported',
    make: async (repo) => {
      await fillRepository(repo);
      repo.write('long.txt', 'a line\n'.repeat(50_000));
      await checkpoint(repo, 'save', '-m', 'With a long file');
    },
    exported: async (repo) => {
      const file = join(repo.home, 'page.html');
      await checkpoint(repo, 'export', '--html', file);
      return pathToFileURL(file).href;
    },
    screens: {
      timeline: at(''),
      checkpoint: at('checkpoint/3'),
      files: at('checkpoint/7/files'),
      pack: at('checkpoint/3/pack'),
      compare: at('compare/1/3'),
      search: at('search/token'),
    },
  },
  {
    name: 'many',
    make: async ({ home }) => makeScaleStore(join(home, 'many'), { program: CLI, checkpoints: 10_000 }),
    root: ({ home }) => join(home, 'many'),
    screens: {
      middle: async ({ page, go }) => {
        await go('');
        await page.locator('.row').first().waitFor();
        await page.locator('.timeline-main', { hasText: /10,000 checkpoints(?!,)/ }).waitFor({ timeout: 120_000 });
        await page.evaluate('scrollTo(0, document.documentElement.scrollHeight / 2)');
        await page.waitForTimeout(1000);
      },
    },
  },
  {
    name: 'gone',
    make: fillRepository,
    screens: {
      timeline: async ({ page, server, go }) => {
        if (await page.getByRole('alert').count()) return;
        await go('');
        await page.locator('.here-card', { hasText: 'checkpoint' }).waitFor();
        server.close();
        await page.getByRole('alert').waitFor();
      },
    },
  },
];

async function openRestore({ page }: Looking): Promise<void> {
  await page.getByRole('button', { name: 'Restore…' }).click();
  await page.locator('.step .path').first().waitFor();
}

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { planted } from '../../test/support/planted-secrets.ts';
import { playSession } from '../../test/support/played-session.ts';
import { CLI } from '../../test/support/run-cli.ts';
import { checkpoint } from '../../test/support/run-main.ts';
import { fillRepository } from '../../test/support/ui-repository.ts';
import { makeScaleStore } from '../scale/store.ts';
import { restoreStates } from './restore-states.ts';
import { at, openRestore, type State } from './state.ts';

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
  ...restoreStates,
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
        // It may stand in the middle already, where sessions are folded.
        await page.evaluate('scrollTo(0, 0)');
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

import * as assert from 'uvu/assert';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** Whether a command paints, on a terminal or elsewhere. */
async function paints(repo: TestRepo, command: string, where: { tty: boolean; env?: Record<string, string> }) {
  let text = '';
  const stdout = { isTTY: where.tty, write: (more: string | Uint8Array) => (text += Buffer.from(more).toString()) };
  const env = { TERM: 'xterm', GIT_PAGER: 'cat', ...where.env };
  const { status, stderr } = await runMain(repo, command.split(' '), { env, stdout });
  assert.equal([status, stderr], [0, '']);
  assert.is.not(text, '');
  return text.includes('\u001b[');
}

async function withCheckpoint(use: (repo: TestRepo) => Promise<void>): Promise<void> {
  await withRepo(async (repo) => {
    repo.write('a.txt', 'one\n');
    repo.commit('base');
    await runMain(repo, ['save', '-m', 'First']);
    repo.write('a.txt', 'two\n');
    await use(repo);
  });
}

const painting = ['list', 'show', 'diff', 'config', 'grep First', 'restore 1 --dry-run'];

describe('colours', (it) => {
  it('are where git has them for each value of color.ui', () =>
    withCheckpoint(async (repo) => {
      const expected = [
        { values: ['auto', 'true', 'YES', 'on', '1'], terminal: true, pipe: false },
        { values: ['always', 'Always'], terminal: true, pipe: true },
        { values: ['never', 'false', 'Off', 'no', '0', ''], terminal: false, pipe: false },
      ];
      for (const { values, terminal, pipe } of expected)
        for (const value of values) {
          repo.git('config', 'color.ui', value);
          assert.is(await paints(repo, 'list', { tty: true }), terminal, `'${value}' on a terminal`);
          assert.is(await paints(repo, 'list', { tty: false }), pipe, `'${value}' elsewhere`);
        }
    }));

  it('follow color.ui in every command, a diff color.diff first', () =>
    withCheckpoint(async (repo) => {
      repo.git('config', 'color.ui', 'always');
      for (const command of painting) assert.ok(await paints(repo, command, { tty: false }), command);
      repo.git('config', 'color.diff', 'false');
      assert.not(await paints(repo, 'diff', { tty: true }));
      assert.ok(await paints(repo, 'show', { tty: false }));
      repo.git('config', 'color.ui', 'never');
      repo.git('config', 'color.diff', 'auto');
      assert.ok(await paints(repo, 'diff', { tty: true }));
      assert.not(await paints(repo, 'diff', { tty: false }));
    }));

  it("are off by NO_COLOR whatever git's configuration says, and on a dumb terminal unless it says always", () =>
    withCheckpoint(async (repo) => {
      const dumb = { TERM: 'dumb' };
      assert.not(await paints(repo, 'list', { tty: true, env: dumb }));
      repo.git('config', 'color.ui', 'always');
      assert.ok(await paints(repo, 'list', { tty: true, env: dumb }));
      for (const command of painting)
        assert.not(await paints(repo, command, { tty: true, env: { NO_COLOR: '1' } }), command);
    }));
});

describe('--color', (it) => {
  it('comes before the configuration, NO_COLOR and the terminal', () =>
    withCheckpoint(async (repo) => {
      for (const command of painting) {
        const env = { NO_COLOR: '1' };
        assert.ok(await paints(repo, `${command} --color`, { tty: false, env }), command);
        assert.ok(await paints(repo, `${command} --color=always`, { tty: false }), command);
        assert.not(await paints(repo, `${command} --color=never`, { tty: true }), command);
      }
      repo.git('config', 'color.ui', 'always');
      assert.not(await paints(repo, 'list --color=never', { tty: true }));
      assert.ok(await paints(repo, 'list --color=auto', { tty: false }));
    }));

  it('takes git’s three words only', () =>
    withCheckpoint(async (repo) => {
      const { status, stderr } = await runMain(repo, ['list', '--color=sometimes']);
      assert.is(status, 129);
      assert.match(stderr, "option '--color' is one of auto, always, never, not 'sometimes'");
    }));
});

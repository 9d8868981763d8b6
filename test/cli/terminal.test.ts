import * as assert from 'uvu/assert';
import { textWidth } from '../../src/core/text-width.ts';
import { CLI, checkpoint } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { hasTerminal, openTerminal, type Terminal } from '../support/terminal.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const command = (args: string) => `'${process.execPath}' '${CLI}' ${args}`;

async function inTerminal(
  args: string,
  use: (terminal: Terminal, repo: TestRepo) => Promise<void>,
  columns = 80,
): Promise<void> {
  if (!hasTerminal()) return;
  await withRepo(async (repo) => {
    repo.write('a.txt', 'one\n');
    repo.commit('base');
    checkpoint(
      repo,
      'save',
      '-m',
      'A summary that is much longer than a terminal of eighty columns can show in one line of a table',
    );
    repo.write('a.txt', 'two\n');
    const terminal = openTerminal(repo, command(args), columns);
    try {
      await use(terminal, repo);
    } finally {
      terminal.close();
    }
  });
}

describe('on a terminal', (it) => {
  it('verify --prompt saves on y', () =>
    inTerminal('verify --prompt', async (terminal, repo) => {
      await terminal.waitFor(/Save a checkpoint\? \[y\]es . \[n\]o . \[c\]ancel/);
      terminal.type('y', 'Enter');
      await terminal.waitFor(/Checkpoint saved: [\s\S]*exit=0/);
      assert.is(repo.git('show', 'refs/checkpoints/2:a.txt'), 'two');
    }));

  it('verify --prompt goes on without saving on n, and stops on c', async () => {
    for (const [key, code] of [
      ['n', 0],
      ['c', 1],
    ] as const) {
      await inTerminal('verify --prompt', async (terminal, repo) => {
        await terminal.waitFor(/\[c\]ancel/);
        terminal.type('x', 'Enter');
        terminal.type(key, 'Enter');
        await terminal.waitFor(new RegExp(`exit=${code}`));
        assert.is(repo.tryGit('rev-parse', '--verify', '-q', 'refs/checkpoints/2').status, 1);
      });
    }
  });

  it('list fits the width', () =>
    inTerminal('list', async (terminal) => {
      const screen = await terminal.waitFor(/exit=0/);
      assert.match(screen, /@ +now {2}not saved .*1 file changed since checkpoint 1\n/);
      assert.match(screen, /main · you · .* · 1 checkpoint\n○ 1 {2}now {2}you .*…\n/);
    }));

  it('diff is paged as git pages', () =>
    inTerminal('diff', async (terminal) => {
      const screen = await terminal.waitFor(/exit=0/);
      assert.match(screen, /-one\n\+two/);
    }));
});

/** What a person looks at. */
const screens = [
  'list',
  'list --all',
  'list --flat',
  'status',
  'show',
  'resume',
  'resume --explain',
  'restore 1 -n',
  'log',
  'verify',
  'usage',
  'config',
  'show -h',
  'restore 1 --yes',
  'undo --yes',
];

describe('at 40, 80 and 200 columns', (it) => {
  if (!hasTerminal()) return;
  for (const columns of [40, 80, 200])
    it(`no line of a screen is wider than ${columns}`, () =>
      withRepo(async (repo) => {
        repo.write('src/components/forms/a-file-with-a-rather-long-name.ts', 'one\n');
        repo.commit('base');
        repo.write('src/components/forms/a-file-with-a-rather-long-name.ts', 'two\n');
        const words = ['--next', 'Write a test that shows that a token that was used once cannot be used again'];
        checkpoint(repo, 'save', '-m', `A summary that is long: ${'and longer '.repeat(12)}`, ...words);
        repo.write('src/components/forms/a-file-with-a-rather-long-name.ts', 'three\n');
        for (const args of screens) {
          const terminal = openTerminal(repo, `clear; GIT_PAGER=cat ${command(args)}`, columns);
          try {
            await terminal.waitFor(/^exit=\d+$/m);
            // A line that the terminal had to break is joined again here.
            const wide = terminal
              .joined()
              .split('\n')
              .filter((line) => !line.includes(CLI) && textWidth(line.trimEnd()) > columns);
            assert.equal(wide, [], args);
          } finally {
            terminal.close();
          }
        }
      }));

  for (const columns of [40, 80, 200])
    it(`the picker stays within ${columns} and gives the terminal back`, () =>
      inTerminal(
        'restore',
        async (terminal) => {
          await terminal.waitFor(/Restore which checkpoint/);
          assert.ok(
            terminal
              .joined()
              .split('\n')
              .every((line) => textWidth(line.trimEnd()) <= columns),
          );
          terminal.type('q');
          await terminal.waitFor(/exit=1/);
        },
        columns,
      ));
});

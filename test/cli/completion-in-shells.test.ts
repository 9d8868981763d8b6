import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { CLI } from '../support/run-cli.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { hasTerminal, openTerminal } from '../support/terminal.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const GIT_COMPLETION = '/usr/share/bash-completion/completions/git';
const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;

/** A repository with checkpoints, and the program on the PATH of its user. */
async function withProgram(use: (repo: TestRepo) => Promise<void>): Promise<void> {
  await withRepo(async (repo) => {
    repo.write('notes.txt', 'base\n');
    repo.commit('base');
    for (let number = 1; number <= 11; number += 1)
      await checkpoint(repo, 'save', '-m', `Step ${number === 2 ? 1 : number}`);
    const bin = join(repo.home, 'bin');
    mkdirSync(bin);
    symlinkSync(CLI, join(bin, 'git-checkpoint'));
    const env = { ...repo.env, PATH: `${bin}:${repo.env['PATH']}`, HOME: repo.home };
    await use({ ...repo, env });
  });
}

interface Shell {
  readonly start: string;
  readonly lines: readonly string[];
  /** How often Tab is pressed until a shell shows what there is. */
  readonly presses: number;
}

/** Starts a shell in a real terminal, runs lines in it, then types words and Tab, and waits for what the screen must show. */
async function typed(repo: TestRepo, shell: Shell, steps: [string, RegExp][]) {
  const terminal = openTerminal(repo, shell.start, 100);
  try {
    for (const [at, line] of [...shell.lines, 'clear'].entries()) {
      terminal.type('-l', `${line}; echo ready-$((${at} + 100))`);
      terminal.type('Enter');
      await terminal.waitFor(line === 'clear' ? /^ready-1\d\d$/m : new RegExp(`^ready-${at + 100}$`, 'm'));
    }
    for (const [words, pattern] of steps) {
      terminal.type('-l', words);
      for (let press = 0; press < shell.presses; press += 1) terminal.type('Tab');
      await terminal.waitFor(pattern);
      terminal.type('C-u');
    }
  } finally {
    terminal.close();
  }
}

const steps: [string, RegExp][] = [
  ['git checkpoint veri', /git checkpoint verify/],
  ['git checkpoint show 1', /11 .*Step 11[\s\S]*10 .*Step 10/],
  ['git checkpoint list --trigger cle', /list --trigger clear/],
  ['git checkpoint show 11 -- no', /-- notes\.txt/],
  ['git checkpoint config get resume.bud', /get resume\.budget_tokens/],
];

const bash = (before: string) => ({
  start: 'bash --norc --noprofile -i',
  lines: [before, 'eval "$(git checkpoint completion bash)"'],
  presses: 2,
});

describe('completion at a real prompt', (it) => {
  if (!hasTerminal()) return;
  if (has('bash'))
    it('of bash, without the completion of git', () => withProgram((repo) => typed(repo, bash('complete -r'), steps)));

  if (has('bash') && existsSync(GIT_COMPLETION))
    it('of bash, with the completion of git', () =>
      withProgram((repo) => typed(repo, bash(`. ${GIT_COMPLETION}`), steps)));

  if (has('zsh'))
    it('of zsh', () =>
      withProgram((repo) =>
        typed(repo, { start: 'zsh -f -i', lines: ['eval "$(git checkpoint completion zsh)"'], presses: 1 }, [
          ['git checkpoint ', /restore .*Put the working tree back/],
          ...steps,
          // Two have the same summary: still a line each, the newest first.
          [
            'git checkpoint show ',
            /latest +-- The newest.*\n11 +-- Step 11\n10 +-- Step 10\n[\s\S]*\n2 +-- Step 1\n1 +-- Step 1\n/,
          ],
        ]),
      ));

  if (has('fish'))
    it('of fish', () =>
      withProgram(async (repo) => {
        const offered = (line: string) =>
          spawnSync('fish', ['--no-config', '-c', `git checkpoint completion fish | source; complete -C '${line}'`], {
            cwd: repo.root,
            env: repo.env,
            encoding: 'utf8',
          }).stdout.split('\n');
        assert.ok(offered('git checkpoint re').some((line) => line.startsWith('restore\tPut the working tree back')));
        assert.equal(offered('git checkpoint show ').slice(0, 3), [
          'latest\tThe newest checkpoint',
          '11\tStep 11',
          '10\tStep 10',
        ]);
        assert.equal(offered('git checkpoint list --trigger cle').slice(0, 1), ['clear']);
        assert.ok(offered('git checkpoint show 11 -- no').includes('notes.txt'));
        assert.ok(offered('git checkpoint config get resume.bud')[0]?.startsWith('resume.budget_tokens'));
        assert.ok(offered('git chec').some((line) => line.startsWith('checkpoint\t')));
      }));
});

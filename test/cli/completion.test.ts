import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { bundleEnv, CLI } from '../support/run-cli.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const GIT_COMPLETION = '/usr/share/bash-completion/completions/git';

/** What bash offers at the end of a line, as it would call the function that is registered. */
async function bashCompleter(repo: TestRepo, before = '') {
  const script = await checkpoint(repo, 'completion', 'bash');
  const bin = join(repo.home, 'bin');
  mkdirSync(bin, { recursive: true });
  if (!existsSync(join(bin, 'git-checkpoint'))) symlinkSync(CLI, join(bin, 'git-checkpoint'));
  const env = bundleEnv({ ...repo.env, PATH: `${bin}:${repo.env['PATH']}` });
  return (...words: string[]) => {
    const program = `${before}
eval "$SCRIPT"
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=\${#COMP_LINE}
function=$(complete -p "$1" | sed 's/.*-F \\([^ ]*\\).*/\\1/')
$function "$1" "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const run = spawnSync('bash', ['-c', program, 'bash', ...words], {
      cwd: repo.root,
      env: { ...env, SCRIPT: script },
      encoding: 'utf8',
    });
    assert.is(run.stderr.replace(/^.*compopt.*\n/gm, ''), '');
    return run.stdout.split('\n').filter((line) => line !== '');
  };
}

async function withCheckpoints(repo: TestRepo): Promise<void> {
  repo.write('notes.txt', 'base\n');
  repo.commit('base');
  for (let number = 1; number <= 11; number += 1)
    await checkpoint(repo, 'save', '-m', `Step ${number}`, '--tag', 'demo');
}

describe('completion in bash', (it) => {
  it('works without the completion of git', () =>
    withRepo(async (repo) => {
      await withCheckpoints(repo);
      const complete = await bashCompleter(repo);
      assert.equal(complete('git', 'check'), ['checkpoint']);
      assert.equal(complete('git', 'checkpoint', 'veri'), ['verify']);
      const commands = complete('git', 'checkpoint', '');
      assert.ok(commands.some((line) => line.startsWith('restore  (Put the working tree back')));
      assert.not.ok(commands.some((line) => line.startsWith('hook')));
      assert.equal(complete('git-checkpoint', 'show', '--fo'), ['--format']);
      assert.equal(complete('git', 'checkpoint', '--mes'), ['--message']);
    }));

  it('offers checkpoints newest first, with their summaries, and paths behind --', () =>
    withRepo(async (repo) => {
      await withCheckpoints(repo);
      const complete = await bashCompleter(repo);
      const offered = complete('git', 'checkpoint', 'show', '');
      assert.equal(offered.slice(0, 3), ['latest  (The newest checkpoint)', '11  (Step 11)', '10  (Step 10)']);
      assert.is(offered.at(-1), '1  (Step 1)');
      assert.equal(complete('git', 'checkpoint', 'diff', '1', '11'), ['11']);
      assert.equal(complete('git', 'checkpoint', 'show', '1', '--', 'no'), ['notes.txt']);
      assert.equal(complete('git', 'checkpoint', 'show', '1', ''), [], 'show takes one');
    }));

  it('offers values of options, and keys of settings', () =>
    withRepo(async (repo) => {
      await withCheckpoints(repo);
      const complete = await bashCompleter(repo);
      assert.equal(complete('git', 'checkpoint', 'list', '--trigger', 'cl'), ['clear']);
      assert.equal(complete('git', 'checkpoint', 'list', '--trigger', '=', 'cl'), ['clear']);
      assert.equal(complete('git', 'checkpoint', 'list', '--trigger', 'manual,cl'), ['manual,clear']);
      assert.equal(complete('git', 'checkpoint', 'list', '--branch', ''), ['main']);
      assert.equal(complete('git', 'checkpoint', 'list', '--tag', ''), ['demo']);
      assert.equal(complete('git', 'checkpoint', 'config', 'get', 'resume.budget'), ['resume.budget_tokens']);
      assert.equal(complete('git', 'checkpoint', 'install', 'cod'), ['codex']);
      assert.equal(complete('git', 'checkpoint', 'ls', '--ke'), ['--kept'], 'other names of commands, too');
    }));

  it('puts nothing on the command line that a shell would obey', () =>
    withRepo(async (repo) => {
      repo.commit('base');
      for (const word of [
        'x$(touch$IFS.pwned)',
        'x`touch pwned`',
        'x;touch pwned',
        'x|sh',
        'x y',
        "x'",
        '-x',
        '~x',
        'x*',
      ])
        await checkpoint(repo, 'save', '-m', `* ${word}`, `--tag=${word}`);
      await checkpoint(repo, 'save', '-m', 'Last', '--tag', 'x-1.0/ü');
      const complete = await bashCompleter(repo);
      assert.equal(complete('git', 'checkpoint', 'list', '--tag', 'x'), ['x-1.0/ü']);
      assert.ok(
        complete('git', 'checkpoint', 'show', '').includes('1  (* x$(touch$IFS.pwned))'),
        'as it is, no names of files',
      );
      const whole = await bashCompleter(repo, 'COMP_TYPE=37');
      assert.equal(whole('git', 'checkpoint', 'show', '1'), ['10', '1'], 'what is cycled through stays on the line');
      assert.not.ok(existsSync(join(repo.root, 'pwned')));
    }));

  it('works through the completion of git', () =>
    withRepo(async (repo) => {
      if (!existsSync(GIT_COMPLETION)) return;
      await withCheckpoints(repo);
      const complete = await bashCompleter(repo, `. ${GIT_COMPLETION}`);
      assert.equal(complete('git', 'checkpoint', 'veri'), ['verify']);
      assert.equal(complete('git', '-C', repo.root, 'checkpoint', 'show', '11'), ['11']);
    }));

  it('offers nothing outside of a repository, and says nothing', () =>
    withRepo(async (repo) => {
      const complete = await bashCompleter(repo, 'cd /');
      assert.equal(complete('git', 'checkpoint', 'show', ''), []);
    }));
});

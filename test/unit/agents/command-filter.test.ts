import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { isOurs } from '../../../src/agents/agent-settings.ts';
import { DESTRUCTIVE_WORDS, filterCommand, withoutFilter } from '../../../src/agents/command-filter.ts';
import { destructive } from '../../support/shell-commands.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

/** What a hook gets to read, for a command; the answer of the shell when it is not started. */
function pass(command: unknown, cwd = '/work/git/rm'): string {
  const payload = {
    cwd,
    permission_mode: 'default',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 'toolu_1',
  };
  const run = spawnSync('sh', ['-c', filterCommand('cat', 'destructive')], {
    input: JSON.stringify(payload),
    encoding: 'utf8',
  });
  assert.is(run.stderr, '');
  return run.stdout === '{}\n' ? '{}' : JSON.parse(run.stdout).tool_input.command;
}

describe('the filter before a hook', (it) => {
  it('starts it for every command that is known to destroy, with the payload as it was', () => {
    for (const command of [...destructive, 'RM -rf x', 'DEL x', 'echo "%s\\n" \t `rm x`'])
      assert.is(pass(command), command);
    assert.equal(pass(['bash', '-lc', 'rm -rf x']), ['bash', '-lc', 'rm -rf x']);
  });

  it('is the same for plugins', () => {
    const mayDestroy = new RegExp(DESTRUCTIVE_WORDS);
    for (const command of [...destructive, 'RM -rf x', 'DEL x', 'dd if=a\nof=b']) assert.ok(mayDestroy.test(command));
    for (const command of ['ls', 'npm test', 'echo *']) assert.not(mayDestroy.test(command));
  });

  it('starts nothing for others, wherever they are run', () => {
    for (const command of ['ls', 'npm test', 'cat src/a.ts | head -5', 'echo *', "printf '%d' 5"])
      assert.is(pass(command), '{}', command);
  });

  it('runs nothing that a session, a folder or a prompt is called', () =>
    withFolder(async (home) => {
      const names = [
        '$(touch pwned)',
        '`touch pwned`',
        "';touch pwned;'",
        '"; touch pwned; "',
        '../../../x',
        '-o x',
        '',
        '*',
        '\n',
      ];
      for (const filter of ['destructive', 'due', 'nothing-due'] as const) {
        for (const name of names) {
          const payload = {
            session_id: name,
            cwd: `/work/${name}`,
            prompt: name,
            tool_input: { command: `git ${name}` },
          };
          const run = spawnSync('sh', ['-c', filterCommand('cat', filter)], {
            cwd: home,
            env: { PATH: process.env['PATH'] ?? '', HOME: home },
            input: JSON.stringify(payload),
            encoding: 'utf8',
          });
          assert.is(run.stderr, '', `${filter} ${name}`);
          if (run.stdout !== '') assert.equal(JSON.parse(run.stdout), payload);
        }
      }
      assert.equal(readdirSync(home), []);
    }));

  it('is known as ours in every form', () => {
    for (const filter of ['destructive', 'due', 'nothing-due'] as const) {
      const command = filterCommand('git-checkpoint hook claude-code --async', filter);
      assert.is(withoutFilter(command), 'git-checkpoint hook claude-code --async');
      assert.ok(isOurs({ command }), command);
    }
  });

  it('is known as ours, and nothing else in its form is', () => {
    const own = filterCommand('git-checkpoint hook claude-code', 'destructive');
    assert.ok(isOurs({ command: own }));
    assert.is(withoutFilter(own), 'git-checkpoint hook claude-code');
    for (const command of [filterCommand('other hook', 'destructive'), `${own}; x`, own.replace('mv', 'cp')])
      assert.not(isOurs({ command }), command);
  });
});

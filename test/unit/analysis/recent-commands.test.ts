import * as assert from 'uvu/assert';
import { findRecentCommands } from '../../../src/analysis/recent-commands.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import type { ToolCall } from '../../../src/core/session.ts';
import { ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const recent = (calls: readonly ToolCall[]) => findRecentCommands(viewSession(sessionOf([turnOf('Go', ...calls)])));

describe('recent commands', (it) => {
  it('tell no error of a call that was corrected', () => {
    const wrong = ran('gh pr create --base other --title x', 'pull request create failed: no commits', 1);
    const turns = [turnOf('Go', wrong, ran('gh pr create --base main --title x', 'https://example.com/1'), 'Done.')];
    assert.equal(findRecentCommands(viewSession(sessionOf(turns))), [
      { command: 'gh pr create --base other --title x', exit: 1 },
      { command: 'gh pr create --base main --title x', exit: 0 },
    ]);
  });

  it('have the error of a check that failed, and none of a look that found nothing', () => {
    const turn = turnOf('Go', ran('npm test', 'Error: boom', 1), ran('ls missing', 'ls: missing: No such file', 2));
    assert.equal(
      findRecentCommands(viewSession(sessionOf([turn]))).map(({ command, error }) => [command, error]),
      [
        ['npm test', 'Error: boom'],
        ['ls missing', undefined],
      ],
    );
  });
});

describe('commands that were not permitted', (it) => {
  const denied: ToolCall = {
    ...ran('gcloud compute instances reset node-1'),
    result: 'refused',
    output:
      'Permission for this action was denied by the auto mode classifier. Reason: [Node Operations] reboots a shared node. If you have other tasks that do not depend on this action, continue working on those.',
  };

  it('say why a classifier refused them, and stay as long as a failure would', () => {
    const looks = Array.from({ length: 30 }, (_, at) => ran(`make step-${at}`));
    const [first] = recent([denied, ...looks]);
    assert.is(first?.outcome, 'refused');
    assert.is(first?.error, '[Node Operations] reboots a shared node');
  });
});

describe('a program that is not installed', (it) => {
  it('is an error even where it would only have looked', () => {
    const [missing] = recent([ran("zsh -c 'echo done'", '/usr/bin/bash: line 1: zsh: command not found', 127)]);
    assert.is(missing?.error, '/usr/bin/bash: line 1: zsh: command not found');
  });
});

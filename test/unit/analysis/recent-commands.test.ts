import * as assert from 'uvu/assert';
import { findRecentCommands } from '../../../src/analysis/recent-commands.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import { ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

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

import * as assert from 'uvu/assert';
import { findBlockers } from '../../../src/analysis/blockers.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import { edited, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const blockersAfter = (closing: string) =>
  findBlockers(viewSession(sessionOf([turnOf('Go', edited('a.ts'), closing)]))).map(({ text }) => text);

describe('blockers in the agent’s words', (it) => {
  it('are not what is solved or denied', () => {
    assert.equal(blockersAfter("Removed the old clones so later commits won't be blocked by them."), []);
    assert.equal(blockersAfter('The release is no longer blocked on the review.'), []);
    assert.equal(blockersAfter('The push was blocked by the hook; that is fixed now.'), []);
    assert.equal(blockersAfter('The push was blocked by the hook.'), ['Agent: The push was blocked by the hook.']);
  });

  it('are a command that the user has to run before the agent goes on', () => {
    const asked =
      'Please run this locally, then tell me to retry:\n```\nsudo chown -R ada ~/.npm\n```\n\nAfter that, I’ll install again.';
    assert.equal(blockersAfter(asked), ['The agent goes on when the user has run `sudo chown -R ada ~/.npm`']);
    assert.equal(blockersAfter('Could you run `gh auth login` once? When it is done, I can open the pull request.'), [
      'The agent goes on when the user has run `gh auth login`',
    ]);
    assert.equal(blockersAfter('All done. Please run `npm test` to see it yourself.'), []);
  });
});

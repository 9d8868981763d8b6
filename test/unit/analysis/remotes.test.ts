import * as assert from 'uvu/assert';
import { newRemotes } from '../../../src/analysis/remotes.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import type { ToolCall } from '../../../src/core/session.ts';
import { ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const told = (...calls: readonly ToolCall[]) =>
  newRemotes(viewSession(sessionOf([turnOf('Go', ...calls, 'Well.')]))).map(({ text }) => text);

describe('remotes that the session made', (it) => {
  const create = ran('gh repo create car --public', 'https://example.com/me/car');
  const add = ran('git remote add origin https://example.com/me/car.git || git remote set-url origin x.git');

  it('are told until something was pushed', () => {
    assert.equal(told(create, ran('git remote add origin git@example.com:me/car.git')), [
      'Created the repository https://example.com/me/car',
      'Remote origin is git@example.com:me/car.git, nothing pushed to it in this session yet',
    ]);
    assert.equal(told(create, add, ran('git push -u origin main')), []);
    assert.equal(told(ran('gh repo create car', 'GraphQL: the name exists', 1)), []);
    assert.equal(told(ran('cd $TMP && git remote add origin /tmp/car.git')), []);
  });
});

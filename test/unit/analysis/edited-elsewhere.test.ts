import * as assert from 'uvu/assert';
import { editedElsewhere } from '../../../src/analysis/edited-elsewhere.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import type { ToolCall } from '../../../src/core/session.ts';
import { edited, ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const TREE = '/work/app.trees/mail';
const there = (command: string, output = ''): ToolCall => ({ ...ran(command, output), cwd: TREE });
const editOf = (path: string): ToolCall => ({ ...edited(''), paths: [path] });
const told = (...calls: readonly ToolCall[]) =>
  editedElsewhere(viewSession(sessionOf([turnOf('Go', ...calls)]))).map(({ text }) => text);

describe('an edit in another working tree', (it) => {
  const edit = editOf(`${TREE}/src/queue.ts`);
  const line = (branch: string) =>
    `Edited in another tree, ${TREE}${branch}, and not committed as far as is known: src/queue.ts`;

  it('is told with the branch that was seen there', () => {
    assert.equal(told(edit, there('git status -sb', '## fix/mail.v2...origin/main\n M src/queue.ts')), [
      line(' (branch fix/mail.v2)'),
    ]);
    assert.equal(told(edit, ran(`cd ${TREE} && npm test`)), [line('')]);
  });

  it('is not told once it is committed, where no command ran beside it, and in a folder that is thrown away', () => {
    assert.equal(told(edit, there('git commit -am "fix: a"')), []);
    assert.equal(told(edit), []);
    assert.equal(told(edited('src/a.ts'), there('ls')), []);
    assert.equal(told(editOf('/tmp/x/a.ts'), { ...ran('ls'), cwd: '/tmp/x' }), []);
  });
});

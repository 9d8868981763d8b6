import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import type { ToolCall } from '../../../src/core/session.ts';
import { edited, ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const next = (...steps: readonly (string | ToolCall)[]) => {
  const turn = { ...turnOf('Mend all of the listed points', ...steps), outcome: 'open' as const };
  return analyzeSession({ session: sessionOf([turn]), changes: [] }).analysis.next_actions[0] ?? '';
};
const edit = edited('services/mail/queue.md');
const LOST = "fatal: pathspec 'services/mail/queue.md' did not match any files";

describe('a command at the end that failed for where it ran', (it) => {
  it('is to be run again from the directory that its paths are told from', () => {
    const command = `git add services/mail/queue.md && git commit -m "$(cat <<'EOF'\nfix: x\nEOF\n)"`;
    const failed = { ...ran(command, LOST, 128), cwd: '/work/app/services/mail' };
    assert.equal(
      next(edit, 'Now let me commit the mend:', failed),
      'Run again `git add services/mail/queue.md && git commit`: it failed because it ran in services/mail, and `services/mail/queue.md` is told from the root',
    );
    assert.equal(
      next(edit, 'Now let me commit:', ran('git add services/mail/queue.md', LOST, 128)).startsWith('Run again'),
      false,
    );
    assert.equal(next('Now let me commit:', failed).startsWith('Run again'), false);
  });

  it('is to be run again where a program beside it was not found', () => {
    const failed = ran('go run mail.go | tail -5', '/bin/bash: line 1: tail: command not found', 127);
    assert.equal(
      next(edit, 'Let me run it alone:', failed),
      'Run again `go run mail.go | tail -5`: it failed because `tail` was not found',
    );
    assert.equal(next(edit, ran('mailer up', 'sh: mailer: command not found', 127)).startsWith('Run again'), false);
    assert.equal(next(edit, failed, 'That shell has lost its path.').startsWith('Run again'), false);
  });
});

import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import type { Session, ToolCall } from '../../../src/core/session.ts';
import { edited, ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const AGAIN = 'Run again, as code was edited since: ';
const next = (steps: readonly (string | ToolCall)[], more: Partial<Session> = {}) => {
  const turn = { ...turnOf('Port the lexer to the new tables', ...steps), outcome: 'open' as const };
  return analyzeSession({ session: sessionOf([turn], more), changes: [] }).analysis.next_actions.at(-1) ?? '';
};

describe('code that was edited after its last check', (it) => {
  it('is to be checked again, with what failed', () => {
    const red = ran('cargo check', 'error[E0999]: no such table\n --> src/lexer.rs:1:2', 101);
    const steps = [edited('src/lexer.rs'), red, edited('src/lexer.rs'), 'Now let me look at what type the table has:'];
    assert.equal(next(steps), `${AGAIN}\`cargo check\` (failed: error[E0999]: no such table)`);
    assert.equal(next([...steps, ran('cargo check')]).startsWith(AGAIN), false);
  });

  it('is checked by what checks its language, in the directory where that ran', () => {
    const steps = [
      { ...ran('go build ./...'), cwd: '/work/app/server' },
      ran('cd ui && npm test', '3 passed'),
      ran('pnpm --filter web build'),
      edited('server/lexer.go'),
      edited('ui/table.ts'),
      'Now let me look at the other tables:',
    ];
    assert.equal(next(steps), `${AGAIN}\`cd server && go build ./...\`; \`cd ui && npm test\``);
    assert.equal(
      next([steps[0] ?? '', edited('README.md'), 'Now let me look at the tables:']).startsWith(AGAIN),
      false,
    );
  });

  it('is told once', () => {
    const todos = [{ text: 'Verify that all compiles', status: 'pending' as const }];
    assert.equal(next([ran('cargo check'), edited('a.rs'), 'Next the tables.'], { todos }), 'Verify that all compiles');
  });

  it('is verified as the plan says where nothing was', () => {
    const text =
      '# Tables\n\n1. Port `a.rs`\n2. Port `b.rs`\n\n## Verification\n\n1. `cargo test tables`\n2. Open the page';
    const steps = [edited('a.rs'), 'Now let me port the second of the tables:'];
    const plans = [{ text, approved: true }];
    assert.equal(next(steps, { plans }), 'Not verified yet, as the plan has it: `cargo test tables`; Open the page');
  });
});

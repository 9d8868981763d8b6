import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import { findReport } from '../../../src/analysis/report.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import type { Turn } from '../../../src/core/session.ts';
import { edited, ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const report = (turns: readonly Turn[], limit = 2500) => findReport(viewSession(sessionOf(turns)), limit).text;
const running = (turn: Turn): Turn => ({ ...turn, outcome: 'open' });
const long = (words: string) => `${words} ${'It was read line by line. '.repeat(30)}`.trim();

describe('the last report', (it) => {
  it('is the last word of a finished turn, and not what was said between calls', () => {
    const done = long('The lexer is fixed.');
    assert.is(report([turnOf('Fix the lexer', 'Looking.', edited('a.ts'), done)]), done);
  });

  it('is of a running turn its last three texts', () => {
    const texts = ['one', 'two', 'three', 'four'].map((word) => long(`Part ${word} is clear.`));
    const [first = '', ...last] = texts;
    const told = report([running(turnOf('Go', first, ...last.flatMap((text) => [text, edited('a.ts')])))], 9000);
    assert.is(told, last.join('\n'));
  });

  it('goes further back while the texts of a running turn say little', () => {
    const finding = 'The reviewer is right: unrelated files must not get the trailer, so the overlap is checked first.';
    const told = report([
      running(turnOf('Go', finding, edited('a.ts'), 'Now the tests:', edited('b.ts'), 'Good.', 'Next:', ran('ls'))),
    ]);
    assert.is(told, `${finding}\nNow the tests:\nGood.\nNext:`);
  });

  it('goes with what was reported before it where it is short', () => {
    const built = 'Two functions build the header, one for the wire and one for plain requests, and both have tests.';
    assert.is(
      report([turnOf('Add the header', built), turnOf('yep', ran("git commit -qm 'a'"), 'Committed.')]),
      `Committed.\nBefore that, in turn 1:\n${built}`,
    );
  });

  it('flattens lists and tables', () => {
    const text = ['## Result', '* **one**', '2. two', '', '| File | Change |', '|---|---|', '| a.ts | new |'].join(
      '\n',
    );
    assert.is(report([turnOf('Go', text)]), 'Result\n- one\n- 2. two\na.ts: new');
  });

  it('keeps a command that the reader shall run, and no listing', () => {
    const listing = ['```go', 'func a() {', '  b()', '  c()', '}', '```'].join('\n');
    const text = ['Then tag it:', '```', 'git tag v1', '```', listing, 'Not pushed.'].join('\n');
    assert.is(report([turnOf('Go', text)]), 'Then tag it:\n`git tag v1`\nNot pushed.');
  });

  it('reads findings out of JSON', () => {
    const found = {
      title: '[P2] Lock it',
      body: 'Two writers race.',
      place: { path: '/app/a.go', range: { start: 7 } },
    };
    assert.is(
      report([turnOf('Review', JSON.stringify({ findings: [found], verdict: 'needs work', score: 0.8 }))]),
      'needs work\n[P2] Lock it — Two writers race. (/app/a.go:7)',
    );
  });

  it('leaves out what a client put into the agent’s mouth', () => {
    const told = report([turnOf('Review', 'All five reviews are complete.', 'No response requested.')]);
    assert.is(told, 'All five reviews are complete.');
  });

  it('keeps whole lines and its end where it is too long', () => {
    const lines = Array.from({ length: 40 }, (_, at) => `Line ${at} says a little.`);
    const told = report([turnOf('Go', [...lines, 'Shall I push?'].join('\n'))], 200);
    assert.ok(told.length <= 200);
    assert.match(told, /^Line 0 says a little\.\n/);
    assert.match(told, /…\nShall I push\?$/);
  });

  it('is empty where the agent said nothing', () => {
    assert.is(analyzeSession({ session: sessionOf([turnOf('Go', ran('ls'))]), changes: [] }).analysis.report, '');
  });
});

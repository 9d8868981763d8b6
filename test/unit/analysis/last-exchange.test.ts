import * as assert from 'uvu/assert';
import { findLastExchange } from '../../../src/analysis/last-exchange.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import type { Turn } from '../../../src/core/session.ts';
import { edited, ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const exchange = (turns: readonly Turn[], count = 16) => findLastExchange(viewSession(sessionOf(turns)), { count });
const texts = (turns: readonly Turn[]) => exchange(turns).map(({ text }) => text);
const running = (turn: Turn): Turn => ({ ...turn, outcome: 'open' });
const finding = 'The reviewer is right: unrelated files must not get the trailer, so the overlap is checked first.';

describe('the last exchange', (it) => {
  it('tells what both said, oldest first, and who said it', () => {
    const items = exchange([turnOf('Fix the lexer', edited('a.ts'), 'It is fixed.'), turnOf('and the parser?')]);
    assert.equal(items, [
      { text: 'Fix the lexer', from: { by: 'user', turn: 1 } },
      { text: 'It is fixed.', from: { by: 'agent', turn: 1 } },
      { text: 'and the parser?', from: { by: 'user', turn: 2 } },
    ]);
  });

  it('leaves out what only announces, and keeps the last words of a running turn', () => {
    const early = 'Let me look at how the trailer is written before anything else is changed.';
    const turn = turnOf('Go', early, finding, edited('a.ts'), 'Now the tests:', edited('b.ts'), 'Next:', ran('ls'));
    assert.equal(texts([running(turn)]), ['Go', finding, 'Now the tests:', 'Next:']);
    assert.equal(texts([turn, turnOf('on', 'Done.')]), ['Go', finding, 'Next:', 'on', 'Done.']);
    assert.equal(texts([running(turn), turnOf('on', 'Done.')]), ['Go', finding, 'on', 'Done.']);
  });

  it('keeps what a long plan says of its open steps, and of the others their headings', () => {
    const long = 'It is told at length here, with every detail that somebody might want to know. '.repeat(9).trim();
    const plan = [
      '# Port it',
      '## Context',
      long,
      '## Steps',
      ...[1, 2, 3, 4].flatMap((at) => [`### Step ${at}: \`src/${at}.ts\``, `- Port part ${at}. ${long}`]),
      '## Verification',
      '1. Run `make e2e`',
    ].join('\n');
    const below = 'If you need specific details from before exiting plan mode, read the full transcript at: /x.jsonl';
    const prompt = `Implement the following plan:\n\n${plan}\n\n${below}`;
    const [said = ''] = texts([running(turnOf(prompt, edited('src/1.ts'), edited('src/2.ts')))]);
    assert.ok(said.length <= 2500, String(said.length));
    for (const part of [
      '## Context …',
      '### Step 1: `src/1.ts` …',
      '- Port part 3.',
      '- Port part 4.',
      'Run `make e2e`',
    ])
      assert.ok(said.includes(part), `${part} in ${said}`);
    assert.not.match(said, 'exiting plan mode');
  });

  it('gives the reports of finished turns their room before what was said on the way to them', () => {
    const onTheWay = Array.from({ length: 20 }, (_, at) => `${finding} That holds for case ${at} of all of them.`);
    const turns = [turnOf('First', 'The first report.'), turnOf('Second', ...onTheWay, 'The second report.')];
    const told = texts([...turns, turnOf('Third', 'The third report.')]);
    assert.ok(told.includes('The first report.'), 'the first report is there');
    assert.is(told.at(-3), 'The second report.');
  });

  it('tells an event of a program in a few words, and not as what the user asked last', () => {
    const event = `<ci-event id="7">PR 329 has 1 new comment:\n<h3>Review</h3>\n<img src="https://x.example/a.svg">${'Tip. '.repeat(200)}</ci-event>`;
    const [asked, , told = ''] = texts([
      turnOf(`Fix it. ${'Why? '.repeat(90)}`, 'Done.'),
      turnOf(event, 'Nothing to do.'),
    ]);
    assert.is(asked?.length, `Fix it. ${'Why? '.repeat(90)}`.trim().length);
    assert.match(told, /^\[ci-event\] PR 329 has 1 new comment: Review Tip\./);
    assert.ok(told.length <= 200, told);
  });

  it('leaves out what an agent tells its window', () => {
    const report =
      'Addressed and pushed.\n::git-stage{cwd="/work/app"}\n::git-push{cwd="/work/app" branch="a"}\n<oai-mem-citation>\n<entries>\nMEMORY.md:7\n</entries>\n</oai-mem-citation>';
    assert.equal(texts([turnOf('Go', report)]), ['Go', 'Addressed and pushed.']);
  });

  it('keeps the newest of both sides whole and cuts what is older', () => {
    const long = (word: string) =>
      Array.from({ length: 30 }, (_, at) => `${word} ${at} was read line by line.`).join('\n');
    const told = texts([turnOf(long('asked'), long('first')), turnOf('more', long('second'))]);
    assert.is(told[3], long('second'));
    assert.ok((told[1]?.length ?? 0) <= 700, 'an older report is cut');
    assert.match(told[1] ?? '', /^first 0 .*\n[\s\S]*…\nfirst 29 /);
  });

  it('ends where it would be too long or too many', () => {
    const turns = Array.from({ length: 40 }, (_, at) => turnOf(`ask ${at}`, `${finding} `.repeat(20)));
    const all = texts(turns);
    assert.ok(all.join('').length <= 8000);
    assert.is(all.at(-2), 'ask 39');
    assert.is(exchange(turns, 3).length, 3);
  });

  it('flattens lists and tables', () => {
    const text = ['## Result', '* **one**', '2. two', '', '| File | Change |', '|---|---|', '| a.ts | new |'].join(
      '\n',
    );
    assert.equal(texts([turnOf('Go', text)]), ['Go', 'Result\n- one\n- 2. two\na.ts: new']);
  });

  it('keeps a command that the reader shall run, and no listing', () => {
    const listing = ['```go', 'func a() {', '  b()', '  c()', '}', '```'].join('\n');
    const text = ['Then tag it:', '```', 'git tag v1', '```', listing, 'Not pushed.'].join('\n');
    assert.equal(texts([turnOf('Go', text)]), ['Go', 'Then tag it:\n`git tag v1`\nNot pushed.']);
    const pasted = ['```', ...Array.from({ length: 20 }, (_, at) => `line ${at}`), '```'].join('\n');
    assert.equal(texts([turnOf(`Why?\n${pasted}`)]), ['Why?\n[pasted block of 22 lines]']);
    assert.equal(texts([turnOf(`Why?\n${listing}`)]), ['Why?\nfunc a() {\n  b()\n  c()\n}']);
  });

  it('reads findings out of JSON', () => {
    const found = {
      title: '[P2] Lock it',
      body: 'Two writers race.',
      place: { path: '/app/a.go', range: { start: 7 } },
    };
    const text = JSON.stringify({ findings: [found], verdict: 'needs work', score: 0.8 });
    assert.is(texts([turnOf('Review', text)])[1], 'needs work\n[P2] Lock it — Two writers race. (/app/a.go:7)');
  });

  it('leaves out what a client put into the agent’s mouth, and what is said about a save', () => {
    const told = texts([
      turnOf('Review', 'All five reviews are complete.', 'No response requested.'),
      turnOf('/checkpoint-save It works', ran('git checkpoint save -m "It works"'), 'Saved.'),
    ]);
    assert.equal(told, ['Review', 'All five reviews are complete.']);
  });
});

import * as assert from 'uvu/assert';
import { findFindings } from '../../../src/analysis/findings.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import type { Session, ToolCall, Turn } from '../../../src/core/session.ts';
import { edited, ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const findings = (turns: readonly Turn[], more: Partial<Session> = {}, count = 20) =>
  findFindings(viewSession(sessionOf(turns, more)), { count, length: 250 }).map(({ text }) => text);

const CAUSE = 'The root cause is in `lexer.ts:42`: the cursor is never reset after a tab.';

describe('findings', (it) => {
  it('are what the agent established, and never what it is about to do', () => {
    const said = [
      `Let me read \`lexer.ts\` because it must be there. ${CAUSE}`,
      'I’m tightening `lexer.ts` now because the cursor must be reset.',
      "If you want, I can patch `parser.ts` too, which doesn't handle tabs.",
    ];
    assert.equal(findings([turnOf('Why?', ...said.flatMap((text) => [text, edited('a.ts')]))]), [CAUSE]);
  });

  it('prefer a cause with names to a plain statement where there is no room for both', () => {
    const plain = 'The parser has a function that reads the tokens one by one.';
    assert.equal(findings([turnOf('Why?', `${CAUSE} ${plain}`)], {}, 1), [CAUSE]);
  });

  it('are told once, as they were said last', () => {
    const again = 'The root cause is in `lexer.ts:42`: the cursor is never reset after a tab character.';
    assert.equal(findings([turnOf('Why?', CAUSE), turnOf('Sure?', again)]), [again]);
  });

  it('are no questions, headings, states of checks or options that were put up', () => {
    const text = [
      'Does `lexer.ts` handle tabs only in strings?',
      'Why `lexer.ts` must be changed:',
      'All tests pass.',
      'A. Reset the cursor in `lexer.ts`, which is only called once.',
      'Yes, but only in a narrow sense.',
    ].join('\n');
    assert.equal(findings([turnOf('Why?', text)]), []);
  });

  it('are not what the agent took back later', () => {
    const wrong = 'The `lexer.ts` cursor is never reset because `nextToken` skips the tab branch.';
    const taken = 'I was wrong about the tab branch: `nextToken` in `lexer.ts` resets the cursor on every tab.';
    assert.equal(findings([turnOf('Why?', wrong), turnOf('Sure?', taken)]), [taken]);
    const both = 'The `parser.ts` cache was wrong: it must be keyed by path.';
    assert.equal(findings([turnOf('Why?', wrong), turnOf('And?', both)]), [wrong, both]);
  });

  it('are no guesses once the agent has looked and said more', () => {
    const guess = 'The `nextToken` cursor is probably never reset because `lexer.ts` skips the tab.';
    const maybe = 'The `parser.ts` cache seems to be the culprit because it is keyed by name.';
    const known = 'The tab is less likely to be read twice because `parser.ts` keeps it.';
    const steps = [ran('ls'), known, ran('ls')];
    assert.equal(findings([turnOf('Why?', guess, ran('ls'), maybe, ...steps, CAUSE)]), [known, CAUSE]);
    assert.equal(findings([turnOf('Why?', guess, ran('ls'), 'Let me look at `lexer.ts` now:', ran('ls'))]), [guess]);
    assert.equal(findings([turnOf('Why?', ran('ls'), `${CAUSE} ${maybe}`)]), [CAUSE, maybe]);
  });

  it('are no counts and no obstacles in files that were edited since, and no preferences', () => {
    const touched = 'The PriceTable file was modified by a formatter, which means that it must be read again.';
    const count = '`routes.ts` has tests because all 12 routes are listed there.';
    const said = [turnOf('Why?', touched, ran('ls'), count)];
    const after = (path: string) => findings([...said, turnOf('Go on', edited(path), CAUSE)]);
    assert.equal(after('other.ts'), [touched, count, CAUSE]);
    assert.equal(after('src/PriceTable.tsx'), [count, CAUSE]);
    assert.equal(after('test/routes.ts'), [touched, CAUSE]);
    const liked = 'I slightly prefer `price_table.json` because it names what it holds.';
    assert.equal(findings([turnOf('Which?', liked), turnOf('The other', edited('a.ts'), CAUSE)]), [CAUSE]);
  });

  it('are not how things stood for a moment', () => {
    const moment = [
      'Formatting found the expected nits, and `cargo check` is still running.',
      'The local debug binary is available, so this should be a cheap check with `mise`.',
      'The worktree is currently on `main`, so the changes of `a.ts` aren’t checked out yet.',
    ];
    assert.equal(findings([turnOf('Why?', ...moment.flatMap((text) => [text, ran('ls')]), CAUSE)]), [CAUSE]);
  });

  it('stand without the number that they had in a list', () => {
    assert.equal(findings([turnOf('Why?', `1. ${CAUSE}`)]), [CAUSE]);
  });

  it('come from what subagents reported until the agent has told it, without the halves around a cut', () => {
    const other = 'Windows is not supported: `lock_windows.go` opens the file and takes no lock.';
    const result = `${CAUSE} The half that must\n… [120 characters cut] …\nnever be told of \`a.ts\` is here. ${other}`;
    const agent: ToolCall = { tool: 'Task', action: 'agent', paths: [], result: 'ok' };
    const more = { subagents: [{ description: 'look', result }] };
    assert.equal(findings([{ ...turnOf('Why?', agent), outcome: 'open' }], more), [CAUSE, other]);
    assert.equal(findings([turnOf('Why?', agent, 'Checked.')], more), []);
  });

  it('are no praise in what subagents reported, and nothing of reports that the agent has gone on from', () => {
    const praise = [
      'The lexer of `app/lexer.ts` is now ready for production, because it uses a solid foundation.',
      'All tokens are correctly typed in `tokens.ts`, which means that they work everywhere.',
      'I have successfully written 4 comprehensive modules, which means that the work is done.',
      'The project uses modern versions and has all tools that it requires for its work.',
    ];
    const caveat = 'The cursor of `lexer.ts` is not correctly reset after a tab.';
    const agent: ToolCall = { tool: 'Task', action: 'agent', paths: [], result: 'ok' };
    const more = { subagents: [{ description: 'look', result: [...praise, caveat].join('\n') }] };
    const open = (...steps: ToolCall[]): Turn => ({ ...turnOf('Why?', ...steps), outcome: 'open' });
    assert.equal(findings([open(agent)], more), [caveat]);
    assert.equal(findings([open(agent, edited('parser.ts'))], more), []);
    assert.equal(findings([open({ ...agent, result: 'failed' })], more), []);
    const listed = `## Issues\n${[...praise, caveat].map((text) => `- ${text}`).join('\n')}`;
    const points = findings([open(agent)], { subagents: [{ description: 'look', result: listed }] });
    assert.equal(points.length, 2);
  });

  it('are none in an answer that is one record of JSON', () => {
    const reason = 'The mole must be closed because `storm.ts` does not support waves above 4 m.';
    assert.is(findings([turnOf('May we sail?', reason)]).length, 1);
    assert.equal(findings([turnOf('May we sail?', JSON.stringify({ harbour: 'closed', reason }))]), []);
  });

  it('are the points that subagents list, the gravest last, until the agent has told them', () => {
    const agent: ToolCall = { tool: 'Task', action: 'agent', paths: [], result: 'ok' };
    const one = [
      '## Findings',
      '1. Low: `save()` in [store.ts](/work/app/src/store.ts:10) keeps no backup. It never did, as far as the log goes.',
      '2. **High:** the lock of `open()` is never released (`src/lock.ts:42`). A second run waits for ever.',
      '- I launched two subagents for the rest of it.',
      '## Tools used',
      '- `grep` over the whole tree, because it is quick.',
    ].join('\n');
    const other = '**Bottom line**\n- The lock that `open()` takes at src/lock.ts:44 must be released on errors too.';
    const subagents = [
      { description: 'Review the store', result: one },
      { description: 'Review locks', result: other },
    ];
    const high =
      'High: the lock of `open()` is never released (`src/lock.ts:42`). A second run waits for ever. (subagent: Review the store)';
    const low =
      'Low: `save()` in src/store.ts:10 keeps no backup. It never did, as far as the log goes. (subagent: Review the store)';
    const open = (...more: ToolCall[]): Turn => ({ ...turnOf('Review it', agent, agent, ...more), outcome: 'open' });
    const earlier = ['Hello', 'And', 'Then', 'So'].map((prompt) => turnOf(prompt, 'Yes.'));
    assert.equal(findings([...earlier, open()], { subagents }), [low, high]);
    assert.equal(findings([open(edited('src/lock.ts'))], { subagents }), [low]);
    assert.equal(findings([turnOf('Review it', agent, agent, 'Two points.')], { subagents }), []);
  });

  it('are no points of a report about lines that were worked on, however the report names them', () => {
    const agent: ToolCall = { tool: 'Task', action: 'agent', paths: [], result: 'ok' };
    const open = (...more: ToolCall[]): Turn => ({ ...turnOf('Review it', agent, ...more), outcome: 'open' });
    for (const place of ['`src/lock.ts` (line 42)', 'src/lock.ts, lines 42-50', '`lock.ts` 420']) {
      const result = `## Issues\n- The lock that is taken in ${place} is never given back to others.`;
      const subagents = [{ description: 'Review', result }];
      assert.is(findings([open()], { subagents }).length, 1);
      assert.equal(findings([open(edited('src/lock.ts'))], { subagents }), []);
    }
    const version = { description: 'Review', result: '## Issues\n- The lock file of Node.js 20 is never given back.' };
    assert.is(findings([open(edited('src/Node.js'))], { subagents: [version] }).length, 1);
  });

  it('are no promises for when something is over', () => {
    const promise = 'When they report back I’ll run `npm test`, which must pass before `release.sh` can run.';
    assert.equal(findings([turnOf('Why?', promise, ran('ls'), CAUSE)]), [CAUSE]);
  });

  it('expire when they told how things stood for a moment and something followed', () => {
    const moments = [
      'The clean preview server is running at `http://localhost:4100/` because `4000` was busy.',
      'The registry is waiting for a device code, which must be typed in `login`.',
      'One small cleanup remains: `.old-quote` must be removed.',
      'Now add `rowCount` to the object that `toRecord` returns.',
    ];
    assert.equal(findings([turnOf('Go', ...moments.flatMap((text) => [text, ran('ls')]), CAUSE)]), [CAUSE]);
    const now = 'The `shop` project currently has no storage, so `save()` cannot work.';
    assert.equal(findings([turnOf('Go', ran('ls'), now)]), [now]);
    assert.equal(findings([turnOf('Go', ran('ls'), now), turnOf('Add some', edited('a.ts'), CAUSE)]), [CAUSE]);
  });

  it('are told without what the agent was about to do about them', () => {
    const said = 'The browser here doesn’t support `networkidle`, so I’m switching to a plain wait.';
    assert.equal(findings([turnOf('Go', said, ran('ls'), 'Done.')]), [
      'The browser here doesn’t support `networkidle`.',
    ]);
  });

  it('expire when a later edit took out what they name', () => {
    const width = 'The panel must stay at `min(500px, 90%)` because the list is narrow.';
    const wider = edited('a.css', 'width: 80vw', 'width: min(500px, 90%)');
    assert.equal(findings([turnOf('Go', width, wider, CAUSE)]), [CAUSE]);
    const back = edited('a.css', 'width: min(500px, 90%)', 'width: 80vw');
    assert.equal(findings([turnOf('Go', width, wider, back, CAUSE)]), [width, CAUSE]);
  });

  it('expire when the agent says that it did what was missing', () => {
    const missing = 'The upload plan is missing a retry limit for broken connections in `upload.ts`.';
    const fixed = 'Added a retry limit for broken connections to the upload plan.';
    assert.not.ok(findings([turnOf('Review', missing), turnOf('Write it', edited('p.md'), fixed)]).includes(missing));
    assert.ok(
      findings([turnOf('Review', missing), turnOf('Write it', edited('p.md'), 'It is written.')]).includes(missing),
    );
  });

  it('expire when the user had the problems of a review fixed', () => {
    const review = ['The token store in `auth.ts` is missing a lock.', CAUSE].join('\n');
    const turns = [turnOf('Review it', review), turnOf('yes', edited('auth.ts'), 'All points are handled.')];
    assert.equal(findings(turns), [CAUSE]);
    assert.is(findings([turnOf('Review it', review), turnOf('Why?', 'Because.')]).length, 2);
  });

  it('expire when a later run says otherwise', () => {
    const unrun = 'I didn’t run the tests because `npm install` is needed for `package-lock.json`.';
    assert.equal(findings([turnOf('Go', unrun), turnOf('Run them', ran('npm test', '3 passed'), CAUSE)]), [CAUSE]);
    const blocked = '`npm install` fails because the cache belongs to root.';
    assert.equal(findings([turnOf('Go', blocked), turnOf('Again', ran('npm install'), CAUSE)]), [CAUSE]);
    assert.equal(findings([turnOf('Go', blocked), turnOf('Again', ran('npm install', 'EPERM', 1), CAUSE)]), [
      blocked,
      CAUSE,
    ]);
  });

  it('expire when the user turned the design down', () => {
    const design = 'The header uses a lavender gradient of `#c4b2ff` because the sea is purple.';
    assert.equal(findings([turnOf('Go', design), turnOf('i hate that, try again', CAUSE)]), [CAUSE]);
    assert.equal(findings([turnOf('Go', design), turnOf('use gold instead of lavender', CAUSE)]), [CAUSE]);
    assert.equal(findings([turnOf('Go', design), turnOf('use gold too', CAUSE)]), [design, CAUSE]);
  });

  it('are not what drafts, alternatives and quotations say', () => {
    const text = [
      'Here are two drafts for `intro.md`:',
      '1. The ship must land because the `engine` is broken.',
      '2. The crew requires a new `engine` and cannot fly.',
      '',
      '> The island is only reached when `the tide` is low.',
      '',
      'Best alternatives:',
      '- **Redis**: it is only right for a `top` list.',
      '',
      'The prompt tells the model: "Never edit `notes.md` because it is generated. All changes must go to `main.md`."',
    ].join('\n');
    assert.equal(findings([turnOf('Go', `${text}\n\n${CAUSE}`)]), [CAUSE]);
  });

  it('are no talk, fragments, headings or rows of a wide table', () => {
    const text = [
      'You can run `/model` in the client, which uses the default.',
      'My honest pick is the first because `kept` is what it does.',
      'That should give us what changed in `a.ts` and why.',
      'The user asked that `a.ts` must be kept because it is old.',
      'Make sure that `a.ts` is kept because it is needed.',
      'Steps: (1) it reads `a.ts`, (2) it requires `b.ts`.',
      'Comprehensive `locale` Support Analysis',
      'Account numbers for the test calls of `a.ts`',
      'Frontmatter: name `reader`, description "reads what is only in `a.ts`", color `green`.',
      '',
      '| id | task | status |',
      '|---|---|---|',
      '| B-4 | `POST /login` must check the old one | P1 |',
    ].join('\n');
    assert.equal(findings([turnOf('Go', `${text}\n\n${CAUSE}`)]), [CAUSE]);
  });

  it('keep what was recommended, and what does not work here, where room is scarce', () => {
    const advised = 'My recommendation: Neon Postgres through the marketplace.';
    const hazard = 'A concurrent edit wiped the changes in the worktree.';
    const plain = Array.from(
      { length: 6 },
      (_, at) => `The part ${at} requires \`step${at}.ts\` because of \`f${at}\`.`,
    );
    const turns = [turnOf('Go', `${advised} ${hazard}`, ran('ls'), 'Ok.'), turnOf('And?', plain.join(' '))];
    assert.equal(findings(turns, {}, 3).slice(-2), [advised, hazard]);
  });

  it('end with the last turn, and begin with what was delivered and left behind', () => {
    const old = 'The parser fails when `parse.ts` reads a tab because `next()` skips it.';
    const other = 'The lexer requires `state.ts` because `reset()` is shared.';
    const turns = [turnOf('One', ran('git push'), other), turnOf('Two', old), turnOf('Three', CAUSE)];
    assert.equal(findings(turns), [other, old, CAUSE]);
  });

  it('of earlier turns are those about what is worked on now', () => {
    const about = 'The parser fails when `parse.ts` reads a tab because `next()` skips it.';
    const other = 'The lexer requires `state.ts` because `reset()` is shared.';
    const turns = [turnOf('One', `${about} ${other}`), turnOf('Two'), turnOf('Three'), turnOf('Fix parse.ts', CAUSE)];
    assert.equal(findings(turns), [about, CAUSE]);
  });

  it('are no advice and no condition any more when the work has gone on', () => {
    const advice = 'The lock should be taken in `lock.ts` because two writers race.';
    const condition = 'If `git config` prints nothing, the remote is confirmed to be missing.';
    const asked = turnOf('How?', `${advice} ${condition}`);
    assert.equal(findings([asked]), [advice, condition]);
    assert.equal(findings([asked, turnOf('Do it', edited('other.ts'), CAUSE)]), [CAUSE]);
  });

  it('are not what a later message about the same names takes back', () => {
    const first = 'The structure test of `android.yml` passes because `release.yml` publishes another image.';
    const later = 'The audit is **wrong** about `android.yml` and `release.yml`.';
    assert.equal(findings([turnOf('Look', first), turnOf('And?', `${later} ${CAUSE}`)]).includes(first), false);
  });

  it('are no problem of a file that was edited since', () => {
    const problem = 'The field `spec_path` is missing in `plan.json`, which the gate requires.';
    const turns = [turnOf('Look', problem), turnOf('And the rest?', edited('schemas/plan.json'), CAUSE)];
    assert.equal(findings(turns), [CAUSE]);
  });
});

describe('findings that hold no more', (it) => {
  const REPORT = `The tour is over. ${'The lamp was lit at every stop of the tour, as it had been planned. '.repeat(6)}`;

  it('are what the next words refute, mend, or have yet to check', () => {
    for (const text of [
      'The issue says that `drain()` is only called at the end.',
      'The lamp `L1` is never closed because `drain()` runs first. That’s wrong.',
      'The reader was pointed at a wrapper in `reader.ts` that does not exist, so I corrected the lookup.',
      'The build was missing because `make all` does not include `lamp`. I’ve now fixed that target.',
      'There are two more updates: `notes.md` needs revising because the log confirms it.',
    ])
      assert.equal(findings([turnOf('Why?', text)]), [], text);
    const unchecked = '`drain()` cannot reach the lamp in `L1`. I still need to verify that.';
    assert.equal(findings([turnOf('Why?', unchecked), turnOf('And?', 'I looked at it.')]), []);
  });

  it('speak of a file that was edited since', () => {
    const text = '`lamp.ts:12` only runs `drain()` in the first of the two jobs.';
    assert.equal(findings([turnOf('Why?', text)]), [text]);
    assert.equal(findings([turnOf('Why?', text), turnOf('Go on', edited('src/lamp.ts', 'b', 'a'), 'Ok.')]), []);
    assert.equal(findings([turnOf('Why?', text), turnOf('Go on', edited('src/other-lamp.ts'), 'Ok.')]), [text]);
  });

  it('were said on the way to a report that the user has gone on from', () => {
    const way = 'The cause is that `drain()` runs only in the first of the two jobs.';
    assert.equal(findings([turnOf('Why?', way, ran('ls'), REPORT)]).includes(way), true);
    assert.equal(findings([turnOf('Why?', way, ran('ls'), REPORT), turnOf('And now?', 'Ok.')]).includes(way), false);
  });

  it('are what a design would give, or end before they say what', () => {
    const design = 'Which gives you:\n- `drain()` **follows** the lamp, which is gone.\n- The `L1` lamp has no name.';
    assert.equal(findings([turnOf('How?', design)]), []);
    const severed = '`release.yml` and `other.yml` don’t — so a shared action must bring its own lamp.';
    assert.equal(findings([turnOf('How?', severed)]), []);
    assert.equal(findings([turnOf('How?', 'The emitter only runs in the `first` job (`:83`).')]), []);
    const before = 'Only `ci.yml` has a lamp in its jobs.';
    assert.equal(findings([turnOf('How?', `${before} ${severed}`)]).includes(`${before} ${severed}`), true);
  });
});

describe('the bottom line of a report', (it) => {
  it('is told first, which is last in the list', () => {
    const agent: ToolCall = { tool: 'Agent', action: 'agent', paths: [], result: 'ok' };
    const line = 'The lamps are sound as they are, apart from a defect in `drain()` that ships to everybody.';
    const more = 'Two of them have no owner any more, and nobody asks.';
    const result = `## Bottom line\n\n${line} ${more}\n\nNo part of it, however long it may be.\n\n## Findings\n\n- **Critical**: \`drain()\` never closes the lamp \`L1\`.`;
    const session = { subagents: [{ description: 'Audit', result }] };
    const turn: Turn = { ...turnOf('Look', agent), outcome: 'open' };
    assert.equal(findings([turn], session).slice(-2), [`${line} (subagent: Audit)`, `${more} (subagent: Audit)`]);
    assert.is(findings([turn], session).length, 3);
  });
});

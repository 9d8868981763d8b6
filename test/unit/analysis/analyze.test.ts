import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import type { Analysis } from '../../../src/core/note.ts';
import type { Session } from '../../../src/core/session.ts';
import { edited, ran, read, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const changed = (path: string) => ({ path, status: 'modified' as const, added: 3, removed: 1 });
const analyze = (session: Session, paths: readonly string[] = []): Analysis =>
  analyzeSession({ session, changes: paths.map(changed) }).analysis;

describe('files of a session on Windows', (it) => {
  it('are named as git names them', () => {
    const cwd = String.raw`C:\src\app`;
    const edit = { ...edited('a.ts'), paths: [String.raw`C:\src\app\lib\a.ts`] };
    const look = { ...read('b.ts'), paths: [String.raw`C:\Users\ada\b.md`] };
    const { sessionFiles } = analyzeSession({
      session: sessionOf([turnOf('Fix the lexer', edit, look, 'Fixed.')], { cwd }),
      changes: [],
    });
    assert.equal(sessionFiles.edited, ['lib/a.ts']);
    assert.is(sessionFiles.read[0]?.path, 'C:/Users/ada/b.md');
  });
});

describe('problem, intent and task', (it) => {
  it('keeps the first goal in the user’s words', () => {
    const found = analyze(
      sessionOf([turnOf('/clear'), turnOf('Fix the login form, it loses the password'), turnOf('commit this')]),
    );
    assert.is(found.problem, 'Fix the login form, it loses the password');
    assert.is(found.session_intent, found.problem);
    assert.is(found.current_task, 'Fix the login form, it loses the password — then: commit this');
    assert.equal(found.evidence?.['problem'], { by: 'user', turn: 2 });
  });

  it('lets a restated goal win', () => {
    const found = analyze(
      sessionOf([turnOf('Fix the login form'), turnOf('No, what I really want is single sign-on for admins')]),
    );
    assert.is(found.problem, 'No, what I really want is single sign-on for admins');
    assert.equal(found.evidence?.['problem'], { by: 'user', turn: 2 });
  });

  it('follows a goal that leads elsewhere and not an addition', () => {
    const turns = [
      turnOf('Fix the login form of the admin page'),
      turnOf('also handle the logout button'),
      turnOf('Write release notes covering version nine'),
    ];
    assert.is(analyze(sessionOf(turns.slice(0, 2))).session_intent, 'Fix the login form of the admin page');
    assert.is(analyze(sessionOf(turns)).session_intent, 'Write release notes covering version nine');
  });

  it('still says what was typed when it was only a greeting', () => {
    const found = analyze(sessionOf([turnOf('hello there', 'Hi!')]));
    assert.equal([found.problem, found.current_task], ['hello there', 'hello there']);
  });

  it('takes a rule for a rule and not for the task', () => {
    const found = analyze(
      sessionOf([turnOf('Add a search box', 'Ok.'), turnOf("let's not leave all the tests to the end", 'Right.')]),
    );
    assert.equal(
      [found.current_task, found.user_rules],
      ['Add a search box', ["let's not leave all the tests to the end"]],
    );
  });

  it('takes no data for words, and the words out of data where there is nothing else', () => {
    const data = '{"type":"task_assignment","taskId":"7","subject":"Port the lexer to the new reader","from":"lead"}';
    const found = analyze(sessionOf([turnOf('Split the parser into rooms', 'Ok.'), turnOf(data, 'On it.')]));
    assert.equal(
      [found.session_intent, found.current_task],
      ['Split the parser into rooms', 'Split the parser into rooms'],
    );
    const only = analyze(sessionOf([turnOf(`<teammate-message id="lead">\n${data}\n</teammate-message>`, 'On it.')]));
    assert.is(only.problem, 'Port the lexer to the new reader');
  });

  it('takes what stands in a tag around an order for words', () => {
    const found = analyze(
      sessionOf([turnOf('<task>Review only the lexer against its spec.</task>\n<rules>Be brief.</rules>', 'Ok.')]),
    );
    assert.equal(
      [found.session_intent, found.last_exchange[0]?.slice(0, 12)],
      ['Review only the lexer against its spec.', '<task>Review'],
    );
  });

  it('leaves out data that was pasted without a fence', () => {
    const log = ['{', '"level": "info",', '"event": {', '"status": 401', '}', '}'].join('\n');
    const found = analyze(sessionOf([turnOf(`The consent page fails.\nThe log of the worker\n${log}`, 'Let me see.')]));
    assert.is(found.session_intent, 'The consent page fails. The log of the worker');
    assert.match(found.last_exchange[0] ?? '', /worker\n\[pasted data of 6 lines\]$/);
  });

  it('knows the plan that a client hands to a new session', () => {
    const lead =
      "A previous agent produced the plan below to accomplish the user's task. Treat it as the source of intent.";
    const plan =
      '# Split the reader\n\n## Changes\n\n1. Move `src/lexer.ts`\n2. Document it in `docs/reader.md`\n3. Run:\n\n## Assumptions\n\n4. Nobody else reads `src/old.ts`';
    const session = sessionOf([{ ...turnOf(`${lead}\n\n${plan}`, edited('src/lexer.ts')), outcome: 'open' }]);
    const { analysis, summary } = analyzeSession({ session, changes: [] });
    assert.is(summary, 'Split the reader');
    assert.match(analysis.session_intent, /^Implement the plan: Split the reader/);
    assert.equal(analysis.next_actions, ['Document it in `docs/reader.md`']);
    const done = [
      turnOf(`${lead}\n\n${plan}`, edited('src/lexer.ts'), 'All of it is done.'),
      turnOf('thanks', 'Welcome.'),
    ];
    assert.equal(analyze(sessionOf(done)).next_actions, []);
  });

  it('knows a plan that the agent proposed in words, once it is taken', () => {
    const proposed =
      '<proposed_plan>\n# Register models by route\n\n1. Add `src/a.ts`\n2. Remove `src/models.ts`\n</proposed_plan>';
    const turns = [turnOf('split the models', proposed), turnOf('Implement the plan.', edited('src/a.ts'))];
    const { analysis, summary } = analyzeSession({ session: sessionOf(turns), changes: [] });
    assert.match(summary, /^Register models by route/);
    assert.ok(analysis.next_actions.includes('Remove `src/models.ts`'), analysis.next_actions.join('; '));
    assert.not.ok(analysis.last_exchange.some((text) => text.includes('proposed_plan')));
  });

  it('takes a remark on what the agent said for no goal', () => {
    const turns = [
      turnOf('Warn about deprecated settings'),
      turnOf('i thought we don’t need that because of the table file'),
    ];
    assert.is(analyze(sessionOf(turns)).session_intent, 'Warn about deprecated settings');
    const told = turnOf('Got http 200 when I ran the other command', 'Good.');
    assert.is(analyze(sessionOf([...turns, told])).session_intent, 'Warn about deprecated settings');
  });

  it('takes the task in progress from the agent’s list', () => {
    const todos = [
      { text: 'Write the parser', status: 'completed' as const },
      { text: 'Add tests', status: 'in_progress' as const },
    ];
    assert.is(analyze(sessionOf([turnOf('Write a parser', 'On it.')], { todos })).current_task, 'Add tests');
  });

  it('says what an agreement agreed to', () => {
    const found = analyze(
      sessionOf([turnOf('How slow is it?', 'Very. Should I cache the index?'), turnOf('yes, do it')]),
    );
    assert.is(found.current_task, 'yes, do it (to: Should I cache the index?)');
  });

  it('takes the problem from a compaction summary that came first', () => {
    const summary =
      'Summary:\n1. Primary Request and Intent:\n   - Debug the flaky upload\n\n7. Pending Tasks:\n   - None';
    assert.is(
      analyze(sessionOf([turnOf('now look at the review')], { compactions: [summary] })).problem,
      'Debug the flaky upload',
    );
  });
});

describe('decisions', (it) => {
  it('keeps answers, approved plans and the user’s choices', () => {
    const found = analyze(
      sessionOf(
        [
          turnOf('Use uvu instead of jest. The tests are slow.'),
          turnOf('Any idea?', 'Want me to use a pool?'),
          turnOf('yes'),
        ],
        {
          answers: [{ question: 'Which database?', answer: 'SQLite' }, { question: 'Open one?' }],
          plans: [
            { text: '# Split the parser\n1. move the lexer\n2. add tests', approved: true },
            { text: '# Rewrite in Rust', approved: false },
          ],
        },
      ),
    );
    assert.equal(found.decisions, [
      'Which database? → SQLite',
      'Approved plan: Split the parser: move the lexer; add tests',
      'Use uvu instead of jest.',
    ]);
    assert.equal(found.evidence?.['decisions.2'], { by: 'user', turn: 1 });
  });

  it('takes one thing for another where the user says which', () => {
    const decided = (prompt: string) => analyze(sessionOf([turnOf(prompt, 'Ok.')])).decisions;
    assert.equal(decided('Rotate tokens on use. Use crypto/rand, not math/rand.'), ['Use crypto/rand, not math/rand.']);
    assert.equal(decided('Use `ms`, not `s`.'), ['Use `ms`, not `s`.']);
    assert.equal(decided('Why does it use crypto/rand, not math/rand?'), []);
    assert.equal(decided('Use the whole log, not just the last line, to find out why it fails.'), []);
  });

  it('does not take a nod to a commit for a decision', () => {
    assert.equal(analyze(sessionOf([turnOf('Fix it', 'Done. Shall I commit this?'), turnOf('yes')])).decisions, []);
  });

  it('keeps a short answer together with its question, where that says something', () => {
    const decided = (closing: string, reply: string) =>
      analyze(sessionOf([turnOf('Where?', closing), turnOf(reply)])).decisions;
    assert.equal(decided('Handler or service. What do you prefer?', 'put it in the handler'), [
      'put it in the handler',
    ]);
    assert.equal(decided('Does it go into the handler or the service?', 'into the handler'), [
      'Does it go into the handler or the service? → into the handler',
    ]);
  });
});

describe('user rules', (it) => {
  it('keeps standing orders, and not sentences about the program', () => {
    const found = analyze(
      sessionOf([
        turnOf('Add a cache. Never commit without asking me. The page always crashes.'),
        turnOf('not as a comment, but as a document. why does it never work?'),
        turnOf('/run keep each commit small, please'),
      ]),
    );
    assert.equal(found.user_rules, ['Never commit without asking me.', 'keep each commit small, please']);
    const away = 'I am away. Prioritize the work over confirming decisions. Use sub-agents as much as you can.';
    assert.is(analyze(sessionOf([turnOf(away, 'Ok.')])).user_rules.length, 2);
  });
});

describe('words that are quoted', (it) => {
  it('lose the marks of Markdown, and never a part of a name', () => {
    const rule = (prompt: string) => analyze(sessionOf([turnOf(prompt, 'Ok.')])).user_rules;
    const whole = [
      'Never touch src/**/generated or __init__.py',
      'Never edit `src/**/*.ts`, **/*.js and foo.__class__.__name__',
      'Never go above 2**8 or 2**9',
    ];
    for (const text of whole) assert.equal(rule(text), [text]);
    assert.equal(rule('**Never** push ~~today~~ to **the main** branch.'), ['Never push today to the main branch.']);
  });
});

describe('next actions', (it) => {
  it('lists open tasks, the agent’s question and its list of what remains', () => {
    const closing =
      'The parser works.\n\n**Remaining:**\n- wire the CLI\n- write docs\n\nNot pushed. Want me to open a PR?';
    const todos = [
      { text: 'Write docs for it', status: 'pending' as const },
      { text: 'Add tests', status: 'in_progress' as const },
    ];
    assert.equal(analyze(sessionOf([turnOf('Write a parser', closing)], { todos })).next_actions, [
      'Waiting for the user: Want me to open a PR?',
      'Add tests (in progress)',
      'Write docs for it',
      'wire the CLI',
      'write docs',
    ]);
  });

  it('names a request that was interrupted, stopped or never answered', () => {
    const turn = turnOf('Rename the module', edited('a.ts'));
    const next = (outcome: 'interrupted' | 'api-error' | 'open', steps = turn.steps) =>
      analyze(sessionOf([{ ...turn, outcome, steps }])).next_actions[0];
    assert.is(next('interrupted'), 'Continue (interrupted): Rename the module (so far: edited a.ts)');
    assert.is(next('api-error'), 'Repeat (stopped by an API error): Rename the module');
    assert.is(next('open'), 'Finish: Rename the module (so far: edited a.ts)');
    assert.is(next('open', []), 'Do: Rename the module');
  });

  it('does not take a list that the agent stopped keeping for open work', () => {
    const plan = { tool: 'update_plan', action: 'plan' as const, paths: [], result: 'ok' as const };
    const found = analyze(
      sessionOf(
        [
          turnOf('Review it', plan, 'Here is the review.'),
          turnOf('Write the memo', edited('memo.md'), 'Written.'),
          turnOf('push', ran('git push'), 'Pushed.'),
        ],
        {
          todos: [{ text: 'Collect findings', status: 'pending' }],
        },
      ),
    );
    assert.equal(found.next_actions, []);
    assert.ok(found.current_state.includes('Never ticked off: Collect findings'));
  });
});

describe('a long task list', (it) => {
  it('says how many tasks are open when they are more than the next actions hold', () => {
    const todos = Array.from({ length: 30 }, (_, at) => ({ text: `Task ${at + 1}`, status: 'pending' as const }));
    const state = (session: Partial<Session>) => analyze(sessionOf([turnOf('Go', 'Ok.')], session)).current_state;
    assert.ok(state({ todos }).includes('Open on the task list: 30 tasks in all'));
    assert.ok(state({ todos, todosLeftOut: 100 }).includes('Open on the task list: 130 tasks in all'));
    assert.not.ok(state({ todos: todos.slice(0, 5) }).some((line) => line.includes('in all')));
  });
});

describe('blockers', (it) => {
  it('are what the agent says that it waits for, at the end of a turn or in a call that waits', () => {
    const said = 'Fix 2 is done and green. Waiting on the fix 1 agent before running the full gate.';
    const told = ['Agent: Waiting on the fix 1 agent before running the full gate.'];
    assert.equal(analyze(sessionOf([turnOf('Go', edited('a.ts'), said)])).blockers, told);
    const wait = { tool: 'wait_agent', action: 'agent', paths: [], result: 'open' } as const;
    assert.equal(analyze(sessionOf([{ ...turnOf('Go', said, wait), outcome: 'open' }])).blockers, told);
    assert.equal(analyze(sessionOf([{ ...turnOf('Go', said, ran('npm test')), outcome: 'open' }])).blockers, []);
  });

  it('lose the label that says what they are', () => {
    const said = 'Blocked: we do not know yet whether mobile clients retry.';
    assert.equal(analyze(sessionOf([turnOf('Go', edited('a.ts'), said)])).blockers, [
      'Agent: we do not know yet whether mobile clients retry.',
    ]);
  });

  it('are permissions that nobody has given yet', () => {
    const asked = { tool: 'Write', action: 'edit', paths: ['/work/app/NOTES.md'], result: 'refused' } as const;
    const output = "Claude requested permissions to write to NOTES.md, but you haven't granted it yet.";
    assert.equal(analyze(sessionOf([{ ...turnOf('Go', { ...asked, output }), outcome: 'open' }])).blockers, [
      'Not permitted: Write NOTES.md',
    ]);
  });

  it('carries the failing command and its first error', () => {
    const output = '\n> app@1.0.0 test\n> uvu\n\nFAIL  parser "reads a list"\n  Expected 3, got 2\n';
    assert.equal(analyze(sessionOf([turnOf('Fix it', ran('npm test', output, 1), 'Still red.')])).blockers, [
      '`npm test` failed (exit 1): FAIL parser "reads a list": Expected 3, got 2',
    ]);
  });

  it('sees a failure behind a pipe', () => {
    const found = analyze(
      sessionOf([turnOf('Fix it', ran('go test ./... 2>&1 | tail -5', '--- FAIL: TestParse (0.01s)\nFAIL'), 'Hm.')]),
    );
    assert.equal(found.blockers, ['`go test ./... 2>&1 | tail -5` failed: --- FAIL: TestParse (0.01s)']);
  });

  it('forgets a failure that was mended, also as part of a longer line', () => {
    const turns = [
      turnOf('Fix it', ran('go test ./parser', 'FAIL', 1), ran('go vet ./... && go test ./...', 'ok'), 'Green.'),
    ];
    assert.equal(analyze(sessionOf(turns)).blockers, []);
  });

  it('does not let a narrow success hide a failure of everything', () => {
    const turns = [
      turnOf('Fix it', ran('npm test', '1 failing', 1), ran('npm test -- parser', '3 passing'), 'The parser is green.'),
    ];
    assert.is(analyze(sessionOf(turns)).blockers.length, 1);
  });

  it('is not blocked by a search without a hit', () => {
    assert.equal(analyze(sessionOf([turnOf('Find it', ran('grep -rn foo src', '', 1), 'Not there.')])).blockers, []);
  });

  it('reports refusals and limits of the API', () => {
    const refused = { ...ran('rm -rf build'), result: 'refused' as const };
    const turn = { ...turnOf('Clean up', refused), outcome: 'api-error' as const, error: 'usage limit reached' };
    assert.equal(analyze(sessionOf([turn], { answers: [{ question: 'Which folder?' }] })).blockers, [
      'Not permitted: rm -rf build',
      "The model's API stopped the session: usage limit reached",
    ]);
  });
});

describe('current state', (it) => {
  it('says how checks ended, what was finished and what was delivered', () => {
    const found = analyze(
      sessionOf(
        [
          turnOf(
            'Fix the parser',
            edited('src/parser.ts'),
            ran('npm run build && npm test', 'Tests: 12 passed, 12 total'),
            ran('git commit -m "$(cat <<\'EOF\'\nparser: read nested lists\n\nWhy: issue 7\nEOF\n)"'),
            'Fixed the parser. All tests pass.',
          ),
        ],
        { todos: [{ text: 'Fix the parser', status: 'completed' }] },
      ),
      ['src/parser.ts'],
    );
    assert.equal(found.current_state, [
      'Tests: `npm test` passed: Tests: 12 passed, 12 total',
      'Build: `npm run build` passed',
      'Committed: parser: read nested lists',
      'Not pushed in this session: the last commit',
      'Done: Fix the parser',
      'The agent finished its last turn',
      'Uncommitted: 1 file, +3 -1',
    ]);
  });

  it('blames the part of a chain that failed', () => {
    const failed = ran('npm run build && npm test', '1 failing\nError: boom', 1);
    assert.equal(analyze(sessionOf([turnOf('Fix it', failed, 'Hm.')])).current_state.slice(0, 2), [
      'Tests: `npm test` failed: Error: boom',
      'Build: `npm run build` was followed by a failure',
    ]);
  });

  it('gives each check of a chain its own sum', () => {
    const chain = ran('gofmt -w a.go && go test ./... && golangci-lint run', 'ok  \tmod/a\t1.2s\n0 issues.');
    assert.equal(analyze(sessionOf([turnOf('Fix it', chain, 'Good.')])).current_state.slice(0, 2), [
      'Tests: `go test ./...` passed: ok mod/a 1.2s',
      'Lint: `golangci-lint run` passed: 0 issues.',
    ]);
  });

  it('does not say that a check ran behind one that failed', () => {
    const failed = ran('npm run lint && npm test', 'src/a.ts: unexpected any', 1);
    assert.equal(analyze(sessionOf([turnOf('Fix it', failed, 'Hm.')])).current_state.slice(0, 2), [
      'Tests: `npm test` has no result, `npm run lint` failed before it',
      'Lint: `npm run lint` failed: src/a.ts: unexpected any',
    ]);
  });

  it('says when files were edited after a check, and not for files elsewhere', () => {
    const checked = ran('npm test', '12 passed');
    const later = (path: string) =>
      analyze(sessionOf([turnOf('Fix it', checked, edited(path), 'Done.')])).current_state[0];
    assert.is(later('src/a.ts'), 'Tests: `npm test` passed, before files were edited again: 12 passed');
    assert.is(later('/home/ada/notes.md'), 'Tests: `npm test` passed: 12 passed');
  });

  it('comes to an end however often the user says please', () => {
    const words = `${'please '.repeat(500)}look at it`;
    const found = analyze(sessionOf([turnOf(words, 'Done. It is ready.')]));
    assert.is(found.last_exchange.at(-1), 'Done. It is ready.');
  });

  it('knows the agent’s last words before the transcript does', () => {
    const session = sessionOf([{ ...turnOf('Fix it', edited('a.ts')), outcome: 'open' }]);
    const { analysis } = analyzeSession({ session, changes: [], lastMessage: 'Fixed. Next: add a test for it.' });
    assert.equal(analysis.next_actions, ['add a test for it.']);
    assert.is(analysis.last_exchange.at(-1), 'Fixed. Next: add a test for it.');
  });

  it('takes what is said while the client has not told the end for no answer, unless a hook tells it', () => {
    const said = 'The tests pass, and the review of the working tree comes next.';
    const session = sessionOf([{ ...turnOf('Mend the parser', edited('a.ts'), said), outcome: 'open', running: true }]);
    assert.not.ok(analyze(session).current_state.includes('The agent finished its last turn'));
    const { analysis } = analyzeSession({ session, changes: [], lastMessage: said });
    assert.ok(analysis.current_state.includes('The agent finished its last turn'));
  });
});

describe('the whole analysis', (it) => {
  const rich = () =>
    sessionOf(
      Array.from({ length: 60 }, (_, at) =>
        turnOf(
          `Request number ${at}: change the ${'very '.repeat(60)}long thing, always carefully number ${at}`,
          edited(`src/file-${at}.ts`),
          ran(`npm test ${at}`, 'x'.repeat(500), 1),
          `Done ${at}. ${'Words. '.repeat(200)}`,
        ),
      ),
      {
        todos: Array.from({ length: 90 }, (_, at) => ({
          text: `Task ${at} ${'y'.repeat(600)}`,
          status: 'pending' as const,
        })),
      },
    );

  it('is the same for the same session', () => {
    assert.equal(analyzeSession({ session: rich(), changes: [] }), analyzeSession({ session: rich(), changes: [] }));
  });

  it('stays small whatever the session’s size', () => {
    const { analysis } = analyzeSession({
      session: rich(),
      changes: Array.from({ length: 500 }, (_, at) => changed(`src/file-${at}.ts`)),
    });
    assert.ok(JSON.stringify(analysis).length < 40_000, String(JSON.stringify(analysis).length));
  });

  it('keeps every request of a long session in the user’s words', () => {
    const { play_by_play } = analyze(
      sessionOf(Array.from({ length: 30 }, (_, at) => turnOf(`Do step ${at} of the plan`, 'Yes.'))),
    );
    for (let at = 0; at < 30; at += 1)
      assert.ok(
        play_by_play.some((line) => line.includes(`Do step ${at} of`)),
        `step ${at}`,
      );
    assert.ok(play_by_play.length <= 24);
  });

  it('tells what was asked and what came of it', () => {
    const calls = [
      ...Array.from({ length: 6 }, (_, at) => read(`src/${at}.ts`)),
      'Now let me move the lexer.',
      edited('src/lexer.ts'),
      ran('npm test', '1 failing\nError: boom', 1),
      edited('src/parser.ts'),
      ran('npm test', '12 passing'),
      ran('git commit -m "Move the lexer"'),
      ran('git push'),
    ];
    const turns = [
      turnOf('Split the parser', ...calls, 'Done.'),
      turnOf('Why was it so slow?', read('a.ts'), 'The cursor was read twice.'),
    ];
    assert.equal(analyze(sessionOf(turns)).play_by_play, [
      'Turn 1: Split the parser → committed “Move the lexer”; pushed; edited lexer.ts, parser.ts; tests passed',
      'Turn 2: Why was it so slow? → The cursor was read twice.',
    ]);
  });

  it('does not say of a turn without an end that it went well', () => {
    const steps = Array.from({ length: 13 }, (_, at) => read(`src/${at}.ts`));
    const failing = ran('npm test', '1 failing\nError: boom', 1);
    const turn = {
      ...turnOf('Go on', ...steps, edited('a.ts'), failing, { ...ran('npm test'), result: 'open' as const }),
    };
    const { play_by_play } = analyze(sessionOf([{ ...turn, outcome: 'open' }]), ['a.ts']);
    assert.equal(play_by_play, ['Turn 1: Go on → edited a.ts; tests failed: Error: boom; unfinished']);
  });

  it('takes a turn whose end was not recorded for finished only if the agent had its say', () => {
    const open = (closing: string) =>
      analyze(sessionOf([{ ...turnOf('Fix it', edited('a.ts'), closing), outcome: 'open' }])).next_actions;
    assert.equal(open('Fixed it.'), []);
    assert.equal(open('Let me run the tests:'), ['Finish: Fix it']);
  });

  it('holds no secret of the session', () => {
    const secret = `ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)}`;
    const found = analyzeSession({
      session: sessionOf([
        turnOf(
          `Use ${secret} for the push`,
          ran(`curl -H "Authorization: token ${secret}" x`, `bad ${secret}`, 1),
          `I used ${secret}.`,
        ),
      ]),
      changes: [],
    });
    assert.not(JSON.stringify(found).includes(secret.slice(0, 12)));
  });

  it('without a session knows what git knows', () => {
    const { analysis, summary } = analyzeSession({ changes: [changed('src/a.ts')] });
    assert.equal(
      [summary, analysis.current_state, analysis.artifacts],
      [
        'Change src/a.ts',
        ['Uncommitted: 1 file, +3 -1'],
        [{ path: 'src/a.ts', status: 'modified', added: 3, removed: 1, change: '' }],
      ],
    );
  });
});

describe('what the session touched', (it) => {
  const session = sessionOf([
    turnOf(
      'Fix https://tracker.test/7 please',
      read('docs/design.md', '1-40'),
      read('docs/design.md', '30-90'),
      ran("sed -n '1,20p' README.md"),
      'Now let me update the call site:',
      edited('packages/web/src/a.ts', 'export function parseList() {}', 'export function parse() {}'),
      ran('npm test', 'boom: cannot find module x', 1),
      'Stuck.',
    ),
  ]);
  const found = analyzeSession({
    session,
    changes: [changed('packages/web/src/a.ts')],
    contents: new Map([
      ['packages/web/src/a.ts', { before: 'export function parse() {}\n', after: 'export function parseList() {}\n' }],
    ]),
    manifests: [
      {
        path: 'packages/web/package.json',
        text: '{"engines":{"node":">=20"},"dependencies":{"yaml":"1"},"devDependencies":{"typescript":"7"},"scripts":{"test":"uvu"}}',
      },
      { path: 'go.mod', text: 'module example.test/app\n\ngo 1.24\n' },
      { path: 'broken/package.json', text: '{' },
      { path: 'core/Cargo.toml', text: '[package]\nname = "core"\nedition = "2024"\n' },
      { path: 'api/pyproject.toml', text: '[project]\nname = "api"\nrequires-python = ">=3.12"\n' },
      { path: 'site/Gemfile', text: "ruby '3.4'\n" },
    ],
  });

  it('lists files read with their lines, and files edited', () => {
    assert.equal(found.sessionFiles, {
      edited: ['packages/web/src/a.ts'],
      read: [
        { path: 'docs/design.md', lines: '1-90' },
        { path: 'README.md', lines: '1-20' },
      ],
    });
  });

  it('finds documents, packages and the stack', () => {
    assert.equal(found.analysis.relevant_docs, ['https://tracker.test/7', 'README.md', 'docs/design.md']);
    assert.equal(found.relevantPackages, ['packages/web']);
    assert.equal(found.analysis.technical_context.slice(0, 6), [
      'packages/web/package.json: TypeScript Node >=20; uses yaml; scripts test',
      'go.mod: Go 1.24 example.test/app',
      'core/Cargo.toml: Rust core 2024',
      'api/pyproject.toml: Python >=3.12 api',
      'site/Gemfile: Ruby 3.4',
      'Works in /work/app',
    ]);
  });

  it('says what changed in a file, from its two states', () => {
    assert.equal(found.analysis.artifacts, [
      {
        path: 'packages/web/src/a.ts',
        status: 'modified',
        added: 3,
        removed: 1,
        change: 'adds parseList; removes parse',
      },
    ]);
  });

  it('names long declarations whole, and says where it had to cut', () => {
    const test = 'TestBuildProviderSnapshotWorktreeHonorsRootGitignore';
    const names = Array.from({ length: 4 }, (_, at) => `${test}${at}`);
    const contents = new Map([
      ['a.go', { before: '', after: `func ${test}(t *T) {\n}\n` }],
      ['b.go', { before: '', after: names.map((name) => `func ${name}(t *T) {\n}\n`).join('') }],
    ]);
    const changes = [changed('a.go'), changed('b.go')];
    const { artifacts } = analyzeSession({ session: sessionOf([turnOf('Go', 'Ok.')]), changes, contents }).analysis;
    assert.is(artifacts[0]?.change, `adds ${test}`);
    assert.match(artifacts[1]?.change ?? '', /^adds Test\w+0, Test\w+1,? ?.*…$/);
  });

  it('leaves the branch to git, which knows when it was switched', () => {
    const { technical_context } = analyze(sessionOf([turnOf('Go', 'Ok.')], { branch: 'main' }));
    assert.equal(technical_context, ['Works in /work/app']);
  });

  it('lists commands with their outcome', () => {
    assert.equal(found.recentCommands, [
      { command: "sed -n '1,20p' README.md", exit: 0 },
      { command: 'npm test', exit: 1, error: 'boom: cannot find module x' },
    ]);
  });

  it('keeps the last failure and the newest commands, however many came between', () => {
    const looks = Array.from({ length: 30 }, (_, index) => ran(`grep -n word file-${index}.ts`));
    const work = Array.from({ length: 30 }, (_, index) => ran(`git commit -m ${index}`));
    const steps = [ran('make', 'error: no rule', 2), ...work, ...looks];
    const { recentCommands } = analyzeSession({ session: sessionOf([turnOf('Go', ...steps)]), changes: [] });
    assert.is(recentCommands.length, 15);
    assert.equal(recentCommands[0], { command: 'make', exit: 2, error: 'error: no rule' });
    assert.equal(
      recentCommands.slice(-2).map(({ command }) => command),
      ['grep -n word file-28.ts', 'grep -n word file-29.ts'],
    );
  });

  it('takes the reason from the end of a traceback', () => {
    const output = 'Traceback (most recent call last):\n  File "a.py", line 3, in load\nValueError: no such mode';
    const session = sessionOf([turnOf('Go', ran('python a.py', output, 1))]);
    assert.equal(analyzeSession({ session, changes: [] }).recentCommands, [
      { command: 'python a.py', exit: 1, error: 'ValueError: no such mode' },
    ]);
  });

  it('counts tasks of a list that was cleared as done', () => {
    const session = sessionOf([turnOf('Go', 'Gone.')], { finished: ['Write the parser'] });
    assert.ok(analyze(session).current_state.includes('Done: Write the parser'));
  });

  it('tells only of the list in use', () => {
    const plan = { tool: 'TodoWrite', action: 'plan', paths: [], result: 'ok' } as const;
    const todos = [{ text: 'Write the form', status: 'completed' as const }];
    const state = (later: number) => {
      const turns = [
        turnOf('Go', plan, 'Gone.'),
        ...Array.from({ length: later }, () => turnOf('More', read('a.ts'), 'So.')),
      ];
      const { current_state } = analyze(sessionOf(turns, { todos, finished: ['Write the parser'] }));
      return current_state.filter((line) => line.startsWith('Done'));
    };
    assert.equal(state(1), ['Done: Write the form']);
    assert.equal(state(3), []);
  });
});

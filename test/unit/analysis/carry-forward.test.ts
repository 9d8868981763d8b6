import * as assert from 'uvu/assert';
import { resumeText, saveText } from '../../../src/agents/command-texts.ts';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import { carryForward } from '../../../src/analysis/carry-forward.ts';
import { mergeFields } from '../../../src/analysis/merge-fields.ts';
import { type Analysis, emptyAnalysis } from '../../../src/core/note.ts';
import type { Session, ToolCall, Turn } from '../../../src/core/session.ts';
import { edited, ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const before: Analysis = {
  ...emptyAnalysis,
  problem: 'The login form loses the password',
  session_intent: 'Fix the login form',
  current_task: 'Write the test',
  decisions: ['Use bcrypt'],
  technical_context: ['go.mod: Go 1.23', 'Works in /work/app'],
  play_by_play: ['Turn 1: Fix the login form → edited a.ts → Fixed.'],
  current_state: ['Done: the form', 'Uncommitted: 1 file, +1 -0'],
  next_actions: ['Add a test'],
  blockers: ['`npm test` failed (exit 1): boom', 'Open question: which?'],
  user_rules: ['Never commit without asking'],
  relevant_docs: ['docs/login.md'],
  artifacts: [{ path: 'a.ts', status: 'modified', added: 1, removed: 0, change: '' }],
  evidence: {
    'decisions.0': { by: 'user', turn: 2 },
    'current_state.1': { by: 'git' },
    'blockers.0': { by: 'command', turn: 1, command: 'npm test' },
  },
};
const fresh = (more: Partial<Analysis>): Analysis => ({ ...emptyAnalysis, ...more });

describe('carrying forward', (it) => {
  it('starts from nothing when there is no predecessor', () => {
    const now = fresh({ problem: 'New' });
    assert.is(carryForward(undefined, now), now);
  });

  it('copies the problem, unless the user restated it', () => {
    assert.is(carryForward(before, fresh({ problem: 'Something else' })).problem, before.problem);
    const other = fresh({ problem: 'Something else' });
    assert.is(carryForward(before, other, { restated: true }).problem, 'Something else');
  });

  it('changes the intent only when the goal shifts', () => {
    assert.is(
      carryForward(before, fresh({ session_intent: 'also style the login form' })).session_intent,
      'Fix the login form',
    );
    const shifted = 'Write release notes covering version nine';
    assert.is(carryForward(before, fresh({ session_intent: shifted })).session_intent, shifted);
  });

  it('takes the few words of another session for its intent when they name something else', () => {
    const intent = (text: string, sameSession: boolean) =>
      carryForward(before, fresh({ session_intent: text, problem: text }), { sameSession });
    const watcher = 'Repair the flaky TestWatcher';
    assert.equal([intent(watcher, false).session_intent, intent(watcher, false).problem], [watcher, watcher]);
    assert.is(intent(watcher, true).session_intent, 'Fix the login form');
    assert.is(intent('run the failing tests', false).session_intent, 'Fix the login form');
  });

  it('accumulates decisions and never drops one', () => {
    let line = before;
    for (let at = 0; at < 120; at += 1)
      line = carryForward(line, fresh({ decisions: [`Decision number ${at} ${'because '.repeat(30)}`] }));
    assert.is(line.decisions[0], 'Use bcrypt');
    for (let at = 0; at < 120; at += 1)
      assert.ok(
        line.decisions.some((text) => text.includes(`number ${at} `)),
        String(at),
      );
    assert.ok(JSON.stringify(line.decisions).length < 30_000);
  });

  it('does not double a shortened decision when its session tells it again', () => {
    const own = [`First ${'because '.repeat(30)}`];
    let line = carryForward(before, fresh({ decisions: own }));
    for (let at = 0; at < 60; at += 1) line = carryForward(line, fresh({ decisions: [`Other ${at}`] }));
    line = carryForward(line, fresh({ decisions: own }));
    assert.is(line.decisions.filter((text) => text.startsWith('First')).length, 1);
  });

  it('leaves a decision that was cut from the beginning in its place', () => {
    const decisions = ['Which one? → the first, because…', 'Use uvu'];
    assert.equal(carryForward(fresh({ decisions }), fresh({ decisions })).decisions, decisions);
  });

  it('keeps a decision’s evidence when it moves', () => {
    const now = carryForward(
      before,
      fresh({ decisions: ['Use uvu'], evidence: { 'decisions.0': { by: 'user', turn: 9 } } }),
    );
    assert.equal(now.evidence, {
      'decisions.0': { by: 'user', turn: 2, earlier: true },
      'decisions.1': { by: 'user', turn: 9 },
      'blockers.0': { by: 'command', turn: 1, command: 'npm test', earlier: true },
    });
  });

  it('updates the technical context', () => {
    assert.equal(carryForward(before, fresh({ technical_context: ['go.mod: Go 1.24'] })).technical_context, [
      'go.mod: Go 1.24',
      'Works in /work/app',
    ]);
  });

  it('tells an earlier session in one line', () => {
    const steps = (word: string, count: number) =>
      Array.from({ length: count }, (_, at) => `Turn ${at + 1}: ${word} request ${at} → x → y`);
    let line = carryForward({ ...before, play_by_play: steps('old', 3) }, fresh({ play_by_play: steps('new', 20) }));
    assert.is(line.play_by_play[0], 'Earlier session: Fix the login form (3 steps)');
    assert.is(line.play_by_play.at(-1), 'Turn 20: new request 19 → x → y');
    for (let at = 0; at < 9; at += 1) line = carryForward(line, fresh({ play_by_play: steps(`later ${at}`, 20) }));
    assert.is(line.play_by_play.filter((one) => one.startsWith('Earlier session')).length, 4);
    assert.is(line.play_by_play.length, 24);
  });

  it('tells the same session once', () => {
    const now = fresh({ play_by_play: [...before.play_by_play, 'Turn 2: push → ran `git push` → Pushed.'] });
    assert.equal(carryForward(before, now).play_by_play, now.play_by_play);
    const [one, two] = ['Turn 1: go on → read 2 files → unfinished', 'Turn 1: go on → edited a.ts → Done.'];
    const again = carryForward(fresh({ play_by_play: [one] }), fresh({ play_by_play: [two] }), { sameSession: true });
    assert.equal(again.play_by_play, [two]);
  });

  it('replaces state, next actions and artifacts whole', () => {
    const now = carryForward(before, fresh({ current_state: ['New state'], next_actions: [], artifacts: [] }));
    assert.equal([now.current_state, now.next_actions, now.artifacts], [['New state'], [], []]);
  });

  it('leaves open ends alone when the new session only talked', () => {
    const now = carryForward(
      before,
      fresh({ current_state: ['The working tree equals HEAD'], current_task: 'what is next?' }),
      { idle: true },
    );
    assert.equal(now.next_actions, ['Add a test']);
    assert.equal(now.current_state, ['The working tree equals HEAD', 'Done: the form']);
    assert.is(now.current_task, 'Write the test');
  });

  it('knows a session that only talked and looked, also where the tree holds the work of the one before', () => {
    const change = { path: 'a.ts', status: 'modified' as const, added: 1, removed: 0 };
    const talk = sessionOf([turnOf('What does the form do?', ran('ls src'), 'It logs people in.')]);
    const next = (changes: (typeof change)[]) =>
      analyzeSession({ session: talk, changes, predecessor: before }).analysis;
    assert.equal([next([change]).next_actions, next([change]).current_task], [['Add a test'], 'Write the test']);
    assert.equal(next([change, { ...change, path: 'b.ts' }]).next_actions, []);
  });

  it('keeps what an earlier session left, not what this one has settled since', () => {
    const turns = [
      turnOf('How should discounts work?', 'Percent or fixed. Should the cart store it?'),
      turnOf('no, the order', 'It lives in the order then.'),
    ];
    const save = (count: number, predecessor: Analysis, sameSession: boolean) =>
      analyzeSession({ session: sessionOf(turns.slice(0, count)), changes: [], predecessor, sameSession }).analysis;
    const evidence = { 'next_actions.0': { by: 'tasks' }, current_task: { by: 'user', turn: 1 } } as const;
    const left = { ...before, artifacts: [], evidence };
    const one = save(1, left, false);
    assert.equal(one.next_actions, ['Waiting for the user: Should the cart store it?', 'Add a test']);
    assert.equal(one.evidence?.['next_actions.1'], { by: 'tasks', earlier: true });
    const two = save(2, one, true);
    assert.equal([two.next_actions, two.current_task], [['Add a test'], 'Write the test']);
    assert.is(two.last_exchange.at(-1), 'It lives in the order then.');
    const task = 'no, the order (to: Should the cart store it?)';
    assert.equal(save(2, save(1, emptyAnalysis, false), true).current_task, task);
  });

  it('lets a session know itself better as it goes on, and keeps what came from before it', () => {
    const turns = [
      turnOf('/review', ran('npm test', 'boom: bad', 1), 'Two findings.'),
      turnOf('Fix the first finding in the parser', edited('a.ts'), ran('npm test', 'ok'), 'Fixed.'),
    ];
    const save = (count: number, predecessor: Analysis, sameSession: boolean) =>
      analyzeSession({ session: sessionOf(turns.slice(0, count)), changes: [], predecessor, sameSession }).analysis;
    const alone = save(2, save(1, emptyAnalysis, false), true);
    assert.equal([alone.problem, alone.session_intent, alone.blockers], [turns[1]?.prompt, turns[1]?.prompt, []]);
    const said = { by: 'user', turn: 1 } as const;
    const left = { ...before, evidence: { problem: said, session_intent: said } };
    const after = save(2, save(1, left, false), true);
    assert.is(after.problem, before.problem);
    assert.equal(after.evidence?.['problem'], { by: 'user', turn: 1, earlier: true });
  });

  it('keeps a failing command through one more session, unless a check passes in it', () => {
    const failing = { ...before, evidence: { 'blockers.0': { by: 'command', turn: 3 } } } as const;
    const next = carryForward(failing, fresh({}));
    assert.equal(next.blockers, before.blockers.slice(0, 1));
    assert.equal(carryForward(next, fresh({})).blockers, []);
    assert.equal(carryForward(failing, fresh({}), { green: true }).blockers, []);
  });

  it('copies user rules and documents, adding new ones', () => {
    const now = carryForward(before, fresh({ user_rules: ['Always run the linter'], relevant_docs: ['README.md'] }));
    assert.equal(now.user_rules, ['Never commit without asking', 'Always run the linter']);
    assert.equal(now.relevant_docs, ['README.md', 'docs/login.md']);
  });

  it('lets what the same session found out expire', () => {
    const passing = 'The panel must stay at `min(500px, 90%)` because the list is narrow.';
    const first = [turnOf('Why is it narrow?', passing)];
    const one = analyzeSession({ session: sessionOf(first), changes: [] }).analysis;
    assert.equal(one.findings, [passing]);
    const wider = [...first, turnOf('Widen it', edited('a.css', 'width: 80vw', 'width: min(500px, 90%)'), 'Widened.')];
    const later = { session: sessionOf(wider), changes: [], predecessor: one };
    assert.equal(analyzeSession({ ...later, sameSession: true }).analysis.findings, []);
    assert.equal(analyzeSession({ ...later, sameSession: false }).analysis.findings, [passing]);
  });

  it('works over consecutive saves of one session and over a clear', () => {
    const first = [
      turnOf('Fix the login form. Never push without asking.', edited('a.ts'), ran('npm test', 'boom: bad', 1), 'Red.'),
    ];
    const one = analyzeSession({ session: sessionOf(first), changes: [] }).analysis;
    const second = [...first, turnOf('use bcrypt instead of md5', edited('b.ts'), 'Ok.')];
    const two = analyzeSession({ session: sessionOf(second), changes: [], predecessor: one }).analysis;
    const afterClear = sessionOf([turnOf('carry on with the tests', edited('c.ts'), ran('npm test', 'ok'), 'Green.')], {
      id: 'session-2',
    });
    const three = analyzeSession({ session: afterClear, changes: [], predecessor: two }).analysis;
    assert.equal([two.blockers.length, three.blockers.length], [1, 0]);
    assert.is(three.problem, 'Fix the login form. Never push without asking.');
    assert.equal(three.decisions, ['use bcrypt instead of md5']);
    assert.equal(three.user_rules, ['Never push without asking.']);
    assert.is(three.play_by_play.length, 2);
  });
});

describe('fields that somebody wrote', (it) => {
  it('win one by one, and empty ones say nothing', () => {
    const merged = mergeFields(
      before,
      { current_task: 'Ship it', decisions: ['Use argon2'], problem: '', next_actions: [] },
      'user',
    );
    assert.equal(
      [merged.current_task, merged.decisions, merged.problem, merged.next_actions, merged.source],
      ['Ship it', ['Use bcrypt', 'Use argon2'], before.problem, before.next_actions, 'user'],
    );
    assert.equal(merged.evidence, {
      'decisions.0': { by: 'user', turn: 2 },
      'current_state.1': { by: 'git' },
      'blockers.0': { by: 'command', turn: 1, command: 'npm test' },
      current_task: { by: 'user' },
      'decisions.1': { by: 'user' },
    });
  });

  it('change nothing when there are none', () => {
    assert.is(mergeFields(before, { problem: '' }, 'agent'), before);
  });
});

describe('words that somebody gave', (it) => {
  const SINCE = '2026-01-01T10:00:00Z';
  const given = mergeFields(
    before,
    {
      current_task: 'Refuse expired tokens',
      current_state: ['All tests pass', 'The form is wired up'],
      next_actions: ['Write the token refresh', 'Update the documentation'],
      blockers: ['The login tests fail in CI', 'Waiting for the key of the test server'],
    },
    'agent',
  );
  const after = (turn: Turn, more: Partial<Session> = {}) => {
    const turns = [
      { ...turn, time: '2026-01-01T11:00:00Z', steps: turn.steps.map((step) => ({ ...step, time: LATE })) },
    ];
    const session = sessionOf(turns, more);
    return analyzeSession({ session, changes: [], predecessor: given, sameSession: true, since: SINCE }).analysis;
  };
  const LATE = '2026-01-01T11:00:01Z';

  it('end one by one, as the session shows otherwise', () => {
    const now = after(turnOf('go on', edited('a.ts'), ran('npm test', 'ok'), 'Green.'), {
      todos: [
        { text: 'Write the token refresh', status: 'completed' },
        { text: 'Check the header', status: 'pending' },
      ],
    });
    assert.equal(now.next_actions, ['Update the documentation', 'Check the header']);
    assert.equal(now.blockers, ['Waiting for the key of the test server']);
    assert.is(now.current_state[0], 'The form is wired up');
    assert.not.ok(now.current_state.includes('All tests pass'));
    assert.is(now.current_task, 'Refuse expired tokens');
    assert.equal(now.evidence?.['current_task'], { by: 'agent', at: SINCE });
    assert.equal(now.evidence?.['next_actions.0'], { by: 'agent', at: SINCE });
  });

  it('stay as they are while nothing was asked or done since, whatever was said before', () => {
    const turns = [turnOf('Write a parser for YAML files with anchors', edited('yaml.ts'), 'Done. Next: anchors')];
    const session = sessionOf(turns.map((turn) => ({ ...turn, time: '2026-01-01T09:00:00Z' })));
    const now = analyzeSession({ session, changes: [], predecessor: given, sameSession: true, since: SINCE }).analysis;
    for (const field of ['current_task', 'current_state', 'next_actions', 'blockers'] as const)
      assert.equal(now[field], given[field]);
    assert.is(now.source, 'agent');
  });

  it('give way when the agent takes up another task of its list', () => {
    const plan: ToolCall = { tool: 'TodoWrite', action: 'plan', paths: [], result: 'ok' };
    const now = after(turnOf('go on', plan, edited('a.ts')), {
      todos: [{ text: 'Measure the start', status: 'in_progress' }],
    });
    assert.is(now.current_task, 'Measure the start');
  });

  it('stand beside what is asked in between', () => {
    const now = after(
      turnOf('Where is the key of the server read and who may see it?', 'In config.ts. Shall I move it?'),
    );
    assert.equal(now.next_actions.slice(0, 2), given.next_actions);
    assert.is(now.current_task, given.current_task);
  });
});

describe('a model’s words', (it) => {
  it('stay while nothing was asked or done since, and give way to what is new', () => {
    const written: Analysis = { ...before, source: 'llm', evidence: {} };
    const turn = { ...turnOf('Fix the login form', edited('a.ts'), 'Fixed.'), time: '2026-01-01T09:00:00Z' };
    const more = { ...turnOf('Now style it', edited('b.css'), 'Styled.'), time: '2026-01-01T11:00:00Z' };
    const next = (turns: readonly Turn[]) =>
      analyzeSession({
        session: sessionOf(turns),
        changes: [],
        predecessor: written,
        sameSession: true,
        since: '2026-01-01T10:00:00Z',
      }).analysis;
    const same = next([turn]);
    assert.equal([same.source, same.current_task, same.next_actions], ['llm', 'Write the test', ['Add a test']]);
    const newer = next([turn, more]);
    assert.equal(
      [newer.source, newer.current_task, newer.next_actions],
      ['offline', 'Fix the login form — then: Now style it', []],
    );
  });
});

describe('our own commands', (it) => {
  it('are no goal, no task and no step of the work', () => {
    const typed = [
      '/checkpoint-save It works',
      '/checkpoint-resume',
      '/git-checkpoint:save',
      '/prompts:checkpoint-save x',
    ];
    for (const text of [saveText, resumeText]) typed.push(text.body.replace('ARGUMENTS', 'Tokens are checked'));
    for (const prompt of typed) {
      const save = ran('git checkpoint save -m "It works"');
      const session = sessionOf([turnOf('Check the tokens', edited('a.ts'), 'Done.'), turnOf(prompt, save, 'Saved.')]);
      const { analysis, summary, recentCommands } = analyzeSession({ session, changes: [] });
      assert.is(analysis.current_task, 'Check the tokens', prompt);
      assert.equal(analysis.last_exchange, ['Check the tokens', 'Done.'], prompt);
      assert.equal([analysis.play_by_play.length, recentCommands], [1, []], prompt);
      assert.is(summary, 'Check the tokens');
    }
    const alone = analyzeSession({ session: sessionOf([turnOf('/checkpoint-resume', 'Read.')]), changes: [] });
    assert.equal([alone.analysis.problem, alone.analysis.current_task], ['', '']);
  });
});

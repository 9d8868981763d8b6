import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import type { Session, ToolCall, Turn } from '../../../src/core/session.ts';
import { edited, ran, read, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const stateOf = (turns: readonly Turn[], more: Partial<Session> = {}) =>
  analyzeSession({ session: sessionOf(turns, more), changes: [] }).analysis.current_state;
const after = (...calls: readonly ToolCall[]) => stateOf([turnOf('Go', ...calls, 'Well.')]);

describe('plan mode', (it) => {
  const MODE = 'In plan mode: nothing is edited until a plan is approved';
  const planned = (...calls: readonly ToolCall[]) =>
    stateOf([{ ...turnOf('Plan the harbour', ...calls), outcome: 'open', planning: true }]).filter((line) =>
      line.startsWith('In plan mode'),
    );
  const mode = (tool: string, result: ToolCall['result'] = 'ok'): ToolCall => ({
    tool,
    action: 'plan',
    paths: [],
    result,
  });

  it('is told until a plan is approved, with the file of the plan', () => {
    const file = '/home/me/.claude/plans/brave-fox.md';
    assert.equal(planned(read('a.ts')), [MODE]);
    assert.equal(planned({ ...read('x'), paths: [file] }, mode('ExitPlanMode', 'refused')), [
      `${MODE} (plan file: ${file})`,
    ]);
    assert.equal(planned({ ...edited('x'), paths: [file] }), [`${MODE} (plan file: ${file})`]);
    assert.equal(planned(mode('ExitPlanMode')), []);
    assert.equal(planned(edited('a.ts')), []);
    assert.ok(stateOf([turnOf('Go', edited('a.ts'), mode('EnterPlanMode'))]).includes(MODE));
    assert.not(stateOf([turnOf('Go', read('a.ts'))]).includes(MODE));
  });
});

describe('an edit that was not applied', (it) => {
  const failed = (path: string): ToolCall => ({
    ...edited(path),
    result: 'failed',
    output: 'String to replace not found in file.',
  });
  const told = (...calls: readonly ToolCall[]) =>
    stateOf([{ ...turnOf('Go', ...calls), outcome: 'open' }]).filter((line) => line.startsWith('Not applied'));

  it('is told where it was the last on its file, in a turn that still runs', () => {
    const line = 'Not applied: the last edit of src/a.ts: String to replace not found in file.';
    assert.equal(told(edited('src/a.ts'), failed('src/a.ts'), ran('cat src/a.ts')), [line]);
    assert.equal(told(failed('src/a.ts'), edited('src/a.ts')), []);
    assert.equal(told(failed('src/a.ts'), ran('sed -i s/a/b/ src/a.ts')), []);
    assert.equal(after(failed('src/a.ts')).includes(line), false);
  });

  it('is told with how often it was tried since the file was written', () => {
    const line = (tried: string) =>
      `Not applied: the last edit of src/a.ts (tried ${tried}): String to replace not found in file.`;
    const again: ToolCall = { ...failed('src/a.ts'), change: { removed: 'b', added: 'c' } };
    assert.equal(told(failed('src/a.ts'), read('src/a.ts'), failed('src/a.ts')), [line('2 times with the same text')]);
    assert.equal(told(failed('src/a.ts'), edited('src/a.ts'), failed('src/a.ts'), again), [line('2 times')]);
  });

  it('is one that has no result, beside the last step', () => {
    const open: ToolCall = { ...edited('src/a.ts'), result: 'open' };
    assert.equal(told(open, ran('ls')), [
      'Not applied: the last edit of src/a.ts, as far as is known: it has no result',
    ]);
    assert.equal(told(ran('ls'), open), []);
    assert.equal(told(failed('src/a.ts'), open).length, 1, 'the step before it failed');
  });
});

describe('what was started in the background', (it) => {
  const watch: ToolCall = { ...ran('gh run watch 7'), result: 'open' };
  const agent: ToolCall = { tool: 'Agent', action: 'agent', paths: [], result: 'ok' };

  it('is told as long as it has not reported', () => {
    const told = 'Started and not back when the turn ended: `gh run watch 7`; subagent: Review the car';
    const turns = [turnOf('Go', watch, agent, 'I wait for both.')];
    assert.ok(stateOf(turns, { subagents: [{ description: 'Review the car' }] }).includes(told));
    const task = analyzeSession({ session: sessionOf(turns), changes: [] }).analysis.evidence?.['current_task'];
    assert.is(task?.answered, undefined);
  });

  it('is no server that an earlier turn left running', () => {
    const turns = [
      turnOf('Start it', watch, 'It runs.'),
      turnOf('And?', 'Yes.'),
      turnOf('Fix it', edited('a.ts'), 'Done.'),
    ];
    assert.ok(stateOf(turns).includes('The agent finished its last turn'));
  });

  it('is told of a turn that still runs, beside its last step', () => {
    const turn = (...calls: readonly ToolCall[]): Turn => ({ ...turnOf('Go', ...calls), outcome: 'open' });
    const suite: ToolCall = { ...ran('make check'), result: 'open' };
    assert.ok(
      stateOf([turn(watch, suite, ran('git diff'))]).includes(
        'Started and not back yet: `gh run watch 7`; `make check`',
      ),
    );
    assert.not(stateOf([turn(ran('git diff'), suite)]).some((line) => line.startsWith('Started')));
    assert.not(stateOf([{ ...turn(suite, ran('ls')), outcome: 'interrupted' }]).some((line) => /^Started/.test(line)));
  });

  it('is counted where it is more than can be named', () => {
    const subagents = ['lexer', 'parser', 'printer', 'loader'].map((part) => ({ description: `Review the ${part}` }));
    const told =
      'Started and not back when the turn ended: subagent: Review the parser; subagent: Review the printer; subagent: Review the loader; 1 more';
    assert.ok(stateOf([turnOf('Go', agent, agent, agent, agent, 'I wait.')], { subagents }).includes(told));
  });

  it('is told with its log when it runs apart from the session', () => {
    const start = ran("LOGS=/var/runs && nohup ./measure.sh --all > $LOGS/all.log 2>&1 & echo 'pid '$!", 'pid 4711');
    const told = 'Started detached, pid 4711, look at all.log: `nohup ./measure.sh --all` (/var/runs/all.log)';
    assert.ok(stateOf([turnOf('Measure', start, 'It runs.')]).includes(told));
    assert.not(stateOf([turnOf('Measure', start, ran('kill 4711'), 'Stopped.')]).includes(told));
  });

  it('is over when it has', () => {
    const more = { subagents: [{ description: 'Review the car', result: 'It is fine.' }] };
    assert.ok(stateOf([turnOf('Go', agent, 'Done.')], more).includes('The agent finished its last turn'));
  });
});

describe('the state of the checks', (it) => {
  it('is as it was when only words were edited since', () => {
    assert.ok(after(ran('npm test', '12 passed'), edited('docs/a.md')).includes('Tests: `npm test` passed: 12 passed'));
  });

  it('is not told by a run of which only some was seen', () => {
    assert.equal(
      after(ran('npx eslint src | grep no-unused | wc -l', '0')).filter((line) => /^Lint/.test(line)),
      [],
    );
    assert.ok(
      after(ran('npm test | grep -E "passed|failed"', '12 passed')).includes('Tests: `npm test` passed: 12 passed'),
    );
    assert.ok(
      after(ran('npm run lint', 'ok'), ran('npm run lint | wc -l', '9')).includes('Lint: `npm run lint` passed'),
    );
  });

  it('names what checks rather than what fixes, and types apart', () => {
    const state = after(ran('bun run lint:fix && bun run lint && bun run typecheck', 'ok'));
    assert.equal(state.slice(0, 2), ['Types: `bun run typecheck` passed', 'Lint: `bun run lint` passed']);
  });

  it('tells every run of tests since the last edit, that of the edited files first', () => {
    const tests = after(
      edited('src/car/wheel.go'),
      ran('go test ./src/car/... -run Wheel', 'ok src/car 1.0s'),
      ran('go test ./src/car/...', 'ok src/car 3.1s'),
      ran('go test -tags=slow ./...', 'ok slow 2.0s'),
      ran('go test ./src/road', 'FAIL src/road', 1),
    ).filter((line) => /^Tests/.test(line));
    assert.equal(tests, [
      'Tests: `go test ./src/car/...` passed: ok src/car 3.1s',
      'Tests: `go test ./src/road` failed: FAIL src/road',
      'Tests: `go test -tags=slow ./...` passed: ok slow 2.0s',
    ]);
  });

  it('leaves out a run that a later one took in, or that is older than the last edit', () => {
    const told = (...calls: readonly ToolCall[]) => after(...calls).filter((line) => /^Tests/.test(line));
    assert.equal(told(ran('npm test -- car', '2 passed'), ran('npm test', '9 passed')), [
      'Tests: `npm test` passed: 9 passed',
    ]);
    assert.equal(told(ran('npm test', '9 passed'), edited('a.ts'), ran('npm test -- car', '2 passed')), [
      'Tests: `npm test -- car` passed: 2 passed',
    ]);
  });

  it('keeps the sum of the tests when another check behind them failed', () => {
    const [tests] = after(
      ran(
        'bun run test | tail -4 && bun run lint',
        '12 pass\n0 fail\nRan 12 tests\nerror: script "lint" exited with code 1',
        1,
      ),
    );
    assert.is(tests, 'Tests: `bun run test` passed: 12 pass, 0 fail');
  });
});

describe('the state of the last turn', (it) => {
  it('is that nothing of it is begun before the agent has said or done something', () => {
    const turns: Turn[] = [turnOf('Sort the mail', 'Sorted.'), { ...turnOf('Now file it'), outcome: 'open' }];
    assert.ok(stateOf(turns).includes('The last request is not begun'));
  });

  it('is finished when the user stopped after the closing words', () => {
    const stopped: Turn = {
      ...turnOf('Commit it', ran('git commit -m x'), 'Committed. The hook had run old files.'),
      outcome: 'interrupted',
    };
    assert.ok(stateOf([stopped]).includes('The agent finished its last turn'));
    const midway: Turn = {
      ...turnOf('Commit it', ran('git status'), 'The index has two files.'),
      outcome: 'interrupted',
    };
    assert.match(stateOf([midway])[0] ?? '', /^The user interrupted the last turn/);
  });

  it('says what the user rejected, and that nothing of it is there', () => {
    const no: Pick<ToolCall, 'result' | 'output'> = {
      result: 'refused',
      output: "The user doesn't want to proceed with this tool use. The tool use was rejected.",
    };
    const plan: ToolCall = { tool: 'ExitPlanMode', action: 'plan', paths: [], ...no };
    const plans = [{ text: '# Plan: Split the reader\n\n## Context', approved: false }];
    const stopped = (call: ToolCall): Turn => ({ ...turnOf('Go', 'The plan is ready.', call), outcome: 'interrupted' });
    assert.is(
      stateOf([stopped(plan)], { plans })[0],
      'The user rejected the plan “Split the reader”: nothing of it is applied',
    );
    assert.is(
      stateOf([stopped({ ...edited('src/a.ts'), ...no })])[0],
      'The user rejected Edit src/a.ts: nothing of it is applied',
    );
    const rule = { ...ran('rm -rf out'), result: 'refused' as const, output: 'Permission to use Bash was denied.' };
    assert.match(stateOf([stopped(rule)])[0] ?? '', /^The user interrupted/);
  });

  it('names the last step with what it is about', () => {
    const fetch: ToolCall = {
      tool: 'WebFetch',
      action: 'search',
      paths: [],
      result: 'open',
      description: 'https://a.example',
    };
    const state = (call: ToolCall) => stateOf([{ ...turnOf('Go', call), outcome: 'open' }])[0];
    assert.is(state(fetch), 'The last turn is unfinished, last step: WebFetch https://a.example');
    assert.is(state(read('a.ts', '5-9')), 'The last turn is unfinished, last step: Read a.ts:5-9');
  });

  it('names the last step that ran, not one that was called off', () => {
    const off: ToolCall = { tool: 'Task', action: 'agent', paths: [], result: 'interrupted', description: 'Explore' };
    const open: Turn = { ...turnOf('Go', ran('tool list', 'x', 1), off), outcome: 'open' };
    assert.is(stateOf([open])[0], 'The last turn is unfinished, last step: `tool list`');
  });

  it('copies a command whole, without the way to its folder', () => {
    const [tests] = after(ran('npm test -- --grep "panel|avatar"', '6 passing (24ms)'));
    assert.is(tests, 'Tests: `npm test -- --grep "panel|avatar"` passed: 6 passing (24ms)');
    const open: Turn = { ...turnOf('Go', ran('cd "/work/my app" && make proof')), outcome: 'open' };
    assert.is(stateOf([open])[0], 'The last turn is unfinished, last step: `make proof`');
  });

  it('names no file as edited that was committed since', () => {
    const edits = ['a.ts', 'b.ts', 'c.ts'].map((path) => edited(path));
    const open: Turn = { ...turnOf('Go', ...edits, ran('git commit -am x', '[main 1234567] x')), outcome: 'open' };
    assert.is(stateOf([open])[0], 'The last turn is unfinished, last step: `git commit -am x`');
  });
});

describe('what was delivered', (it) => {
  it('has its id, and what no push followed is said', () => {
    const commit = (id: string) => ran(`git commit -m "${id}"`, `[main ${id}] ${id}`);
    const told = after(commit('1111111'), ran('git push'), commit('2222222'), commit('3333333'));
    assert.equal(told.slice(0, 5), [
      'Committed 1111111: 1111111',
      'Committed 2222222: 2222222',
      'Committed 3333333: 3333333',
      'Not pushed in this session: the last 2 commits',
      'Pushed in turn 1',
    ]);
    assert.not.ok(after(commit('1111111'), ran('git push')).some((line) => line.startsWith('Not pushed')));
  });

  it('says that git was used in another directory', () => {
    const line = 'Git was last used in ~/fleet, which this says nothing about';
    assert.is(after(ran('cd ~/fleet && git commit -m a && git push')).at(-1), line);
    assert.is(after(ran('git -C ~/fleet push')).at(-1), line);
    for (const command of ['cd /work/app && git push', 'cd /tmp/try && git commit -m a', 'cd ~/fleet && git log'])
      assert.is(after(ran(command)).at(-1), 'The working tree equals HEAD');
    const turns = [turnOf('Go', ran('cd ~/app/lib && git push'), 'Well.')];
    assert.is(stateOf(turns, { cwd: '/home/dev/app' }).at(-1), 'The working tree equals HEAD');
  });
});

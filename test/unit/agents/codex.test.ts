import * as assert from 'uvu/assert';
import { readRecords } from '../../support/read-records.ts';
import { describe } from '../../support/suite.ts';

const event = (type: string, fields: object = {}) => ({ type: 'event_msg', payload: { type, ...fields } });
const item = (type: string, fields: object) => ({ type: 'response_item', payload: { type, ...fields } });
const user = (text: string) => item('message', { role: 'user', content: [{ type: 'input_text', text }] });
const call = (call_id: string, name: string, input: object) =>
  item('function_call', { call_id, name, arguments: JSON.stringify(input) });
const output = (call_id: string, text: unknown) => item('function_call_output', { call_id, output: text });

async function callsOf(...records: readonly unknown[]) {
  const { turns } = await readRecords('codex', records);
  return turns.flatMap((turn) => turn.steps).flatMap((step) => (step.kind === 'tool' ? [step.call] : []));
}

describe('a Codex session', (it) => {
  it('has a prompt once that two kinds of record tell, and twice when it was typed twice', async () => {
    const typed = [user('continue'), event('user_message', { message: 'continue' })];
    const said = event('agent_message', { message: 'Done.' });
    const { turns } = await readRecords('codex', [...typed, said, ...typed, said]);
    assert.equal(
      turns.map((turn) => [turn.prompt, turn.steps.length]),
      [
        ['continue', 1],
        ['continue', 1],
      ],
    );
  });

  it('has a prompt once whose parts two kinds of record join in ways of their own', async () => {
    const parts = ['Look at this:', '[1] the log', '[2] more'].map((text) => ({ type: 'input_text', text }));
    const { turns } = await readRecords('codex', [
      item('message', { role: 'user', content: parts }),
      event('user_message', { message: 'Look at this:[1] the log[2] more' }),
      event('agent_message', { message: 'Seen.' }),
    ]);
    assert.is(turns.length, 1);
  });

  it('goes on until the client says that it ended, whatever was said on the way', async () => {
    const started = [event('task_started'), user('Mend the parser')];
    const last = async (...records: readonly unknown[]) => (await readRecords('codex', records)).turns.at(-1);
    const said = (phase?: string) => event('agent_message', { message: 'It passes.', phase });
    assert.is((await last(...started, said()))?.running, true);
    assert.is((await last(...started, said('commentary')))?.running, true);
    assert.is((await last(user('Mend it'), said('commentary')))?.running, true);
    assert.is((await last(...started, said('final_answer')))?.running, undefined);
    assert.is((await last(...started, said(), event('task_complete')))?.running, undefined);
    assert.is((await last(user('Mend it'), said()))?.running, undefined);
  });

  it('says of which session it is the subagent', async () => {
    const meta = (source: unknown) => ({
      type: 'session_meta',
      payload: { id: 'b', parent_thread_id: 'a', source },
    });
    const of = async (source: unknown) => (await readRecords('codex', [meta(source)])).subagent;
    assert.is(
      await of({ subagent: { thread_spawn: { agent_path: '/root/look' } } }),
      'the subagent /root/look of session a',
    );
    assert.is(await of({ subagent: { other: 'guardian' } }), 'the subagent guardian of session a');
    assert.is(await of('cli'), undefined);
  });

  it('has an answer once that three kinds of record tell', async () => {
    const { turns } = await readRecords('codex', [
      user('go'),
      event('item_completed', { item: { type: 'AgentMessage', content: [{ type: 'Text', text: 'Gone.' }] } }),
      event('agent_message', { message: 'Gone.' }),
      item('message', { role: 'assistant', content: [{ type: 'output_text', text: 'Gone.' }] }),
    ]);
    assert.is(turns[0]?.steps.length, 1);
  });

  it('has the last thought that the client showed, until the agent speaks', async () => {
    const shown = event('agent_reasoning', { text: '**Mending the lexer**' });
    const summary = item('reasoning', {
      summary: [{ type: 'summary_text', text: 'I split it.' }],
      encrypted_content: 'x',
    });
    const open = [user('go'), event('agent_message', { message: 'I look.' }), shown, summary];
    const [turn] = (await readRecords('codex', open)).turns;
    assert.is(turn?.thought?.text, 'I split it.');
    const [spoken] = (await readRecords('codex', [...open, event('agent_message', { message: 'Split.' })])).turns;
    assert.is(spoken?.thought, undefined);
    const [done] = (await readRecords('codex', [...open, event('task_complete')])).turns;
    assert.is(done?.thought, undefined);
  });

  it('knows a command in each of its spellings', async () => {
    const calls = await callsOf(
      call('1', 'exec_command', { cmd: 'ls' }),
      call('2', 'shell', { command: ['bash', '-lc', 'ls -l'] }),
      call('3', 'shell_command', { command: 'ls -a' }),
      call('4', 'shell', { command: ['git', 'status'] }),
      item('local_shell_call', { call_id: '5', action: { type: 'exec', command: ['zsh', '-c', 'pwd'] } }),
    );
    assert.equal(
      calls.map((one) => one.command),
      ['ls', 'ls -l', 'ls -a', 'git status', 'pwd'],
    );
  });

  it('believes an exit code before the words of an output', async () => {
    const [first, second, third] = await callsOf(
      call('1', 'exec_command', { cmd: 'make' }),
      event('exec_command_end', { call_id: '1', exit_code: 2, aggregated_output: 'boom' }),
      output('1', 'some words'),
      call('2', 'shell', { command: ['make'] }),
      output('2', '{"output":"boom","metadata":{"exit_code":3}}'),
      call('3', 'shell', { command: ['make'] }),
      output('3', 'exec command rejected by user'),
    );
    assert.equal([first?.result, first?.exitCode, first?.output], ['failed', 2, 'some words']);
    assert.equal([second?.result, second?.exitCode, second?.output], ['failed', 3, 'boom']);
    assert.equal([third?.result, third?.exitCode], ['refused', undefined]);
  });

  it('takes apart what the sandbox says of a command that failed in it', async () => {
    const text =
      'failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 128, stdout: [main 1234567] a, b\n, stderr: ssh: no route';
    const [one] = await callsOf(call('1', 'shell', { command: ['make'] }), output('1', text));
    assert.equal([one?.result, one?.exitCode, one?.output], ['failed', 128, '[main 1234567] a, b\n\nssh: no route']);
  });

  it('sees a patch that was given to a shell as an edit', async () => {
    const patch = "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.ts\n-old\n+new\n*** End Patch\nEOF";
    const [edit] = await callsOf(call('1', 'shell_command', { command: patch }));
    assert.equal([edit?.action, edit?.paths, edit?.change], ['edit', ['a.ts'], { removed: 'old', added: 'new' }]);
  });

  it('tells a command that was refused from one that was stopped and one that failed', async () => {
    const rejected = 'exec_command failed for `rm x`: CreateProcess { message: "Rejected(\\"blocked by policy\\")" }';
    const answers = {
      refused: [
        'exec command rejected by user',
        'patch rejected by user',
        rejected,
        'This action was rejected due to risk.',
      ],
      interrupted: [
        'aborted by user after 2.1s',
        'Wall time: 3.0 seconds\naborted by user',
        'exec_command failed for `make`: CreateProcess { message: "Codex(TurnAborted)" }',
        'Rejected("approval request aborted")',
      ],
      failed: ['exec_command failed for `x`: CreateProcess { message: "No such file" }', 'execution error: Timeout'],
    };
    for (const [result, texts] of Object.entries(answers)) {
      for (const text of texts) {
        const [one] = await callsOf(call('1', 'exec_command', { cmd: 'make' }), output('1', text));
        assert.is(one?.result, result, text);
      }
    }
  });

  it('credits each file of a patch with its own lines', async () => {
    const patch = [
      '*** Begin Patch',
      '*** Update File: a.ts',
      '*** Move to: b.ts',
      '-old a',
      '+new b',
      '*** Delete File: c.ts',
      '*** Add File: d.ts',
      '+d',
      '*** Update File: a.ts',
      '+more',
      '*** End Patch',
    ].join('\n');
    const edits = await callsOf(
      item('custom_tool_call', { call_id: '1', name: 'apply_patch', input: patch }),
      item('custom_tool_call_output', { call_id: '1', output: 'patch rejected by user' }),
    );
    assert.equal(
      edits.map(({ paths, change, result }) => [paths, change?.removed, change?.added, result]),
      [
        [['c.ts'], '', '', 'refused'],
        [['d.ts'], '', 'd', 'refused'],
        [['a.ts', 'b.ts'], 'old a', 'new b\nmore', 'refused'],
      ],
    );
  });

  it('knows an edit and a command of a program that only the client tells of', async () => {
    const told = (type: string, fields: object) => event('item_completed', { item: { type, ...fields } });
    const change = { type: 'update', unified_diff: '@@\n-a\n+b\n', move_path: null };
    const calls = await callsOf(
      user('go'),
      told('FileChange', { id: 'exec-1', changes: { '/r/a.ts': change }, status: 'completed' }),
      told('CommandExecution', { id: 'exec-2', command: ['sh', '-c', 'make'], status: 'declined', exit_code: -1 }),
    );
    assert.equal(
      calls.map(({ action, paths, command, result, change: edit }) => [action, paths, command, result, edit?.added]),
      [
        ['edit', ['/r/a.ts'], undefined, 'ok', 'b'],
        ['command', [], 'make', 'refused', undefined],
      ],
    );
  });

  it('knows the exit code of a command that was printed as JSON beside one that printed nothing', async () => {
    const input =
      'const a = await tools.exec_command({cmd:"gofmt -w a.go"}); const b = await tools.exec_command({cmd:"go test"});';
    const result = JSON.stringify({ chunk_id: 'x', wall_time_seconds: 0.1, exit_code: 1, output: 'FAIL a' });
    const texts = ['Script completed\nWall time 0.4 seconds\nOutput:\n', '', result];
    const calls = await callsOf(
      item('custom_tool_call', {
        call_id: '1',
        name: 'exec',
        input: `${input} text(a.output); text(JSON.stringify(b));`,
      }),
      item('custom_tool_call_output', { call_id: '1', output: texts.map((text) => ({ type: 'input_text', text })) }),
    );
    assert.equal(
      calls.map(({ command, result: ended, exitCode, output: text }) => [command, ended, exitCode, text]),
      [
        ['gofmt -w a.go', 'ok', undefined, undefined],
        ['go test', 'failed', 1, 'FAIL a'],
      ],
    );
  });

  it('knows a program whose output has a short head, and one that is no program', async () => {
    const exec = (call_id: string, input: string) => item('custom_tool_call', { call_id, name: 'exec', input });
    const printed = (call_id: string, ...texts: readonly string[]) =>
      item('custom_tool_call_output', { call_id, output: texts.map((text) => ({ type: 'input_text', text })) });
    const calls = await callsOf(
      exec('1', 'text(await tools.exec_command({cmd:"make"}))'),
      printed('1', 'Script completed\nWall time 0.0 seconds', 'exit_code: 2\nboom'),
      exec('2', '{"cmd":"pwd"}'),
      printed('2', '/srv/demo'),
      exec('3', 'text(ALL_TOOLS.length)'),
      printed('3', 'Script failed', 'Script error:\nno such name'),
      exec('4', 'text(await tools.exec_command({cmd:"make"}))'),
      printed('4', 'Script terminated'),
    );
    assert.equal(
      calls.map(({ command, result, exitCode, output: text }) => [command, result, exitCode, text]),
      [
        ['make', 'failed', 2, 'exit_code: 2\nboom'],
        ['pwd', 'ok', undefined, '/srv/demo'],
        [undefined, 'failed', undefined, 'Script error: no such name'],
        ['make', 'interrupted', undefined, undefined],
      ],
    );
  });

  it('keeps the answers to its questions', async () => {
    const { answers } = await readRecords('codex', [
      user('go'),
      call('1', 'request_user_input', { questions: [{ id: 'q', question: 'Which one?' }] }),
      output('1', '{"answers":{"q":{"answers":["The second"]}}}'),
      call('2', 'request_user_input', { questions: [{ id: 'r', question: 'Sure?' }] }),
    ]);
    assert.equal(answers, [
      { question: 'Which one?', answer: 'The second', asked: { turn: 1, call: 1 } },
      { question: 'Sure?', asked: { turn: 1, call: 2 } },
    ]);
  });

  it('has the header of a question and what the option picked means', async () => {
    const options = [
      { label: 'Skip', description: 'Leave it out' },
      { label: 'Keep', description: 'Carry it over' },
    ];
    const { answers } = await readRecords('codex', [
      user('go'),
      call('1', 'request_user_input', { questions: [{ id: 'q', header: 'Lamp', question: 'And it?', options }] }),
      output('1', '{"answers":{"q":{"answers":["Keep"]}}}'),
    ]);
    const asked = { turn: 1, call: 1 };
    assert.equal(answers, [{ question: 'And it?', header: 'Lamp', answer: 'Keep', meaning: 'Carry it over', asked }]);
  });

  it('puts each answer to the question that it names, in the words of the user', async () => {
    const questions = [
      { id: 'stack', question: 'Which stack?' },
      { id: 'place', question: 'Where?' },
    ];
    const answers = {
      place: { answers: ['None of the above', 'user_note: on the right'] },
      stack: { answers: ['Vite'] },
    };
    const found = await readRecords('codex', [
      user('go'),
      call('1', 'request_user_input', { questions }),
      output('1', JSON.stringify({ answers })),
    ]);
    assert.equal(found.answers, [
      { question: 'Which stack?', answer: 'Vite', asked: { turn: 1, call: 1 } },
      { question: 'Where?', answer: 'on the right', asked: { turn: 1, call: 1 } },
    ]);
  });

  it('has what subagents reported, in each of the ways in which they do', async () => {
    const notification = (status: object) =>
      user(`<subagent_notification>\n${JSON.stringify({ agent_path: 't2', status })}\n</subagent_notification>`);
    const answer = 'Message Type: FINAL_ANSWER\nTask name: /root\nSender: /root/c\nPayload:\nThird.';
    const { subagents, turns, reading } = await readRecords('codex', [
      user('go'),
      ...['a', 'b'].map((name) => call(name, 'spawn_agent', { message: name })),
      output('a', '{"agent_id":"t1"}'),
      output('b', '{"agent_id":"t2"}'),
      call('c', 'spawn_agent', { task_name: 'c' }),
      output('c', '{"task_name":"/root/c","nickname":"Ada"}'),
      call('w', 'wait_agent', { targets: ['t1'] }),
      output('w', JSON.stringify({ status: { t1: { completed: 'x'.repeat(20_000) } }, timed_out: false })),
      notification({ completed: 'Second.' }),
      item('agent_message', { author: '/root/c', recipient: '/root', content: [{ type: 'input_text', text: answer }] }),
    ]);
    assert.equal(subagents.slice(1), [
      { description: 'b', result: 'Second.' },
      { description: 'c', result: 'Third.' },
    ]);
    assert.ok((subagents[0]?.result ?? '').length > 13_900 && (subagents[0]?.result ?? '').length <= 14_000);
    assert.equal([turns.length, reading.unknown], [1, 0]);
  });

  it('knows which subagents were never started, and which were stopped', async () => {
    const { subagents } = await readRecords('codex', [
      user('go'),
      call('a', 'spawn_agent', { message: 'c2VhbGVk', task_name: 'one' }),
      output('a', 'Forked agents inherit the type; omit agent_type.'),
      call('b', 'spawn_agent', { message: 'c2VhbGVk', task_name: 'one' }),
      output('b', '{"task_name":"/root/one"}'),
      call('c', 'interrupt_agent', { target: '/root/one' }),
    ]);
    assert.equal(subagents, [{ description: 'one', result: 'Stopped before it reported.' }]);
  });

  it('counts what it does not know by kind', async () => {
    const { reading } = await readRecords('codex', [
      user('go'),
      event('of_tomorrow'),
      event('of_tomorrow'),
      event('item_completed', { item: { type: 'Dream' } }),
      item('telepathy', {}),
      { type: 'weather' },
      { kind: 7 },
    ]);
    assert.equal(reading.kinds, [
      { kind: 'event_msg of_tomorrow', count: 2 },
      { kind: 'event_msg item_completed Dream', count: 1 },
      { kind: 'response_item telepathy', count: 1 },
      { kind: 'weather', count: 1 },
      { kind: 'no kind', count: 1 },
    ]);
    const many = Array.from({ length: 90 }, (_, at) => event(`of_day_${at}`));
    const { reading: bounded } = await readRecords('codex', many);
    assert.equal([bounded.unknown, bounded.kinds?.length], [90, 20]);
  });

  it('has the name that was given to it, its searches, and how calls of servers ended', async () => {
    const records = [
      user('go'),
      event('thread_name_updated', { thread_name: 'The login page' }),
      item('web_search_call', { id: 's1', action: { type: 'search', query: 'oauth pkce' } }),
      call('1', 'mcp__tracker__create', { title: 'x' }),
      event('mcp_tool_call_end', { call_id: '1', result: { Err: 'no such project' } }),
      call('2', 'mcp__tracker__list', {}),
      event('mcp_tool_call_end', { call_id: '2', result: { Ok: {} } }),
      call('3', 'view', {}),
      output('3', [{ type: 'input_text', text: 'first' }, 7, { type: 'input_text', text: 'second' }]),
    ];
    assert.is((await readRecords('codex', records)).title, 'The login page');
    const [search, failed, listed, viewed] = await callsOf(...records);
    assert.equal([search?.tool, search?.result], ['web_search', 'ok']);
    assert.equal([failed?.result, listed?.result, viewed?.output], ['failed', 'ok', 'first\nsecond']);
  });

  it('says when the model could not answer', async () => {
    const { turns } = await readRecords('codex', [user('go'), event('error', { message: 'usage limit reached' })]);
    assert.equal([turns[0]?.outcome, turns[0]?.error], ['api-error', 'usage limit reached']);
  });

  it('is empty when more turns are rolled back than there are', async () => {
    const { turns } = await readRecords('codex', [user('one'), event('thread_rolled_back', { num_turns: 9 })]);
    assert.equal(turns, []);
  });
});

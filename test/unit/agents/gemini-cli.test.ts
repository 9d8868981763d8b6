import * as assert from 'uvu/assert';
import { readRecords } from '../../support/read-records.ts';
import { describe } from '../../support/suite.ts';

const head = { sessionId: 's', projectHash: 'h', startTime: '2026-03-01T00:00:00.000Z' };
const user = (id: string, content: unknown) => ({ id, type: 'user', content });
const gemini = (id: string, content: string, toolCalls: readonly unknown[] = []) => ({
  id,
  type: 'gemini',
  content,
  toolCalls,
});

describe('a Gemini session', (it) => {
  it('does not repeat messages that an update brings again', async () => {
    const messages = [user('1', 'Hello'), gemini('2', 'Hi'), user('3', 'More'), gemini('4', 'Sure')];
    const { turns } = await readRecords('gemini-cli', [head, ...messages, { $set: { messages } }, user('5', 'Last')]);
    assert.equal(
      turns.map((turn) => [turn.prompt, turn.steps.length]),
      [
        ['Hello', 1],
        ['More', 1],
        ['Last', 0],
      ],
    );
  });

  it('tells a call that was refused from one that was stopped', async () => {
    const run = (id: string, status: string, error: string) => ({
      id,
      name: 'run_shell_command',
      args: { command: 'make' },
      status,
      result: [{ functionResponse: { response: { error } } }],
    });
    const { turns } = await readRecords('gemini-cli', [
      head,
      user('1', 'Go'),
      gemini('2', '', [
        run('a', 'cancelled', '[Operation Cancelled] Reason: User did not allow tool call'),
        run('b', 'cancelled', '[Operation Cancelled] Reason: User cancelled tool execution.'),
        run('c', 'error', 'Tool execution denied by policy.'),
        run('d', 'error', 'No such command'),
      ]),
    ]);
    assert.equal(
      turns[0]?.steps.map((step) => (step.kind === 'tool' ? step.call.result : '')),
      ['refused', 'interrupted', 'refused', 'failed'],
    );
  });

  it('keeps the summary of a compression, and what was before it', async () => {
    const snapshot = user('9', '<state_snapshot>They said hello.</state_snapshot>');
    const { turns, compactions } = await readRecords('gemini-cli', [
      head,
      user('1', 'Hello'),
      { $set: { messages: [snapshot] } },
      { $set: { messages: [snapshot] } },
    ]);
    assert.equal(compactions, ['<state_snapshot>They said hello.</state_snapshot>']);
    assert.is(turns.length, 1);
  });

  it('knows which lines were read, and what an agent of its own reported', async () => {
    const said = (output: string) => [{ functionResponse: { response: { output } } }];
    const session = await readRecords('gemini-cli', [
      head,
      user('1', 'Look'),
      gemini('2', '', [
        { id: 'a', name: 'read_file', status: 'success', args: { file_path: 'a.ts', offset: 10, limit: 5 } },
        { id: 'b', name: 'codebase_investigator', status: 'executing', args: { objective: 'Find the login' } },
      ]),
      gemini('2', '', [
        {
          id: 'b',
          name: 'codebase_investigator',
          status: 'success',
          args: { objective: 'Find the login' },
          result: said('In auth.ts'),
        },
      ]),
    ]);
    const calls = session.turns
      .flatMap(({ steps }) => steps)
      .flatMap((step) => (step.kind === 'tool' ? [step.call] : []));
    assert.is(calls[0]?.lines, '11-15');
    assert.equal(session.subagents, [{ description: 'Find the login', result: 'In auth.ts' }]);
  });

  it('goes back into the middle of a turn', async () => {
    const { turns } = await readRecords('gemini-cli', [
      head,
      user('1', 'Hello'),
      gemini('2', 'First'),
      gemini('3', 'Second'),
      user('4', 'More'),
      { $rewindTo: '3' },
    ]);
    assert.equal(
      turns.map((turn) => turn.steps.map((step) => (step.kind === 'text' ? step.text : ''))),
      [['First']],
    );
  });

  it('begins anew when it goes back to a message that is not there', async () => {
    const { turns } = await readRecords('gemini-cli', [
      head,
      user('1', 'Hello'),
      { $rewindTo: 'x' },
      user('2', 'Again'),
    ]);
    assert.equal(
      turns.map((turn) => turn.prompt),
      ['Again'],
    );
  });

  it('takes the latest state of a call', async () => {
    const shell = (status: string, result: readonly unknown[] = []) => ({
      id: 'c',
      name: 'run_shell_command',
      args: { command: 'ls' },
      status,
      result,
    });
    const done = [{ functionResponse: { response: { output: 'Output: a.ts\nExit Code: 0' } } }];
    const { turns } = await readRecords('gemini-cli', [
      head,
      user('1', 'List'),
      gemini('2', '', [shell('executing')]),
      gemini('2', '', [shell('success', done)]),
    ]);
    const [step] = turns[0]?.steps ?? [];
    assert.equal(step?.kind === 'tool' && [step.call.result, step.call.exitCode, step.call.output], ['ok', 0, 'a.ts']);
    assert.is(turns[0]?.steps.length, 1);
  });
});

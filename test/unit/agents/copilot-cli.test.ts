import * as assert from 'uvu/assert';
import { copilotCliHooks } from '../../../src/agents/copilot-cli/hooks.ts';
import { reduceCopilot } from '../../../src/agents/copilot-cli/reduce.ts';
import { copilotCliSettings } from '../../../src/agents/copilot-cli/settings.ts';
import { todosAfter } from '../../../src/agents/copilot-cli/todos.ts';
import { SessionDraft } from '../../../src/agents/session-draft.ts';
import { describe } from '../../support/suite.ts';

const plan =
  "INSERT INTO todos (id, title, description, status) VALUES ('a','Write it (now)','It''s; first','in_progress'),('b','Test it','','pending')";

describe('the task list of Copilot CLI', (it) => {
  const planned = todosAfter([], plan);

  it('is read from the SQL that writes it', () => {
    assert.equal(planned, [
      { id: 'a', text: 'Write it (now)', description: "It's; first", status: 'in_progress' },
      { id: 'b', text: 'Test it', status: 'pending' },
    ]);
  });

  it('follows updates and removals, of several statements too', () => {
    const statuses = (query: string) => todosAfter(planned, query).map(({ id, status }) => `${id} ${status}`);
    assert.equal(
      statuses("UPDATE todos SET status = 'done' WHERE id = 'a'; UPDATE todos SET status='in_progress' WHERE id='b';"),
      ['a completed', 'b in_progress'],
    );
    assert.equal(statuses("UPDATE todos SET status = 'done' WHERE id IN ('a', 'b')"), ['a completed', 'b completed']);
    assert.equal(statuses("DELETE FROM todos WHERE status = 'pending'"), ['a in_progress']);
    assert.equal(statuses('DELETE FROM todos'), []);
    assert.equal(statuses('SELECT * FROM todos'), ['a in_progress', 'b pending']);
  });

  it('is left alone by a condition that is not understood', () => {
    assert.equal(todosAfter(planned, "UPDATE todos SET status='done' WHERE title LIKE 'T%'"), planned);
  });
});

describe('a session of Copilot CLI', (it) => {
  const read = (...records: readonly Record<string, unknown>[]) => {
    const draft = new SessionDraft();
    const known = records.map((record) => reduceCopilot(draft, record));
    return { turns: draft.state.turns, known };
  };
  const said = (id: string, content: string) => ({ type: 'user.message', id, data: { content } });

  it('loses the turns that were rewound', () => {
    const rewind = { type: 'session.snapshot_rewind', id: 'r', data: { upToEventId: 'two', eventsRemoved: 4 } };
    const { turns } = read(said('one', 'First'), said('two', 'Second'), rewind, said('three', 'Third'));
    assert.equal(
      turns.map(({ prompt }) => prompt),
      ['First', 'Third'],
    );
  });

  it('ends a turn that was aborted, and one whose model failed', () => {
    const error = { type: 'session.error', id: 'e', data: { errorType: 'query', message: 'No quota' } };
    const { turns } = read(said('one', 'First'), { type: 'abort', id: 'x', data: {} }, said('two', 'Second'), error);
    assert.equal(
      turns.map(({ outcome, error: why }) => [outcome, why]),
      [
        ['interrupted', undefined],
        ['api-error', 'No quota'],
      ],
    );
  });

  it('tells of records that nobody knows', () => {
    const { known } = read(
      { type: 'hook.start', data: {} },
      { type: 'session.wobbled', data: {} },
      { type: 'model.new' },
    );
    assert.equal(known, [true, false, true]);
  });
});

describe('hooks of Copilot CLI', (it) => {
  const transformed = {
    sessionId: 'one',
    timestamp: 1794899155962,
    cwd: '/srv/demo/project',
    prompt: 'Go on',
    transformedPrompt: '<current_datetime>now</current_datetime>\n\nGo on',
  };

  it('put text before a prompt and give the whole of it back', () => {
    const event = copilotCliHooks.parse(transformed);
    assert.is(event?.kind, 'prompt');
    assert.equal(JSON.parse(copilotCliHooks.render(event, { context: 'THE PACK' })), {
      modifiedTransformedPrompt: `THE PACK\n\n${transformed.transformedPrompt}`,
    });
    assert.is(copilotCliHooks.render(event, {}), '{}\n', 'and leave it alone when there is nothing to say');
  });

  it('tell two prompts of the same words apart', () => {
    const [one, other] = [transformed, { ...transformed, timestamp: 1794899999999 }].map((payload) =>
      copilotCliHooks.parse(payload),
    );
    assert.is.not(one?.identity, other?.identity);
  });
});

describe('the hooks of Copilot CLI', (it) => {
  const written = (program: string) => {
    const files = copilotCliSettings.files('user', { env: {}, home: '/home/ada' }, [program]);
    const [, first] = files.flatMap((file) => ('insertions' in file ? file.insertions : []));
    return first?.value as { readonly bash: string; readonly powershell: string };
  };

  it('start in PowerShell from any path', () => {
    assert.is(written('git-checkpoint').powershell, 'git-checkpoint hook copilot-cli');
    assert.is(written('C:\\bin\\git-checkpoint.cmd').powershell, 'C:\\bin\\git-checkpoint.cmd hook copilot-cli');
    const spaced = written("C:\\Kim's files\\git-checkpoint.cmd").powershell;
    assert.is(spaced, "& 'C:\\Kim''s files\\git-checkpoint.cmd' hook copilot-cli");
  });
});

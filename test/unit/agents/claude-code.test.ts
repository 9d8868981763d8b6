import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { refusalWords } from '../../../src/agents/claude-code/tool-answer.ts';
import { readUserText } from '../../../src/agents/claude-code/user-text.ts';
import { readSession } from '../../../src/agents/read-session.ts';
import type { Session } from '../../../src/core/session.ts';
import { ClaudeTranscript } from '../../support/claude-transcript.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

async function sessionOf(transcript: ClaudeTranscript): Promise<Session> {
  return withFolder(async (folder) => {
    const path = join(folder, 'session.jsonl');
    await writeFile(path, transcript.text);
    return (await readSession({ path, agent: 'claude-code' })).session;
  });
}

function prompts(session: Session): readonly string[] {
  return session.turns.map((turn) => turn.prompt);
}

describe('a recap of Claude Code', (it) => {
  it('belongs to the turn before it, without how to switch recaps off', async () => {
    const transcript = new ClaudeTranscript();
    transcript.prompt('Start');
    transcript.say('Started.');
    transcript.add('system', {
      subtype: 'away_summary',
      content: "We're starting it. Next: go on. (disable recaps in /config)",
    });
    transcript.prompt('Go on');
    const { turns } = await sessionOf(transcript);
    assert.equal(
      turns.map(({ recap }) => recap),
      ["We're starting it. Next: go on.", undefined],
    );
  });
});

describe('a prompt of Claude Code', (it) => {
  it('knows whether it was sent in plan mode', async () => {
    const transcript = new ClaudeTranscript();
    transcript.prompt('Plan it', { permissionMode: 'plan' });
    transcript.say('Here it is.');
    transcript.prompt('Do it', { permissionMode: 'acceptEdits' });
    const { turns } = await sessionOf(transcript);
    assert.equal(
      turns.map(({ planning }) => planning),
      [true, undefined],
    );
  });
});

describe('a task list of Claude Code', (it) => {
  it('keeps the open tasks of a very long list, nearest first, and counts the others', async () => {
    const todo = (status: string) => (_: unknown, at: number) => ({ content: `${status} ${at}`, status });
    const list = (done: number, open: number) => [
      ...Array.from({ length: done }, todo('completed')),
      ...Array.from({ length: open }, todo('pending')),
    ];
    const transcript = new ClaudeTranscript();
    transcript.prompt('Start');
    transcript.call('t1', 'TodoWrite', { todos: list(150, 90) });
    const first = await sessionOf(transcript);
    assert.equal([first.todos.length, first.todosLeftOut], [200, undefined]);
    assert.equal(first.todos.filter(({ status }) => status === 'pending').length, 90);
    transcript.call('t2', 'TodoWrite', { todos: list(10, 260) });
    for (const id of ['c1', 'c2']) {
      transcript.call(id, 'TaskCreate', { subject: id, description: '' });
      transcript.result(id, `Task #${id} created`);
    }
    const second = await sessionOf(transcript);
    assert.equal([second.todos.length, second.todos[0]?.text, second.todosLeftOut], [200, 'pending 0', 62]);
  });
});

describe('a prompt of Claude Code', (it) => {
  it('is no command that the client carries out itself', () => {
    const kind = (text: string) => readUserText(text).kind;
    assert.is(kind('/compact'), 'nothing');
    assert.is(kind('<command-name>/compact</command-name><command-args>keep it</command-args>'), 'command-output');
    assert.is(kind('/model opus'), 'nothing');
    assert.is(kind('<command-name>/review</command-name>'), 'command');
    assert.is(kind('/model-check now'), 'prompt');
    assert.is(kind('/clear/path is gone'), 'prompt');
  });

  it('is what was said, without what the client wraps around it or writes below it', () => {
    const prompt = (text: string) => {
      const read = readUserText(text);
      return 'prompt' in read ? read.prompt : read.kind;
    };
    assert.is(
      prompt('<teammate-message teammate_id="lead" color="green">\nFix the race.\n</teammate-message>'),
      'Fix the race.',
    );
    const message = (words: string) => `<teammate-message teammate_id="lead">\n${words}\n</teammate-message>`;
    const task = message('{"type":"task_assignment","subject":"Fix the race"}');
    assert.is(
      prompt(`${task}\n\n${message('You own the scheduler.\nFix the race first.')}`),
      'You own the scheduler.\nFix the race first.',
    );
    assert.is(prompt(task), '{"type":"task_assignment","subject":"Fix the race"}');
    const hint =
      'If you need specific details from before exiting plan mode (like code), read the full transcript at: /x.jsonl';
    assert.is(
      prompt(`Implement the following plan:\n\n# Rotate\n\n${hint}`),
      'Implement the following plan:\n\n# Rotate',
    );
    assert.is(prompt('<b>bold</b> words'), '<b>bold</b> words');
  });
});

describe('a task of Claude Code', (it) => {
  it('keeps its description, bounded, also when a list leaves it out', async () => {
    const transcript = new ClaudeTranscript();
    transcript.prompt('Start');
    transcript.call('c1', 'TaskCreate', { subject: 'Answer the review', description: 'Thread 4711, six write points' });
    transcript.result('c1', 'Task #1 created', { toolUseResult: { task: { id: '1', subject: 'Answer the review' } } });
    transcript.call('c2', 'TaskCreate', { subject: 'Test it', description: 'Test it' });
    transcript.result('c2', 'Task #2 created');
    transcript.call('l1', 'TaskList', {});
    const tasks = ['Answer the review', 'Test it'].map((subject, at) => ({
      id: `${at + 1}`,
      subject,
      status: 'pending',
    }));
    transcript.result('l1', 'two tasks', { toolUseResult: { tasks } });
    transcript.call('u1', 'TaskUpdate', { taskId: '2', description: 'x'.repeat(400), owner: 'tester' });
    const { todos } = await sessionOf(transcript);
    assert.is(todos[0]?.description, 'Thread 4711, six write points');
    assert.ok((todos[1]?.description ?? '').length <= 300);
    assert.match(todos[1]?.description ?? '', /^x+/);
    assert.equal(
      todos.map(({ owner }) => owner),
      [undefined, 'tester'],
    );
  });
});

describe('a call of Claude Code', (it) => {
  it('has its result also when that was written down before it', async () => {
    const transcript = new ClaudeTranscript();
    transcript.prompt('Start');
    const file = { filePath: 'a.ts', content: 'x'.repeat(9000), startLine: 3, numLines: 4 };
    transcript.result('r', 'read', { toolUseResult: { type: 'text', file } });
    transcript.result('e', 'No match', { is_error: true, toolUseResult: { originalFile: 'y'.repeat(9000) } });
    transcript.call('r', 'Read', { file_path: 'a.ts' });
    transcript.call('e', 'Edit', { file_path: 'a.ts', old_string: 'a', new_string: 'b' });
    const { turns } = await sessionOf(transcript);
    const calls = turns[0]?.steps.flatMap((step) => (step.kind === 'tool' ? [step.call] : [])) ?? [];
    assert.equal(
      calls.map(({ result, lines, output }) => [result, lines, output]),
      [
        ['ok', '3-6', undefined],
        ['failed', undefined, 'No match'],
      ],
    );
  });

  it('has words of the user only where the user typed some', () => {
    const said = (text: string) => refusalWords({ id: 'a', text, failed: true, stopped: 'refused', result: {} });
    const lead = 'The tool use was rejected. To tell you how to proceed, the user said:\n';
    assert.is(said(`${lead}use the other file`), 'use the other file');
    assert.is(said(`${lead}The user wants to clarify these questions.\n    This means they may have more.`), '');
  });

  it('is refused when somebody said no, interrupted when it was stopped, else it failed', async () => {
    const rejected = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
    const cancelled = "The user doesn't want to take this action right now. STOP what you are doing.";
    const answers: readonly [string, string, object][] = [
      ['refused', rejected, { is_error: true }],
      ['refused', 'Not now.', { is_error: true, toolDenialKind: 'user-rejected' }],
      ['refused', 'Permission for this action was denied by the auto mode classifier.', { is_error: true }],
      ['interrupted', cancelled, { is_error: true }],
      ['interrupted', rejected, { is_error: true, toolDenialKind: 'interrupted' }],
      ['interrupted', 'Exit code 137\n[Request interrupted by user for tool use]', { is_error: true }],
      ['interrupted', '<tool_use_error>Sibling tool call errored</tool_use_error>', { is_error: true }],
      ['interrupted', 'half of it', { toolUseResult: { stdout: 'half of it', interrupted: true } }],
      ['failed', 'Exit code 1', { is_error: true }],
    ];
    for (const [result, text, fields] of answers) {
      const transcript = new ClaudeTranscript();
      transcript.prompt('Start');
      transcript.call('c', 'Bash', { command: 'make' });
      transcript.result('c', text, fields as Record<string, unknown>);
      const step = (await sessionOf(transcript)).turns[0]?.steps[0];
      assert.is(step?.kind === 'tool' ? step.call.result : '', result, text);
    }
  });
});

describe('a task of Claude Code that had no room on the list', (it) => {
  const withTasks = (most: number) => {
    const transcript = new ClaudeTranscript();
    transcript.prompt('Start');
    for (let id = 1; id <= most; id += 1) {
      transcript.call(`c${id}`, 'TaskCreate', { subject: `Task ${id}`, description: '' });
      transcript.result(`c${id}`, `Task #${id} created`);
    }
    return transcript;
  };
  const openIn = ({ todos, todosLeftOut = 0 }: Session) =>
    todos.filter(({ status }) => status !== 'completed').length + todosLeftOut;

  it('is not counted any more once it is completed or deleted, unless that is rewound', async () => {
    const transcript = withTasks(260);
    const said = transcript.say('All noted.');
    assert.is(openIn(await sessionOf(transcript)), 260);
    transcript.prompt('Go on');
    for (let id = 1; id <= 250; id += 1)
      transcript.call(`u${id}`, 'TaskUpdate', { taskId: String(id), status: id % 2 === 0 ? 'completed' : 'deleted' });
    assert.is(openIn(await sessionOf(transcript)), 10);
    transcript.prompt('Otherwise', { parentUuid: said });
    assert.is(openIn(await sessionOf(transcript)), 260);
  });

  it('is counted as its file says', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'projects', 'demo', 'session-1.jsonl');
      const tasks = join(folder, 'tasks', 'session-1');
      for (const made of [join(folder, 'projects', 'demo'), tasks]) await mkdir(made, { recursive: true });
      await writeFile(path, withTasks(260).text);
      for (let id = 1; id <= 260; id += 1) {
        const task = { id: String(id), subject: `Task ${id}`, status: id <= 245 ? 'completed' : 'pending' };
        await writeFile(join(tasks, `${id}.json`), JSON.stringify(task));
      }
      const { session } = await readSession({ path, agent: 'claude-code' });
      assert.equal([session.todos.length, openIn(session), session.todosLeftOut], [200, 15, undefined]);
    }));
});

describe('a tool of Claude Code', (it) => {
  it('may have the name of something that every object has', async () => {
    const transcript = new ClaudeTranscript();
    transcript.prompt('Start');
    transcript.call('t1', 'constructor', { path: 'a.ts' });
    const [step] = (await sessionOf(transcript)).turns[0]?.steps ?? [];
    assert.is(step?.kind === 'tool' && step.call.action, 'other');
  });
});

describe('a prompt of Claude Code', (it) => {
  it('is read without the blocks that the client put into it', () => {
    const promptIn = (text: string) => {
      const read = readUserText(text);
      return read.kind === 'prompt' ? read.prompt : read.kind;
    };
    const [open, close] = ['<system-reminder>', '</system-reminder>'];
    assert.is(promptIn(`${open}one${open}two${close}Fix it.${open}three${close}`), 'Fix it.');
    assert.is(promptIn(`Fix ${open}it.<ide_selection>a${close}</ide_selection>`), 'Fix </ide_selection>');
    assert.is(promptIn(`Fix <ide_selection>it${open}a${close}`), 'Fix <ide_selection>it');
    assert.is(promptIn(`${open}all of it${close}`), 'nothing');
    const endless = `Fix it: ${open.repeat(100_000)}`;
    assert.is(promptIn(endless), endless);
  });
});

describe('a turn of Claude Code', (it) => {
  it('is not over at a piece of a message after which others may come', async () => {
    const outcomeAfter = async (stop_reason: string | null) => {
      const transcript = new ClaudeTranscript();
      transcript.prompt('Start');
      transcript.say('Now I will rewrite the file:', { stop_reason });
      return (await sessionOf(transcript)).turns[0]?.outcome;
    };
    assert.is(await outcomeAfter(null), 'open');
    assert.is(await outcomeAfter('end_turn'), 'done');
  });
});

describe('a rewind in Claude Code', (it) => {
  it('brings back how many tasks had no room', async () => {
    const list = (open: number) =>
      Array.from({ length: open }, (_, at) => ({ content: `Task ${at}`, status: 'pending' }));
    const transcript = new ClaudeTranscript();
    transcript.prompt('First');
    const last = transcript.call('t1', 'TodoWrite', { todos: list(260) });
    transcript.prompt('More');
    transcript.call('t2', 'TodoWrite', { todos: list(300) });
    assert.is((await sessionOf(transcript)).todosLeftOut, 100);
    transcript.prompt('Otherwise', { parentUuid: last });
    const session = await sessionOf(transcript);
    assert.equal(prompts(session), ['First', 'Otherwise']);
    assert.equal([session.todos.length, session.todosLeftOut], [200, 60]);
  });

  it('to the first prompt leaves nothing of what was before', async () => {
    const transcript = new ClaudeTranscript();
    transcript.prompt('First try');
    transcript.say('Done.');
    transcript.prompt('More of it');
    transcript.prompt('Second try', { parentUuid: null });
    assert.equal(prompts(await sessionOf(transcript)), ['Second try']);
  });

  it('is not seen in a file whose records are not linked', async () => {
    const transcript = new ClaudeTranscript();
    for (const text of ['One', 'Two', 'Three']) transcript.prompt(text, { parentUuid: null });
    assert.equal(prompts(await sessionOf(transcript)), ['One', 'Two', 'Three']);
  });

  it('is not seen in parallel calls, whose results branch off', async () => {
    const transcript = new ClaudeTranscript();
    transcript.prompt('Do both');
    const first = transcript.call('a', 'Bash', { command: 'one' });
    transcript.call('b', 'Bash', { command: 'two' });
    transcript.result('b', 'two done');
    transcript.result('a', 'one done', { parentUuid: first });
    transcript.prompt('Next');
    const session = await sessionOf(transcript);
    assert.equal(prompts(session), ['Do both', 'Next']);
    assert.is(session.turns[0]?.steps.length, 2);
  });

  it('also takes back answers, plans, compactions and tasks of the turns left', async () => {
    const transcript = new ClaudeTranscript();
    transcript.prompt('Start');
    const kept = transcript.say('Started.');
    transcript.prompt('Go wrong');
    transcript.call('q', 'AskUserQuestion', { questions: [{ question: 'Left?' }] });
    transcript.call('p', 'ExitPlanMode', { plan: 'Turn left' });
    transcript.call('t', 'TodoWrite', { todos: [{ content: 'Turn', status: 'pending' }] });
    transcript.call('s', 'Agent', { description: 'Look left' });
    transcript.prompt('Summary of the way', { isCompactSummary: true });
    transcript.prompt('Go right', { parentUuid: kept });
    const { answers, plans, todos, subagents, compactions } = await sessionOf(transcript);
    assert.equal([answers, plans, todos, subagents, compactions], [[], [], [], [], []]);
  });

  it('remembers tasks that were completed on a list since cleared, and forgets those of the turns left', async () => {
    const list = (status: string) => ({ todos: [{ content: 'Write the parser', status }] });
    const transcript = new ClaudeTranscript();
    transcript.prompt('Start');
    transcript.call('t1', 'TodoWrite', list('in_progress'));
    transcript.call('t2', 'TodoWrite', list('completed'));
    const kept = transcript.say('Done.');
    transcript.prompt('Go on');
    transcript.call('t3', 'TodoWrite', { todos: [] });
    assert.equal((await sessionOf(transcript)).finished, ['Write the parser']);
    transcript.prompt('Back', { parentUuid: kept });
    const { finished, todos } = await sessionOf(transcript);
    assert.equal([finished, todos], [undefined, [{ text: 'Write the parser', status: 'completed' }]]);
  });

  it('shown by the leaf in use alone is undone when the turn goes on', async () => {
    const transcript = new ClaudeTranscript();
    transcript.prompt('One');
    const leaf = transcript.say('First answer.');
    transcript.prompt('Two');
    transcript.raw({ type: 'last-prompt', leafUuid: leaf, sessionId: 'session-1' });
    assert.equal(prompts(await sessionOf(transcript)), ['One']);
    transcript.say('Second answer.');
    assert.equal(prompts(await sessionOf(transcript)), ['One', 'Two']);
  });
});

describe('the context of Claude Code', (it) => {
  it('is what the last answer of the main thread was given', async () => {
    const transcript = new ClaudeTranscript();
    transcript.prompt('Hello');
    transcript.say('Hi', {
      usage: { input_tokens: 5, cache_creation_input_tokens: 10, cache_read_input_tokens: 100, output_tokens: 9 },
    });
    transcript.add('assistant', {
      isSidechain: true,
      message: { model: 'claude-haiku', content: [], usage: { input_tokens: 9999 } },
    });
    transcript.add('assistant', { message: { model: '<synthetic>', content: [], usage: { input_tokens: 0 } } });
    const session = await sessionOf(transcript);
    assert.equal([session.contextTokens, session.contextWindow, session.model], [115, 200_000, 'claude-sonnet-4-6']);
  });

  it('counts the last iteration, not their sum', async () => {
    const transcript = new ClaudeTranscript();
    const usage = { input_tokens: 900, iterations: [{ input_tokens: 400 }, { input_tokens: 500 }] };
    transcript.say('Hi', { usage });
    assert.is((await sessionOf(transcript)).contextTokens, 500);
  });

  it('has a large window with some models, and with any once it is larger than the small one', async () => {
    for (const [model, tokens, window] of [
      ['claude-opus-5-5', 10, 1_000_000],
      ['claude-opus-4-8', 10, 200_000],
      ['claude-opus-4-8', 250_000, 1_000_000],
    ] as const) {
      const transcript = new ClaudeTranscript();
      transcript.say('Hi', { model, usage: { input_tokens: tokens } });
      assert.is((await sessionOf(transcript)).contextWindow, window, model);
    }
  });

  it('is small again after a compaction', async () => {
    const transcript = new ClaudeTranscript();
    transcript.say('Hi', { usage: { input_tokens: 150_000 } });
    transcript.add('system', { subtype: 'compact_boundary', parentUuid: null, compactMetadata: { postTokens: 2902 } });
    assert.is((await sessionOf(transcript)).contextTokens, 2902);
  });
});

describe('what the web answered', (it) => {
  it('is kept, as nothing else tells it; what a search in files found is not', async () => {
    const transcript = new ClaudeTranscript();
    transcript.prompt('Look it up');
    transcript.call('w', 'WebFetch', { url: 'https://docs.example.com/berths', prompt: 'List all' });
    transcript.result('w', 'A berth has a length.');
    transcript.call('g', 'Grep', { pattern: 'berth' });
    transcript.result('g', 'a.ts');
    const steps = (await sessionOf(transcript)).turns[0]?.steps ?? [];
    assert.equal(
      steps.flatMap((step) => (step.kind === 'tool' ? [step.call.output] : [])),
      ['A berth has a length.', undefined],
    );
  });
});

describe('a subagent in the transcript that started it', (it) => {
  it('brings the files that it edits, and its newest task list', async () => {
    const transcript = new ClaudeTranscript();
    transcript.prompt('Build it');
    transcript.call('a1', 'Task', { description: 'Build the routes', prompt: 'Build them' });
    for (const status of ['pending', 'in_progress']) {
      const input = { todos: [{ content: 'Write the routes', status }] };
      transcript.add('assistant', {
        isSidechain: true,
        message: { role: 'assistant', content: [{ type: 'tool_use', id: status, name: 'TodoWrite', input }] },
      });
    }
    const { subagents, todos } = await sessionOf(transcript);
    assert.equal(subagents, [
      {
        description: 'Build the routes',
        orders: 'Build them',
        todos: [{ text: 'Write the routes', status: 'in_progress' }],
      },
    ]);
    assert.equal(todos, []);
  });
});

describe('the progress of a subagent', (it) => {
  const progress = (transcript: ClaudeTranscript, content: unknown) =>
    transcript.add('progress', {
      parentToolUseID: 'a1',
      data: {
        type: 'agent_progress',
        message: { type: 'assistant', message: { role: 'assistant', content: [content] } },
      },
    });
  const use = (name: string, input: unknown) => ({ type: 'tool_use', id: name, name, input });
  const started = () => {
    const transcript = new ClaudeTranscript();
    transcript.prompt('Look around');
    transcript.call('a1', 'Task', { description: 'Find the berths' });
    progress(transcript, use('Read', { file_path: '/srv/demo/a.ts' }));
    progress(transcript, use('Bash', { command: 'ls src' }));
    progress(transcript, use('Read', { file_path: '/srv/demo/a.ts' }));
    progress(transcript, { type: 'text', text: 'There are two.' });
    return transcript;
  };

  it('is known of one that has not reported', async () => {
    const { subagents } = await sessionOf(started());
    assert.equal(subagents, [
      { description: 'Find the berths', read: ['/srv/demo/a.ts'], ran: ['ls src'], said: 'There are two.' },
    ]);
  });

  it('is over with its report', async () => {
    const transcript = started();
    transcript.result('a1', 'In a.ts and b.ts.');
    const { subagents } = await sessionOf(transcript);
    assert.equal(subagents, [{ description: 'Find the berths', result: 'In a.ts and b.ts.' }]);
  });
});

describe('what lies beside a transcript of Claude Code', (it) => {
  it('has no report of a subagent that went on to work after its last words', async () => {
    await withFolder(async (folder) => {
      const transcript = new ClaudeTranscript();
      transcript.prompt('Look around');
      transcript.call('a1', 'Agent', { description: 'Explore' });
      const subagent = new ClaudeTranscript();
      subagent.say('I look at a.ts.');
      subagent.call('r1', 'Read', { file_path: '/srv/demo/a.ts' });
      await mkdir(join(folder, 'session-1', 'subagents'), { recursive: true });
      await writeFile(join(folder, 'session-1.jsonl'), transcript.text);
      await writeFile(join(folder, 'session-1', 'subagents', 'agent-x.jsonl'), subagent.text);
      await writeFile(join(folder, 'session-1', 'subagents', 'agent-x.meta.json'), '{"toolUseId":"a1"}');
      const { session } = await readSession({ path: join(folder, 'session-1.jsonl') });
      assert.equal(session.subagents, [{ description: 'Explore', read: ['/srv/demo/a.ts'], said: 'I look at a.ts.' }]);
    });
  });

  it('is added: task files are newer than records, subagents report in files of their own', async () => {
    await withFolder(async (folder) => {
      const project = join(folder, 'projects', '-srv-demo');
      const transcript = new ClaudeTranscript();
      transcript.prompt('Plan it');
      transcript.call('t1', 'TaskCreate', { subject: 'Write', description: 'd' });
      transcript.result('t1', 'Task #1 created successfully: Write', {
        toolUseResult: { task: { id: '1', subject: 'Write' } },
      });
      transcript.call('a1', 'Agent', { description: 'Explore', prompt: 'Explore it' });
      transcript.result('a1', 'launched', { toolUseResult: { isAsync: true, agentId: 'x' } });
      const subagent = new ClaudeTranscript();
      subagent.call('e1', 'Edit', { file_path: '/srv/demo/a.ts', old_string: 'a', new_string: 'b' });
      subagent.call('h1', 'SubagentHandback', { message: 'I changed a.ts.' });
      await mkdir(join(project, 'session-1', 'subagents'), { recursive: true });
      await mkdir(join(folder, 'tasks', 'session-1'), { recursive: true });
      await writeFile(join(project, 'session-1.jsonl'), transcript.text);
      await writeFile(join(project, 'session-1', 'subagents', 'agent-x.jsonl'), subagent.text);
      await writeFile(join(project, 'session-1', 'subagents', 'agent-x.meta.json'), '{"toolUseId":"a1"}');
      await writeFile(
        join(folder, 'tasks', 'session-1', '1.json'),
        '{"id":"1","subject":"Write","status":"completed"}',
      );
      await writeFile(join(folder, 'tasks', 'session-1', '2.json'), '{"id":"2","subject":"Test","status":"pending"}');
      await writeFile(join(folder, 'tasks', 'session-1', '3.json'), 'half of it {');
      const { session } = await readSession({ path: join(project, 'session-1.jsonl') });
      assert.equal(session.todos, [
        { id: '1', text: 'Write', status: 'completed' },
        { id: '2', text: 'Test', status: 'pending' },
      ]);
      assert.equal(session.subagents, [
        { description: 'Explore', orders: 'Explore it', result: 'I changed a.ts.', edited: ['/srv/demo/a.ts'] },
      ]);
    });
  });
});

describe('a command in the background of Claude Code', (it) => {
  it('does not run any more once the agent stopped it', async () => {
    const transcript = new ClaudeTranscript();
    transcript.prompt('Measure it');
    for (const [id, task] of [
      ['b1', 'k7f2'],
      ['b2', 'k8f3'],
    ] as const) {
      transcript.call(id, 'Bash', { command: `make ${id}`, run_in_background: true });
      transcript.result(id, `Command running in background with ID: ${task}`, {
        toolUseResult: { backgroundTaskId: task },
      });
    }
    transcript.call('s', 'TaskStop', { task_id: 'k7f2' });
    transcript.result('s', JSON.stringify({ message: 'Successfully stopped task: k7f2 (make b1)' }));
    const steps = (await sessionOf(transcript)).turns[0]?.steps ?? [];
    assert.equal(
      steps.flatMap((step) => (step.kind === 'tool' ? [step.call.result] : [])),
      ['interrupted', 'open', 'ok'],
    );
  });
});

describe('a command in the background that ends after the last turn', (it) => {
  it('has ended, though nobody was told', async () => {
    const transcript = new ClaudeTranscript();
    transcript.prompt('Measure it');
    transcript.call('b1', 'Bash', { command: 'make b1', run_in_background: true });
    transcript.result('b1', 'Command running in background with ID: k7f2', {
      toolUseResult: { backgroundTaskId: 'k7f2' },
    });
    transcript.say('It runs.');
    transcript.add('queue-operation', {
      operation: 'enqueue',
      content:
        '<task-notification>\n<task-id>k7f2</task-id>\n<status>failed</status>\n<summary>Background command "make b1" failed with exit code 255</summary>\n</task-notification>',
    });
    const step = (await sessionOf(transcript)).turns[0]?.steps[0];
    assert.equal(step?.kind === 'tool' && [step.call.result, step.call.exitCode], ['failed', 255]);
  });
});

describe('a command of Claude Code', (it) => {
  const command = (name: string, said: string) =>
    `<command-name>/${name}</command-name>\n<command-message>${name}</command-message>\n<command-args>${said}</command-args>`;

  it('brings what it orders, for as long as its turn is the newest', async () => {
    const transcript = new ClaudeTranscript();
    transcript.prompt(command('lamps', 'clean'));
    transcript.prompt('Wipe the lamps. Never hang two.', { isMeta: true });
    transcript.say('Wiped.');
    assert.is((await sessionOf(transcript)).turns[0]?.orders, 'Wipe the lamps. Never hang two.');
    transcript.prompt('and now?');
    transcript.say('Nothing.');
    assert.is((await sessionOf(transcript)).turns[0]?.orders, undefined);
  });

  it('asks for what stands behind /plan, though the client answers it', async () => {
    const transcript = new ClaudeTranscript();
    transcript.prompt(command('plan', '/plan draw a new lamp for the hall'));
    transcript.prompt('<local-command-stdout>Already in plan mode.</local-command-stdout>');
    transcript.say('I will look at the hall.');
    assert.is((await sessionOf(transcript)).turns[0]?.prompt, '/plan draw a new lamp for the hall');
  });
});

describe('a command of Claude Code', (it) => {
  it('has its directory where that is not the session’s', async () => {
    const transcript = new ClaudeTranscript();
    transcript.prompt('Build it');
    transcript.call('one', 'Bash', { command: 'cd server && make' });
    transcript.result('one', 'made');
    transcript.add('assistant', {
      cwd: '/srv/demo/server',
      message: {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'two', name: 'Bash', input: { command: 'make' } }],
      },
    });
    const steps = (await sessionOf(transcript)).turns[0]?.steps ?? [];
    assert.equal(
      steps.map((step) => (step.kind === 'tool' ? step.call.cwd : '')),
      [undefined, '/srv/demo/server'],
    );
  });
});

describe('a command in the background of Claude Code', (it) => {
  const started = () => {
    const transcript = new ClaudeTranscript();
    transcript.prompt('Test it');
    transcript.call('one', 'Bash', { command: 'make test', run_in_background: true });
    transcript.result('one', 'Command running in background with ID: b77', {
      toolUseResult: { stdout: '', backgroundTaskId: 'b77' },
    });
    return transcript;
  };
  const callOf = async (transcript: ClaudeTranscript) => {
    const step = (await sessionOf(transcript)).turns[0]?.steps[0];
    return step?.kind === 'tool' ? step.call : undefined;
  };
  const answer = (status: string, more: string) =>
    `<task_id>b77</task_id>\n\n<status>${status}</status>\n\n${more}<output>\n12 passed\n</output>`;

  it('has what a later call read of it', async () => {
    const over = started();
    over.call('two', 'TaskOutput', { task_id: 'b77' });
    over.result('two', answer('completed', '<exit_code>2</exit_code>\n\n'));
    const call = await callOf(over);
    assert.equal([call?.result, call?.exitCode, call?.output], ['failed', 2, '12 passed']);
    const running = started();
    running.call('two', 'TaskOutput', { task_id: 'b77' });
    running.result('two', answer('running', ''));
    assert.equal([(await callOf(running))?.result, (await callOf(running))?.output], ['open', '12 passed']);
  });

  it('has what its file shows', async () => {
    const transcript = started();
    transcript.call('two', 'Bash', { command: 'tail -2 /tmp/x/tasks/b77.output' });
    transcript.result('two', 'listening on 4000');
    const call = await callOf(transcript);
    assert.equal([call?.result, call?.output], ['open', 'listening on 4000']);
  });

  it('stays out when the context is compacted, and one that was waited for does not', async () => {
    const transcript = started();
    transcript.call('two', 'Bash', { command: 'nc -z host 80' });
    transcript.add('user', { isCompactSummary: true, message: { role: 'user', content: 'What was done so far.' } });
    const steps = (await sessionOf(transcript)).turns[0]?.steps ?? [];
    assert.equal(
      steps.map((step) => (step.kind === 'tool' ? step.call.result : '')),
      ['open', 'interrupted'],
    );
  });
});

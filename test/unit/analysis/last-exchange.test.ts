import * as assert from 'uvu/assert';
import { findLastExchange } from '../../../src/analysis/last-exchange.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import type { ToolCall, Turn } from '../../../src/core/session.ts';
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
    const told = ['Go', `${finding}\n(then: edited a.ts)`, 'Now the tests:\n(then: edited b.ts)', 'Next:'];
    assert.equal(texts([running(turn)]), told);
    assert.equal(texts([turn, turnOf('on', 'Done.')]), ['Go', finding, 'Next:', 'on', 'Done.']);
    assert.equal(texts([running(turn), turnOf('on', 'Done.')]), ['Go', finding, 'on', 'Done.']);
  });

  it('tells what subagents reported until the agent has, and how far one had come that did not', () => {
    const started = (result: ToolCall['result']): ToolCall => ({ tool: 'Agent', action: 'agent', paths: [], result });
    const subagents = [
      { description: 'Find the styles', orders: 'Where are the tags styled?', result: 'In `src/styles.css`, line 40.' },
      {
        description: 'Plan the check',
        orders: 'Compare with `checksum()`, and wait 5 s between two tries.',
        read: ['/work/app/src/check.ts'],
        ran: ['ls /work/app/src'],
        said: 'There are two callers.',
      },
    ];
    const told = (...after: string[]) => {
      const turn = running(turnOf('Go', 'I look.', started('ok'), ...after, started('open')));
      const view = viewSession(sessionOf([turn], { subagents }));
      return findLastExchange(view, { count: 16 }).map(({ text }) => text);
    };
    const orders = [
      'Subagent "Plan the check" had not reported when this was saved; if nothing runs it any more, start it again.',
      'Its orders: Compare with `checksum()`, and wait 5 s between two tries.',
      'It had read: src/check.ts',
      'It had run: `ls src`',
      'It said last: There are two callers.',
    ].join('\n');
    const report = 'Subagent "Find the styles" reported:\nIn `src/styles.css`, line 40.';
    const first = told();
    assert.equal(first.slice(-2), [report, orders]);
    const last = told(`The styles are known now. ${'They are in one file. '.repeat(20)}`);
    assert.not(last.includes(report));
    assert.is(last.at(-1), orders);
  });

  it('tells an answer that is one record of JSON with its keys', () => {
    const answer = '{"weather":"storm","harbour":"closed","reason":"The wave_height is above the wall."}';
    assert.is(texts([turnOf('May we sail?', answer)]).at(-1), answer);
  });

  it('tells in one line of a report that a plan took up', () => {
    const look: ToolCall = { tool: 'Agent', action: 'agent', paths: [], result: 'ok' };
    const plan: ToolCall = { tool: 'ExitPlanMode', action: 'plan', paths: [], result: 'ok' };
    const turn = running(turnOf('Go', 'I look.', look, plan, 'I begin.', ran('ls')));
    const subagents = [{ description: 'Find the styles', result: 'In `src/styles.css`, line 40.' }];
    const told = findLastExchange(viewSession(sessionOf([turn], { subagents })), { count: 16 });
    assert.ok(
      told.some(({ text }) => text === 'Subagent "Find the styles" worked for the plan that was approved then.'),
    );
  });

  it('tells how far a turn without an end has come: what was said and what was done then', () => {
    const plan = 'Both parts are being changed. When they are back I run the gate, and then I open the pull request.';
    const reviewer: ToolCall = {
      tool: 'Task',
      action: 'agent',
      paths: [],
      description: 'Review the lexer',
      result: 'ok',
    };
    const steps = [
      plan,
      reviewer,
      'First the lexer itself, and its two callers:',
      edited('src/lexer.ts'),
      edited('src/main.ts'),
    ];
    const more = [
      'Now it has to build:',
      ran('npm run build'),
      ran('npm test', '1 failed', 1),
      'So.',
      'And.',
      'On.',
      ran('ls'),
    ];
    assert.equal(texts([running(turnOf('Go', ...steps, ...more))]), [
      'Go',
      `${plan}\n(then: started a subagent: Review the lexer)`,
      'First the lexer itself, and its two callers:\n(then: edited src/lexer.ts, src/main.ts)',
      'Now it has to build:\n(then: `npm run build` ok · `npm test` failed)',
      'So.',
      'And.',
      'On.',
    ]);
    const interjected = texts([
      running(turnOf('Go', ...steps)),
      running(turnOf('no tests yet', 'Good point.', ran('ls'))),
    ]);
    assert.is(interjected[1], `${plan}\n(then: started a subagent: Review the lexer)`);
  });

  it('tells of a command that is written out what was typed behind it, and its steps while it is carried out', () => {
    const command = (typed: string) =>
      `## User Input\n\n\`\`\`text\n${typed}\n\`\`\`\n\nYou **MUST** consider the user input before proceeding.\n\n## Outline\n\n1. **Setup**: Run \`setup.sh\`.\n\nAlways be careful.\n\n2. Stop and report.`;
    const found = texts([turnOf(command('Write the spec'), 'Written.'), turnOf(command('Plan it'), ran('setup.sh'))]);
    const steps = 'The command orders:\n1. **Setup**: Run `setup.sh`.\n2. Stop and report.';
    assert.equal(found, ['Write the spec', 'Written.', `Plan it\n${steps}`]);
  });

  it('keeps what a long plan says of its open steps, and of the others their headings', () => {
    const long = 'It is told at length here, with every detail that somebody might want to know. '.repeat(30).trim();
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
    assert.ok(said.length <= 8000, String(said.length));
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

  it('folds no step of a plan whose own file was not edited', () => {
    const long = 'It is told at length here, with every detail that somebody might want to know. '.repeat(18).trim();
    const step = (at: number, title: string, file: string) =>
      `### ${at}. ${title}\n\n**File:** \`src/${file}.ts\`\n\nCall \`countBoats()\` there. ${long}`;
    const steps = [
      step(1, 'Count', 'count'),
      step(2, 'Begin with it', 'main'),
      step(3, 'Show', 'show'),
      step(4, 'Print', 'print'),
    ];
    const prompt = `Implement the following plan:\n\n# Boats\n\n## Steps\n\n${steps.join('\n\n')}`;
    const count = { ...edited('src/count.ts'), change: { added: 'function countBoats() {}', removed: '' } };
    const [said = ''] = texts([running(turnOf(prompt, count, edited('src/show.ts')))]);
    assert.match(said, '### 1. Count …');
    assert.match(said, 'src/main.ts');
    assert.match(said, '**File:** `src/show.ts`', 'the step that the agent is at may be half done');
  });

  it('keeps what the open steps of a plan need, and of those that are done their headings though there is room', () => {
    const row = (at: number) => `| \`--tone-${at}\` | \`hsl(${at} 20% 30%)\` | used at the edge of the harbour map |`;
    const rows = Array.from({ length: 40 }, (_, at) => row(at));
    const block = Array.from({ length: 20 }, (_, at) => `buoy ${at} lies north`);
    const prompt = [
      'Implement the following plan:\n\n# Harbour map',
      '## Tones\n### Table',
      ...rows,
      '## Steps\n### Step 1: `src/tones.css`\n- Define the tones of the table.',
      '### Step 2: `src/map.ts`\n- Draw with them.\n```\n',
      ...block,
      '```\n## Files\n- `src/tones.css` has the tones of the whole map',
    ].join('\n');
    const [said = ''] = texts([running(turnOf(prompt, edited('src/tones.css'), edited('src/other.ts')))]);
    for (const line of [...rows, ...block, '### Step 1: `src/tones.css` …']) assert.ok(said.includes(line), line);
    assert.not.match(said, 'Define the tones');
  });

  it('has a proposed plan whole while it waits and while it is carried out', () => {
    const point = 'The lease is taken before the journal is opened, so that two writers never meet. '.repeat(6).trim();
    const plan = ['# Lease', '## Slices', '1. **Take it**', point, '2. **Give it back**', point, '## Test plan', point];
    const proposal = ['Here it is.', '<proposed_plan>', ...plan, ...plan, ...plan, '</proposed_plan>'].join('\n');
    const whole = [...plan, ...plan, ...plan].join('\n');
    assert.is(texts([turnOf('Plan it', proposal)])[1], `Here it is.\nProposed plan, not answered yet:\n${whole}`);
    const taken = running(turnOf('Implement this plan.', 'On it.', edited('a.ts')));
    assert.is(texts([turnOf('Plan it', proposal), taken])[1], `Here it is.\nProposed plan:\n${whole}`);
    const over = texts([turnOf('Plan it', proposal), turnOf('Implement this plan.', 'Done.'), turnOf('And?', 'Yes.')]);
    assert.ok((over[1] ?? '').length <= 2000);
  });

  it('folds points below numbered headings of a plan, and says no more of one that is done', () => {
    const point = '- The journal is opened after the lease, so that two writers never meet at all. '.repeat(14).trim();
    const step = (at: number) => [`${at}. **Port part ${at}**`, `   - In \`src/${at}.ts\`. ${point}`];
    const plan = ['# Port it', '## Summary', point, '## Changes', ...[1, 2, 3, 4].flatMap(step), '## Test Plan', point];
    const prompt = `Implement this plan:\n\n${plan.join('\n')}`;
    const [said = ''] = texts([running(turnOf(prompt, edited('src/1.ts'), edited('src/2.ts')))]);
    assert.match(said, '1. **Port part 1** …');
    assert.match(said, 'In `src/3.ts`.');
    assert.match(said, `## Test Plan\n${point}`);
    const all = [1, 2, 3, 4].map((at) => edited(`src/${at}.ts`));
    assert.is(texts([turnOf(prompt, ...all, 'It is done.')])[0], 'Implement this plan:\n# Port it …');
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
      Array.from({ length: 100 }, (_, at) => `${word} ${at} was read line by line.`).join('\n');
    const told = texts([turnOf(long('asked'), long('first')), turnOf('and', 'Yes.'), turnOf('more', long('second'))]);
    assert.is(told.at(-1), long('second'));
    assert.ok((told[1]?.length ?? 0) <= 2000, 'an older report is cut');
    assert.match(told[1] ?? '', /^first 0 .*\n[\s\S]*…\nfirst [89]\d [\s\S]*\nfirst 99 /);
  });

  it('keeps an order whole that the newest prompt only releases', () => {
    const order = Array.from({ length: 60 }, (_, at) => `Put the words number ${at} there.`).join('\n');
    assert.is(texts([turnOf(order, 'Shall I?'), turnOf('go')])[0], order);
  });

  it('keeps more of what the newest prompt answers', () => {
    const options = Array.from({ length: 60 }, (_, at) => `${at}. Take the way number ${at}.`).join('\n');
    const told = texts([turnOf('How?', options), turnOf('The second', 'Then I begin with it.')]);
    assert.ok((told[1]?.length ?? 0) > 1600);
  });

  it('keeps a list that stands in a block, and leaves out commentary that claims nothing', () => {
    const chain = ['The chain that I verified:', '```', 'commit → trailer `Id`', 'trailer → ref', '```'].join('\n');
    const turn = turnOf('Go', 'Applying the two manifests, the job and the reader now.', ran('ls'), chain);
    assert.equal(texts([turn]), ['Go', 'The chain that I verified:\ncommit → trailer `Id`\ntrailer → ref']);
  });

  it('ends where it would be too long or too many', () => {
    const turns = Array.from({ length: 40 }, (_, at) => turnOf(`ask ${at}`, `${finding} `.repeat(20)));
    const all = texts(turns);
    assert.ok(all.join('').length <= 13_000);
    assert.is(all.at(-2), 'ask 39');
    assert.is(exchange(turns, 3).length, 3);
  });

  it('flattens lists and tables', () => {
    const text = ['## Result', '* **one**', '2. two', '', '| File | Change |', '|---|---|', '| a.ts | new |'].join(
      '\n',
    );
    assert.equal(texts([turnOf('Go', text)]), ['Go', 'Result\n- one\n- 2. two\na.ts: new']);
  });

  it('keeps the draft that the agent asks about, until it is answered', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `Line ${at} of the letter tells one more thing.`);
    const block = ['```markdown', '# Letter', ...lines, '```'];
    const text = ['Here is the letter:', ...block, 'How is that?'].join('\n');
    const [, draft = ''] = texts([turnOf('Write it', text), running(turnOf('Shorter, please'))]);
    assert.is(draft, ['Here is the letter:', 'Letter', ...lines, 'How is that?'].join('\n'));
    const [, old = ''] = texts([turnOf('Write it', text), turnOf('Shorter', 'Done.'), turnOf('And?', 'Done.')]);
    assert.match(old, '[code, 61 lines]');
    const log = ['It prints this:', ...block, 'That is all.'].join('\n');
    assert.match(texts([turnOf('Run it', log)])[1] ?? '', '[code, 61 lines]');
  });

  it('keeps a command that the reader shall run, and no listing', () => {
    const listing = ['```go', 'func a() {', '  b()', '  c()', '}', '```'].join('\n');
    const long = ['```go', ...Array.from({ length: 9 }, (_, at) => `line${at}()`), '```'].join('\n');
    const text = ['Then tag it:', '```', 'git tag v1', '```', long, 'Not pushed.'].join('\n');
    const older = texts([turnOf('Go', text), turnOf('And?', 'Done.')]);
    assert.equal(older.slice(0, 2), ['Go', 'Then tag it:\n`git tag v1`\n[code, 9 lines]\nNot pushed.']);
    const pasted = ['```', ...Array.from({ length: 20 }, (_, at) => `line ${at}`), '```'].join('\n');
    assert.equal(texts([turnOf(`Why?\n${pasted}`)]), ['Why?\n[pasted block of 22 lines]']);
    assert.equal(texts([turnOf(`Why?\n${listing}`)]), ['Why?\nfunc a() {\n  b()\n  c()\n}']);
  });

  it('shows the code of the newest message: it waits for the user', () => {
    const command = [
      'git add a.ts',
      "git commit -m 'fix: take the lock",
      ...Array(8).fill('  Why: two writers met.'),
      "'",
    ];
    const text = ['Run this:', '```bash', ...command, '```', 'Then I push.'].join('\n');
    const told = ['Run this:', ...command.map((line) => `  ${line}`), 'Then I push.'].join('\n');
    assert.is(texts([turnOf('Fix it', text)])[1], told);
    assert.is(texts([turnOf('Fix it', text), running(turnOf('done'))])[1], told);
    assert.is(texts([running(turnOf('Fix it', text, ran('git status')))])[1], told);
    const listing = ['So it is:', '```ts', ...Array(41).fill('line();'), '```', 'Done.'].join('\n');
    assert.is(texts([turnOf('Show it', listing)])[1], 'So it is:\n[code, 41 lines]\nDone.');
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

  it('keeps of a pasted log the trouble and the end, and what the user said around it', () => {
    const log = Array.from({ length: 30 }, (_, at) => `[web] GET /page/${at}`);
    log[12] = '[job] could not open the port: it is taken';
    const [asked] = texts([turnOf(['It stops with this:', ...log, '', 'Why? Do not touch the port.'].join('\n'))]);
    assert.is(
      asked,
      ['It stops with this:', '[… 26 lines of a log …]', log[12], ...log.slice(-3), 'Why? Do not touch the port.'].join(
        '\n',
      ),
    );
    const few = ['Look:', ...log.slice(0, 8)].join('\n');
    assert.equal(texts([turnOf(few)]), [few]);
    const boxes = Array.from({ length: 12 }, (_, at) => `[ ] part ${at}`).join('\n');
    assert.equal(texts([turnOf(boxes)]), [boxes]);
  });

  it('ends a block of a prompt where its middle was cut out', () => {
    const code = Array.from({ length: 20 }, (_, at) => `line ${at}`);
    const prompt = ['Do this:', '```', ...code, '… [900 characters cut] …', ...code, '```', 'And then test it.'];
    assert.equal(texts([turnOf(prompt.join('\n'))]), [
      'Do this:\n[pasted block of 22 lines]\n… [900 characters cut] …\n[pasted block of 22 lines]\nAnd then test it.',
    ]);
  });

  it('keeps of a long plan the decisions and the step that the agent is at', () => {
    const long = 'It is told at length here, with every detail that somebody might want to know. '.repeat(18).trim();
    const plan = [
      '# Port it',
      '## Design decisions',
      '- Plain text, no database',
      ...[1, 2, 3, 4].flatMap((at) => [`### ${at}. Port \`src/${at}.ts\``, `- Part ${at}. ${long}`]),
    ].join('\n');
    const prompt = `Implement the following plan:\n\n${plan}`;
    const done = [edited('src/1.ts'), edited('src/2.ts')];
    const [said = ''] = texts([running(turnOf(prompt, ...done, 'Now the second part.'))]);
    assert.match(said, '### 1. Port `src/1.ts` …');
    for (const part of ['- Plain text', '- Part 2.', '- Part 3.', '- Part 4.']) assert.ok(said.includes(part), part);
    const later = texts([turnOf(prompt, ...done, 'Two of them are ported.'), running(turnOf('go on'))])[0] ?? '';
    assert.match(later, '- Part 3.');
    assert.not.match(later, '- Part 1.');
  });

  it('keeps the section of a long plan whole whose commands are run now', () => {
    const long = 'It is told at length here, with every detail that somebody might want to know. '.repeat(26).trim();
    const block = Array.from({ length: 42 }, (_, at) => `python3 tools/measure_all.py --offset ${at} --frozen-tasks`);
    const plan = [
      '# Repair the readers',
      ...['red', 'green', 'blue'].flatMap((name) => [`## Reader ${name}`, long]),
      '## Loop at the end',
      '```sh',
      ...block,
      'python3 tools/score_graph.py',
      '```',
      '## Remarks',
      long,
    ].join('\n');
    const prompt = `Implement this plan:\n\n${plan}`;
    const loop = ran('python3 tools/measure_all.py --offset 3 --frozen-tasks && python3 tools/score_graph.py');
    const [said = ''] = texts([running(turnOf(prompt, edited('red.py'), loop))]);
    for (const line of [...block, 'python3 tools/score_graph.py']) assert.ok(said.includes(line), line);
    assert.match(said, '## Reader red …');
    const [before = ''] = texts([running(turnOf(prompt, edited('red.py'), ran('python3 -m pytest')))]);
    assert.match(before, '[pasted block of 45 lines]');
  });

  it('has the text of a plan that the user did not approve', () => {
    const plan = { text: '# Move it\n\n1. Add a queue\n2. Drain it', approved: false };
    const asked = (result: ToolCall['result']): ToolCall => ({
      tool: 'ExitPlanMode',
      action: 'plan',
      paths: [],
      result,
    });
    const told = (...turns: readonly Turn[]) =>
      findLastExchange(viewSession(sessionOf(turns, { plans: [plan] })), { count: 16 }).map(({ text }) => text);
    const stopped = (call: ToolCall): Turn => ({
      ...turnOf('Plan it', 'The plan is ready.', call),
      outcome: 'interrupted',
    });
    const words = '# Move it\n1. Add a queue\n2. Drain it';
    assert.is(told(stopped(asked('refused'))).at(-1), `Proposed plan, rejected by the user:\n${words}`);
    assert.is(told(running(turnOf('Plan it', asked('open')))).at(-1), `Proposed plan, not answered yet:\n${words}`);
    const on = told(stopped(asked('refused')), turnOf('Smaller', edited('a.ts'), 'It is smaller now.'));
    assert.equal(on, ['Plan it', 'Smaller', 'It is smaller now.']);
    const spoken = texts([turnOf('Plan it', '<proposed_plan>\nAdd a queue.\n</proposed_plan>')]);
    assert.is(spoken[1], 'Proposed plan, not answered yet:\nAdd a queue.');
  });

  it('cuts a report between its sentences, what is ticked off first, and keeps its end', () => {
    const row = (at: number) => `| Part ${at} of the long list | ${at % 3 === 0 ? '⚠️ missing' : '✅ done'} |`;
    const rows = Array.from({ length: 120 }, (_, at) => row(at));
    const text = [
      'The audit:',
      '| Part | State |',
      '|---|---|',
      ...rows,
      '',
      'Much is done. Shall I go on with part 3?',
    ];
    const [, told = ''] = texts([turnOf('Audit it', text.join('\n'))]);
    assert.ok(told.length <= 3500, String(told.length));
    assert.match(told, /^The audit:\n/);
    assert.match(told, /\nMuch is done\. Shall I go on with part 3\?$/);
    assert.is(told.match(/missing/g)?.length, 40);
  });

  it('never cuts a prompt within a sentence, and keeps the last one', () => {
    const asked = `Look at the queue. ${'It is slow when it is full. '.repeat(40)}Do not change its name.`;
    const after = turnOf(`Thanks, and now the other one, which is slow too. ${'It waits. '.repeat(5)}`);
    assert.is(texts([turnOf(asked, 'It is quicker.'), after])[0], asked);
    const more = Array.from({ length: 6 }, (_, at) => turnOf(`${at}. ${asked}`, 'It is quicker.'));
    const [first = ''] = texts([...more, after]);
    assert.ok(first.length <= 600, String(first.length));
    assert.match(first, /^0\. Look at the queue\. .*full\.\n…\n[\s\S]*Do not change its name\.$/);
  });

  it('tells an order once that was given again in pieces, as whole as it was given', () => {
    const part = (name: string) => `The ${name} must be counted by hand every evening. `.repeat(12);
    const [first, second] = [part('boats'), part('tickets')];
    const whole = `${first}\n${second}`;
    const turns = [turnOf(whole), turnOf(first), turnOf(second, 'I count.'), turnOf('How many?')];
    const prompts = exchange(turns).filter(({ from }) => from?.by === 'user');
    assert.equal(
      prompts.map(({ text, from }) => [text.slice(0, 9), text.length, from?.turn]),
      [
        ['The boats', whole.trim().replaceAll(' \n', '\n').length, 3],
        ['How many?', 9, 4],
      ],
    );
  });

  it('tells no answer without its question', () => {
    const turns = Array.from({ length: 14 }, (_, at) =>
      turnOf(`Which is harbour ${at}?`, `Harbour ${at} is the old one.`),
    );
    const told = exchange(turns, 40);
    for (const { from } of told) assert.ok(told.some((one) => one.from?.by === 'user' && one.from.turn === from?.turn));
    assert.is(told.length, 28);
  });

  it('keeps of a list that it cuts what the newest prompt names', () => {
    const points = Array.from({ length: 40 }, (_, at) => `- GAP-${at + 10}: the \`gate\` ${at} stays open at night.`);
    const [, report = ''] = texts([turnOf('Review it', points.join('\n')), turnOf('Write GAP-31 down', 'I do.')]);
    assert.match(report, 'GAP-31');
  });

  it('tells less of what was closed a while ago, unless it is about what is worked on now', () => {
    const report = (about: string) => `${`The ${about} is slow when the queue is full. `.repeat(40)}It is done.`;
    const others = [1, 2, 3, 4].map((at) => turnOf(`Then step ${at}, please`, `Step ${at} is there.`));
    const told = (now: string) =>
      texts([turnOf('Look at the queue', report('queue'))].concat(others, turnOf(now, 'Yes.')))[1] ?? '';
    assert.ok(told('Is the mail sent?').length <= 400);
    const names = '`queue.ts`, `drainQueue`, `fillQueue` and `maxLength`';
    const about = turnOf('Look at it', `${report('queue')} It is in ${names}. ${report('queue')}`);
    const [, long = ''] = texts([about, ...others, turnOf(`Now look at ${names}`, 'Yes.')]);
    assert.ok(long.length > 1200, String(long.length));
  });

  it('keeps much of the last long text, when little was said since', () => {
    const drafts = Array.from({ length: 30 }, (_, at) => `Draft ${at}: the ship comes down in the dark.`).join('\n');
    const told = texts([turnOf('Drafts?', drafts), turnOf('Shorter clock', 'Done.'), running(turnOf('Now the story'))]);
    assert.is(told[1], drafts);
  });
});

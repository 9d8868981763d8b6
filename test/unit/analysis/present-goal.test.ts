import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import type { Session, ToolCall, Turn } from '../../../src/core/session.ts';
import { edited, ran, read, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const analyze = (turns: readonly Turn[], more: Partial<Session> = {}) => {
  const { analysis, summary } = analyzeSession({ session: sessionOf(turns, more), changes: [] });
  return { ...analysis, summary };
};
const open = (turn: Turn): Turn => ({ ...turn, outcome: 'open' });
const plan = '# Plan: Bridge to the panels\n\n1. Add `src/bridge.rs`\n2. Wire up the panels and the input field';
const implemented = turnOf(`Implement the following plan:\n\n${plan}`, edited('src/bridge.rs'), 'All steps are done.');

describe('what the session is about now', (it) => {
  it('is the request that has nothing in common with the plan before it', () => {
    const asked = 'Track when each token was last used and refresh it after twelve minutes';
    const found = analyze([implemented, open(turnOf(asked, read('src/connection.rs')))]);
    assert.is(found.session_intent, asked);
    assert.match(found.summary, /^Track when each token/);
    assert.match(found.problem, /^Implement the plan: Bridge to the panels$/);
  });

  it('is the question for which the agent went to work', () => {
    const asked = 'what impact would a checksum after every order have on the response time of the whole application?';
    assert.is(analyze([implemented, open(turnOf(asked, read('src/order.rs')))]).session_intent, asked);
  });

  it('stays when the user only answers, complains, goes on or wants to see it again', () => {
    const first = 'Add a login form that asks for a one-time password';
    const asides = [
      'hmmm, seems I cannot get past the request screen',
      'log in on your instance and test it out yourself',
      'the spinner never stops on my phone',
      'check again on 10.0.0.7',
      'switch to the feature branch',
    ];
    for (const aside of asides) {
      const turns = [turnOf(first, edited('login.ts'), 'Added.'), open(turnOf(aside, ran('ls')))];
      assert.is(analyze(turns).session_intent, first, aside);
    }
  });

  it('is the request for which all open tasks were written down', () => {
    const first = 'Add a login form that asks for a one-time password';
    const later = 'now improve both of these slow queries';
    const task = (text: string): ToolCall => ({
      ...{ tool: 'TaskCreate', action: 'plan', paths: [], result: 'ok' },
      description: text,
    });
    const turns = [
      turnOf(first, task('Build the form'), edited('login.ts'), 'Added.'),
      open(turnOf(later, task('Index the table'), edited('login.ts'))),
    ];
    const done = { text: 'Build the form', status: 'completed' as const };
    const todo = { text: 'Index the table', status: 'in_progress' as const };
    assert.is(analyze(turns, { todos: [done, todo] }).session_intent, later);
    const older = { ...done, status: 'pending' as const };
    assert.is(analyze(turns, { todos: [older, todo] }).session_intent, first);
    const agreed = [
      turns[0] ?? open(turnOf('')),
      open(turnOf(`ok ${later}`, task('Index the table'), edited('login.ts'))),
    ];
    assert.is(analyze(agreed, { todos: [done, todo] }).session_intent, `ok ${later}`);
  });

  it('stays while the same files are edited', () => {
    const turns = [
      turnOf('Build the landing page', edited('index.html'), 'Built.'),
      turnOf('Paint every button blue and move the header down', edited('index.html'), 'Painted.'),
    ];
    assert.is(analyze(turns).session_intent, 'Build the landing page');
  });

  it('is what came after the work that was committed, and after a look around', () => {
    const asked = 'i need ideas how the story can speak to the player and give a mission';
    const looked = turnOf('learn about this project and where we left off', read('README.md'), 'It is a game.');
    const restyled = turnOf(
      'Restyle the bar below the title',
      edited('a.css'),
      ran('git commit -m "Restyle the bar"'),
      'Done.',
    );
    const found = analyze([looked, restyled, open(turnOf(asked))]);
    assert.is(found.session_intent, asked);
    assert.not.match(found.summary, /Restyle/);
    assert.match(analyze([looked, restyled]).session_intent, /^Restyle the bar/);
  });

  it('follows the order that a question led to', () => {
    const turns = [
      turnOf('How was the change of the schema handled? Were all rules of the schema followed?', read('a.md'), 'No.'),
      open(turnOf('/quick create a formal protocol for changes of the schema', ran('ls'))),
    ];
    assert.is(analyze(turns).session_intent, '/quick create a formal protocol for changes of the schema');
  });
});

describe('a log in the request', (it) => {
  it('is told by its error, in the task and in the headline', () => {
    const log = '[Server] listening on 80\n[Agent] spawning\n[Agent] Error: exited with code 1\n[Server] done';
    const asked = `I ran the importer but got these errors: [Server] start\n${log}`;
    const found = analyze([open(turnOf(asked, edited('import.ts')))]);
    assert.is(
      found.current_task,
      'I ran the importer but got these errors (a log was pasted: [Agent] Error: exited with code 1)',
    );
    assert.is(found.summary, 'Investigate: I ran the importer but got these errors');
  });
});

describe('the current task', (it) => {
  it('says what words serve that say nothing by themselves', () => {
    const turns = [
      turnOf('Guide the model to the right sensor', edited('a.go'), 'Pushed.'),
      turnOf('scren', read('a.png'), 'I see.'),
    ];
    assert.is(analyze(turns).current_task, 'Guide the model to the right sensor — then: scren');
  });

  it('is the newest request, and not the step that the agent forgot to tick off', () => {
    const todos = [
      { text: 'Write the matcher', status: 'completed' as const },
      { text: 'Run validation tests', status: 'in_progress' as const },
    ];
    const listed = { tool: 'update_plan', action: 'plan', paths: [], result: 'ok' } as const;
    const asked = 'Remove the docs/task.md file as the work is done';
    const turns = [turnOf('Implement the task', listed, edited('a.go'), 'Implemented.'), open(turnOf(asked))];
    const found = analyze(turns, { todos });
    assert.is(found.current_task, asked);
    assert.equal(found.next_actions, [`Do: ${asked}`]);
    assert.ok(found.current_state.includes('Never ticked off: Run validation tests'));
  });

  it('names the request that a bare reply goes on with', () => {
    const asked = 'CI fails for the dead panel. Which way?\n\n1. Fix it in this branch\n2. Open another branch';
    const before = turnOf('yes the token is set as a secret, merge the pull request', ran('gh pr checks 4'), asked);
    const { current_task } = analyze([before, open(turnOf('1', edited('a.ts')))]);
    assert.ok(current_task.startsWith('yes the token is set as a secret, merge the pull request — then: 1 ('));
  });

  it('names no addition as what a bare reply goes on with', () => {
    const turns = [
      turnOf('Redesign the explorer of the web page', ran('ls'), 'Here is the design. Is it right?'),
      turnOf(
        'yes also add a dark mode to the page',
        ran('ls'),
        'The dark mode is in the design now. Shall I write the plan for it?',
      ),
      open(turnOf('yes', edited('a.ts'))),
    ];
    assert.is(
      analyze(turns).current_task,
      'Redesign the explorer of the web page — then: yes (to: The dark mode is in the design now. Shall I write the plan for it?)',
    );
  });

  it('goes on with the request that the user stopped to add something', () => {
    const asked = 'Can we link every lamp in the list to its page?';
    const stopped = { ...turnOf(asked), outcome: 'interrupted' as const };
    const earlier = turnOf('Count the lamps of the hall', edited('a.ts'), 'Counted.');
    for (const added of ['picture of the list', 'please without frames', 'and the lamps of the cellar?']) {
      const { current_task } = analyze([earlier, stopped, open(turnOf(added))]);
      assert.is(current_task, `${asked} — then: ${added}`);
    }
    const { current_task } = analyze([earlier, stopped, open(turnOf('please continue'))]);
    assert.is(current_task, asked);
    const instead = 'Remove the doors of the cellar';
    assert.is(analyze([earlier, stopped, open(turnOf(instead))]).current_task, instead);
  });

  it('says that a picture belongs to it which is not told, until it is answered', () => {
    const asked = turnOf('[image]\nShow the lamps of this kind in a table');
    const told = 'Show the lamps of this kind in a table';
    assert.is(analyze([open(asked)]).current_task, `${told} (with a picture, which only the transcript has)`);
    assert.is(analyze([turnOf(asked.prompt, 'There it is.')]).current_task, told);
  });

  it('is the row of a table that was picked, also after one that was taken back at once', () => {
    const menu =
      'Open:\n\n| # | Title | Room |\n|---|---|---|\n| 1 | Hang the lamps | hall |\n| 2 | Paint the door | attic |\n\nReply with a number.';
    const listed = turnOf('/lamps:open', ran('ls'), menu);
    const back = { ...turnOf('2'), outcome: 'interrupted' as const };
    const found = analyze([listed, back, open(turnOf('1', edited('a.ts')))]);
    assert.is(found.current_task, '/lamps:open — then: 1 (Open: Hang the lamps, Room hall)');
  });

  it('is not what the user reports to have done', () => {
    const waits = 'The window is open. Log in and let me know when you are done.';
    const turns = [
      turnOf('The files of my vault are not in the mount', ran('ls'), waits),
      open(turnOf('ok logged in', ran('ls'))),
    ];
    assert.is(analyze(turns).current_task, 'The files of my vault are not in the mount');
  });

  it('is no message of another agent, however many come at once', () => {
    const message = (text: string) => `<teammate-message teammate_id="cache">\n${text}\n</teammate-message>`;
    const turns = [
      turnOf('Speed up the dashboard with a team', ran('ls'), 'Six agents are at work.'),
      open(turnOf(`${message('Task #4 is complete.')}\n\n${message('Shutting down.')}`, ran('npm run build'))),
    ];
    assert.is(analyze(turns).current_task, 'Speed up the dashboard with a team');
  });
});

describe('the end of a session', (it) => {
  it('says that the agent finished, or which subagent it waits for', () => {
    assert.ok(analyze([implemented]).current_state.includes('The agent finished its last turn'));
    const agent = {
      tool: 'Task',
      action: 'agent',
      paths: [],
      result: 'open',
      description: 'Design the states',
    } as const;
    const found = analyze([open(turnOf('Track the use of each token', agent))]);
    assert.ok(found.current_state.includes('The last turn is unfinished, last step: a subagent: Design the states'));
    assert.equal(found.next_actions, [
      'Finish: Track the use of each token (a subagent was at work: Design the states)',
    ]);
  });

  it('lists the steps that are left to the user', () => {
    const closing =
      'The server runs on the new host.\n\n### Next Steps for You\n\n1. Open the settings\n2. Update the URL';
    assert.equal(analyze([turnOf('Move the server', ran('ls'), closing)]).next_actions, [
      'Open the settings',
      'Update the URL',
    ]);
  });
});

describe('the headline', (it) => {
  it('is a question as it was asked, and an order in other alphabets as it was given', () => {
    const asked = 'Did I expose all parts of the exchange to Python?';
    assert.is(analyze([open(turnOf(asked, ran('ls')))]).summary, asked);
    const turns = [
      turnOf('Проанализируй файлы планов и сообщи что выполнено', read('a.md'), 'Готово.'),
      open(turnOf('Создай промт для выполнения оставшихся задач', read('b.md'))),
    ];
    assert.is(analyze(turns).summary, 'Создай промт для выполнения оставшихся задач');
  });
});

describe('an intent that is over', (it) => {
  const lamps = turnOf('Hang a lamp above the table in the hall', edited('hall.ts'), 'The lamp hangs.');

  it('gives way to a request of itself, also in the words of a question', () => {
    const others = [
      'Why does the boiler in the cellar switch itself off at night?',
      'Build a shelf for the boots in the porch',
      'also, the boiler in the cellar went off three times last night and needs another look at its valve',
    ];
    for (const other of others) assert.is(analyze([lamps, open(turnOf(other, ran('ls')))]).session_intent, other);
    const same = 'the trouble is still that the lamp in the hall hangs far too low for tall guests to pass it';
    assert.is(
      analyze([lamps, open(turnOf(same, ran('ls')))]).session_intent,
      'Hang a lamp above the table in the hall',
    );
  });

  it('gives way to any other words once it was committed', () => {
    const done = turnOf('commit it', ran('git commit -m "hang a lamp"', '[main 1a2b3c4] hang a lamp'), 'Committed.');
    const other = 'but I thought that the boiler could switch itself off?';
    assert.is(analyze([lamps, done, open(turnOf(other))]).session_intent, other);
  });

  it('has what the user stopped the agent for to add', () => {
    const asked = 'can we leave lamps out of the list?';
    const stopped = { ...turnOf(asked, read('list.ts')), outcome: 'interrupted' as const };
    const { session_intent } = analyze([stopped, open(turnOf('Leave doors and windows out?', edited('list.ts')))]);
    assert.is(session_intent, `${asked} — then: Leave doors and windows out?`);
  });

  it('stays where the user first replies to what the agent said', () => {
    const asked = 'ok the boiler shows no temperature on the panel of the cellar';
    const replied = 'I did all of those steps. Can you look at the sensors yourself over the serial port?';
    const turns = [turnOf(asked, ran('ls'), 'Check the wires and the fuse.'), open(turnOf(replied, ran('ls')))];
    assert.is(analyze(turns).session_intent, asked);
  });

  it('is told with a step that says nothing by itself', () => {
    const listed = { tool: 'update_plan', action: 'plan', paths: [], result: 'ok' } as const;
    const asked = 'Hang a lamp above the table in the hall';
    const doing = (text: string) =>
      analyze([open(turnOf(asked, listed, edited('hall.ts')))], { todos: [{ text, status: 'in_progress' }] });
    assert.is(doing('Run the tests of the hall').current_task, `${asked} — now: Run the tests of the hall`);
    assert.is(doing('Update README.md with the lamp').current_task, `${asked} — now: Update README.md with the lamp`);
    assert.is(doing('Drill the hole for the hook').current_task, 'Drill the hole for the hook');
  });

  const found = (turns: readonly Turn[]) => {
    const { session_intent, current_task } = analyzeSession({ session: sessionOf(turns), changes: [] }).analysis;
    return { session_intent, current_task };
  };
  const same = (text: string) => ({ session_intent: text, current_task: text });

  it('is not told when the user went on to other work', () => {
    const first = turnOf('Check whether new branch tags are created by the workflow', ran('ls'), 'No new ones are.');
    assert.equal(
      found([first, turnOf('/change:apply tag-cleanup-all', ran('ls'), 'Done.')]),
      same('/change:apply tag-cleanup-all'),
    );
    const question = turnOf('Is the list of sources valuable or can we delete it?', ran('ls'), 'We can.');
    assert.equal(
      found([question, turnOf('Delete config/sources.list', edited('a'), 'Ok.')]),
      same('Delete config/sources.list'),
    );
  });

  it('is no complaint, and no order that names only what the agent had listed', () => {
    const first = turnOf('Write sensors for the leaks in the memory project', edited('a.ts'), 'Written.');
    for (const words of [
      'Why are you trying to build with the restricted profile?',
      "Let's fix absolutely everything please",
    ])
      assert.is(found([first, turnOf(words, ran('ls'), 'Ok.')]).session_intent, first.prompt);
  });

  it('goes with the task when that only tells something', () => {
    const first = turnOf(
      "My data isn't showing in the viewer. Do we need to push the branch?",
      ran('ls'),
      'Look again.',
    );
    const told = turnOf('Auth is fine and it has access to all of them.', 'Then it is the index.');
    assert.is(found([first, told]).current_task, `${first.prompt} — then: ${told.prompt}`);
  });
});

describe('a summary that tells in which mode the agent was', (it) => {
  it('is told without it', () => {
    const compactions = [
      '<summary>\n1. Primary Request and Intent:\nThe session began with `/explore` (explore mode — NEVER implement code) on issue 532. Explore mode forbids edits.\n</summary>',
    ];
    const session = sessionOf([turnOf('/change:apply java-version', ran('ls'), 'Ok.')], { compactions });
    assert.is(
      analyzeSession({ session, changes: [] }).analysis.problem,
      'The session began with `/explore` on issue 532.',
    );
  });
});

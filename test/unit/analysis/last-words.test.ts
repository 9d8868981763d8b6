import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import { plainLine } from '../../../src/analysis/sentences.ts';
import type { Session, Turn } from '../../../src/core/session.ts';
import { edited, ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const analyze = (turns: readonly Turn[], more: Partial<Session> = {}) => {
  const { analysis, summary } = analyzeSession({ session: sessionOf(turns, more), changes: [] });
  return { ...analysis, summary };
};
const open = (turn: Turn): Turn => ({ ...turn, outcome: 'open' });

describe('a command that is written out', (it) => {
  it('is told by what was typed behind it', () => {
    const typed = (words: string) =>
      `## User Input\n\n\`\`\`text\n${words}\n\`\`\`\n\nYou **MUST** consider the user input before proceeding (if not empty).\n\n## Outline\n\n1. Run the check.`;
    const found = analyze([open(turnOf(typed('finish the settings page of the overlay')))]);
    assert.is(found.current_task, 'finish the settings page of the overlay');
    assert.match(found.summary, /settings page of the overlay/i);
  });
});

describe('commits', (it) => {
  const committed = (turns: readonly Turn[]) =>
    analyze(turns).current_state.filter((line) => line.startsWith('Committed'));

  it('are known in another directory', () => {
    assert.equal(committed([turnOf('Go', ran('git -C /work/other commit -m "Add models"'), 'Done.')]), [
      'Committed in /work/other: Add models',
    ]);
  });

  it('are told as they were amended', () => {
    const turn = turnOf(
      'Go',
      ran('git commit -m "feat!: Add it"'),
      ran('git commit --amend -m "feat: Add it"'),
      'Done.',
    );
    assert.equal(committed([turn]), ['Committed: feat: Add it']);
  });
});

describe('the end of what the agent said', (it) => {
  it('leaves a turn open that announces a look', () => {
    const turn = open(turnOf('How does the chat work?', 'Good question. To explain it, let me examine the handlers.'));
    assert.not.ok(analyze([turn]).current_state.includes('The agent finished its last turn'));
  });

  const announcing = [
    ['**Batch 3: Create the new drift checker**', 'Create the new drift checker'],
    [
      'Option 2 it is. Since nobody has done it, I’ll establish what the tool does before relying on it.',
      'Establish what the tool does before relying on it',
    ],
    ['All green. Committing the derivation before moving on.', 'Committing the derivation before moving on'],
  ] as const;
  for (const [said, action] of announcing)
    it(`is no end where it is ${JSON.stringify(said)}`, () => {
      const { current_state, next_actions } = analyze([open(turnOf('Port it', edited('a.ts'), said))]);
      assert.is(current_state[0], 'The last turn is unfinished, last step: Edit a.ts');
      assert.equal(next_actions, [action]);
    });

  for (const said of [
    'Batch 3: done.',
    'Waiting for your word on the second one.',
    'Once the review is in, I’ll merge it.',
    'Ported. Say the word and I’ll push it.',
    'Logging is off by default.',
  ])
    it(`is an end where it is ${JSON.stringify(said)}`, () => {
      const { current_state } = analyze([open(turnOf('Port it', edited('a.ts'), said))]);
      assert.ok(current_state.includes('The agent finished its last turn'));
    });

  it('names the line that a link leads to', () => {
    assert.is(plainLine('See [main.go](cmd/web/main.go#L12) first'), 'See cmd/web/main.go:12 first');
    assert.is(plainLine('See [main.go](cmd/web/main.go:12) first'), 'See cmd/web/main.go:12 first');
    assert.is(plainLine('See [the docs](https://example.com/a.html)'), 'See the docs');
  });

  it('says which files an unfinished turn has edited', () => {
    const state = analyze([open(turnOf('Port it', edited('a.ts'), edited('b.ts'), ran('make')))]).current_state;
    assert.is(state[0], 'The last turn is unfinished, edited so far: a.ts, b.ts, last step: `make`');
  });
});

describe('a task list', (it) => {
  it('is over when the agent reported the end of its work and the user went on', () => {
    const listed = { tool: 'update_plan', action: 'plan', paths: [], result: 'ok' } as const;
    const todos = [{ text: 'Run the verification', status: 'pending' as const }];
    const turns = [
      turnOf('Port it', listed, edited('a.ts'), 'Implemented in both parts. Verification passed.'),
      open(turnOf('Is that in line with the standard?')),
    ];
    assert.not.ok(analyze(turns, { todos }).next_actions.includes('Run the verification'));
  });

  const listed = { tool: 'update_plan', action: 'plan', paths: [], result: 'ok' } as const;
  const todos = [
    { text: 'Read the loader', status: 'in_progress' as const },
    { text: 'Rewire the selection', status: 'pending' as const },
  ];

  it('is over when the agent edited without ticking off, reported and was asked for something else', () => {
    const report = 'The loader reads the paths now, and the selection carries them. Verified with `npm test`.';
    const [first, second] = [
      turnOf('Port it', listed, edited('a.ts'), report),
      open(turnOf('Collapse both contracts of the panel')),
    ];
    assert.equal(analyze([first, second], { todos }).next_actions, ['Do: Collapse both contracts of the panel']);
    const half = turnOf('Port it', listed, edited('a.ts'), 'The loader is done.\n\nRemaining:\n- Rewire the selection');
    assert.is(analyze([half, second], { todos }).next_actions[2], 'Rewire the selection');
  });

  it('that nobody touches says what was edited since, and the request is the task', () => {
    const turn = open(turnOf('Show text only', listed, edited('a.ts'), edited('b.ts'), edited('c.ts')));
    const found = analyze([turn], { todos });
    assert.is(found.current_task, 'Show text only');
    assert.is(found.next_actions[0], 'Read the loader (in progress; edited since: a.ts, b.ts, c.ts)');
  });
});

describe('a build whose status a pipe hides', (it) => {
  it('failed when it printed an error of the compiler', () => {
    const output = 'Sources/App/Scim.swift:76:13: error: cannot find "Context" in scope';
    const turn = turnOf('Build it', ran('swift build 2>&1 | tail -5', output), 'It failed.');
    assert.ok(analyze([turn]).current_state.some((line) => /^Build: .* failed/.test(line)));
  });
});

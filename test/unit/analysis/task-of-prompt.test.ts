import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import { imperativeOf } from '../../../src/analysis/order-of-prompt.ts';
import { promptKind } from '../../../src/analysis/prompt-kind.ts';
import { promptTurn } from '../../../src/analysis/session-view.ts';
import { taskOf } from '../../../src/analysis/task-of-prompt.ts';
import type { ToolCall, Turn } from '../../../src/core/session.ts';
import { edited, ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const order = (prompt: string) => imperativeOf(promptTurn(prompt));
const found = (...turns: Turn[]) => analyzeSession({ session: sessionOf(turns), changes: [] });

describe('the task of a plan', (it) => {
  const plan = [
    '# Plan: Warm colours for the map',
    '## Context',
    'The map uses grey tiles and thin lines. The goal is a warm map that is easy to read. It is large.',
    '## Changes',
    '1. Edit `tiles.css`',
  ].join('\n\n');
  const told = 'Implement the plan: Warm colours for the map: The goal is a warm map that is easy to read.';

  it('is its title and what it is for, not how things were', () => {
    const handed = turnOf(`Implement the following plan:\n\n${plan}`, edited('tiles.css'));
    const { current_task, session_intent } = found(handed).analysis;
    assert.equal([current_task, session_intent], [told, told]);
    const bare = turnOf(
      `Implement the following plan:\n\n${plan.replace(/The goal is.*read\. /, '')}`,
      edited('a.css'),
    );
    assert.is(found(bare).analysis.current_task, 'Implement the plan: Warm colours for the map');
  });

  it('has the points of what is wanted', () => {
    const text =
      '# Two maps\n\n## Context\n\nThere is one map. The user wants to:\n1. See two maps\n2. Swap them\n\n## Steps\n';
    const { current_task } = found(turnOf(`Implement this plan:\n\n${text}`, edited('a.css'))).analysis;
    assert.is(current_task, 'Implement the plan: Two maps: The user wants to: 1. See two maps 2. Swap them');
  });

  it('takes the place of the question for which it was approved', () => {
    const approved: ToolCall = { tool: 'ExitPlanMode', action: 'plan', paths: [], result: 'ok' };
    const asked = 'The map is hard to read. What is the best way to change this?';
    const turn: Turn = { ...turnOf(asked, 'I look.', approved, edited('tiles.css')), outcome: 'open' };
    const session = sessionOf([turn], { plans: [{ text: plan, approved: true }] });
    assert.is(analyzeSession({ session, changes: [] }).analysis.current_task, told);
  });
});

describe('the task in a prompt', (it) => {
  it('stands behind a role, and under its heading', () => {
    const role = 'You are a gardener of the docs.\nYou look at pages through the eyes of a reader.';
    assert.is(order(`${role}\n\nCompare the page with its outline.`), 'Compare the page with its outline');
    assert.is(
      taskOf('# Context\nThe page is old.\n\n## Task\nRewrite the introduction for new readers.\n\n## Style\nShort.'),
      'Rewrite the introduction for new readers.',
    );
    const pasted = 'Compare the page with it.\n\n## Task\nThe index of the old guide was sorted by hand.';
    assert.is(taskOf(pasted), pasted);
    assert.is(
      order('Independently compare the old pages with the new ones.'),
      'Compare the old pages with the new ones',
    );
  });

  it('is neither the form of the answer, nor a point below the lead, nor what is looked at first', () => {
    assert.is(
      order('Report only pages with dead links. Re-check the pages of the guide that were moved.'),
      'Re-check the pages of the guide that were moved',
    );
    assert.is(
      order('Look for a common cause of the dead links. My answers:\n1. Reject empty names.\n2. Keep the rest.'),
      'Look for a common cause of the dead links',
    );
    assert.is(
      order('Read docs/guide.md. Research the pages then\nCreate a plan with small steps for the index.'),
      'Create a plan with small steps for the index',
    );
  });
});

describe('what is no request', (it) => {
  it('is said to the client, or beside pictures, or on the way', () => {
    assert.is(promptKind('/compact keep the plan'), 'nothing');
    assert.is(promptKind('[Image #1] [Image #2] etc\n[image]'), 'nothing');
    assert.is(promptKind('make it blue [Image #1]\n[image]'), 'goal');
    assert.is(promptKind('btw, when nobody is logged in we show this so what do we do? others ask'), 'question');
  });

  it('is a commit in other languages', () => {
    for (const prompt of ['コミットして。', 'PR化してほしい', '커밋해주세요', '提交代码', 'haz un commit'])
      assert.is(promptKind(prompt), 'housekeeping');
    assert.is(promptKind('コミットの一覧を表示する画面を実装して'), 'goal');
  });
});

describe('the first ask', (it) => {
  it('is a command with its arguments', () => {
    const turns = [
      turnOf('/notes:explore https://example.org/issues/5', ran('ls'), 'Looked.'),
      turnOf('The log is in /tmp/build/run.log', ran('cat /tmp/build/run.log'), 'Read.'),
    ];
    assert.is(found(...turns).analysis.problem, '/notes:explore https://example.org/issues/5');
    assert.is(found(turnOf('/tidy and fix all', 'Done.')).analysis.problem, '/tidy and fix all');
    assert.is(
      found(...turns.slice(1), turnOf('Why does the build stop?', 'A.')).analysis.problem,
      'Why does the build stop?',
    );
  });
});

describe('a chain of requests', (it) => {
  const done = turnOf('Draw the plan of the garden page', edited('plan.md'), 'The plan is drawn.');
  it('begins after what came to its end', () => {
    assert.is(found(done, turnOf('/review-page', ran('ls'), 'Fine.')).analysis.current_task, '/review-page');
    assert.is(
      found(done, turnOf('check more comments now', ran('ls'), 'None.')).analysis.current_task,
      'check more comments now',
    );
    assert.match(
      found(done, turnOf('commit', ran('ls'), 'Ok.')).analysis.current_task,
      /^Draw the plan.* then: commit$/,
    );
  });
});

describe('the headline of work that goes on', (it) => {
  it('is the request, and none of its many commits', () => {
    const commits = [ran("git commit -qm 'parts: first'"), ran("git commit -qm 'parts: second'")];
    const asked = turnOf('Split the garden page into small parts', edited('a.ts'), ...commits, 'Split.');
    assert.is(found(asked).summary, 'Split the garden page into small parts');
  });

  it('is no option that only says to go on', () => {
    const ask = turnOf('Sort the garden tools', edited('a.ts'), 'Which?\n1. Continue on this branch\n2. Throw it away');
    const taken: Turn = { ...turnOf('1', ran('ls')), outcome: 'open' };
    assert.is(found(ask, taken).summary, 'Sort the garden tools');
  });
});

import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import type { Session, ToolCall, Turn } from '../../../src/core/session.ts';
import { edited, ran, read, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const next = (turns: readonly Turn[], more: Partial<Session> = {}) =>
  analyzeSession({ session: sessionOf(turns, more), changes: [] }).analysis.next_actions;
const open = (prompt: string, ...steps: readonly (string | ToolCall)[]): Turn => ({
  ...turnOf(prompt, ...steps),
  outcome: 'open',
});

describe('a running turn whose last words are done', (it) => {
  it('owes a report of what was pushed, and of what failed after it', () => {
    const said = 'The build is green. Now let me complete the merge and push to GitHub:';
    const refused = ran('git checkout main', 'error: Your local changes would be overwritten', 1);
    const calls = [ran("git commit -m 'Merge'"), ran('git push origin topic'), ran('gh pr view 5'), refused];
    assert.equal(next([open('Resolve the conflicts', edited('a.ts'), said, ...calls)]), [
      'Report to the user: `git push origin topic` went well; after it `git checkout main` failed (error: Your local changes would be overwritten)',
    ]);
  });

  it('has each part of the request checked when the list is ticked off', () => {
    const listed: ToolCall = { tool: 'TaskUpdate', action: 'plan', paths: [], result: 'ok' };
    const request = 'Delete the sample file, read the keys from the environment, and rotate the leaked keys';
    const calls = [
      edited('a.ts'),
      listed,
      'I’ll stage the files of this change:',
      ran("git commit -m 'Drop it'"),
      ran('git status'),
    ];
    const todos = [{ text: 'Delete the sample file', status: 'completed' as const }];
    assert.equal(next([open(request, ...calls)], { todos }), [
      `Report to the user: \`git commit -m 'Drop it'\` went well; check that each part is done of: ${request}`,
    ]);
  });

  it('has the script run that was written last', () => {
    const said = 'I’ll go another way. First, let me create a whole script for it:';
    const calls = [said, edited('scripts/encrypt.mjs'), ran('npm list pg')];
    assert.equal(next([open('Encrypt the old rows', ...calls)]), [
      'Run `scripts/encrypt.mjs`, which the agent wrote last, and look at what it says: it has not run yet',
    ]);
    const [then = ''] = next([open('Encrypt the old rows', ...calls, ran('node scripts/encrypt.mjs', 'boom', 1))]);
    assert.not.match(then, /^Run /);
  });
});

describe('a running turn without words', (it) => {
  it('says what a short order stands for, what was done and what was looked at since', () => {
    const before = turnOf(
      'Pin the runtime',
      edited('a.json'),
      'Pinned.\n\nNext steps:\n1. `npm install`\n2. `npm run lint`',
    );
    const probe = ran('node -e "console.log(1)"');
    const turn = open(
      'tyr all again',
      edited('b.json'),
      ran('npm run lint', 'TypeError: circular', 1),
      read('c.js'),
      probe,
    );
    assert.equal(next([before, turn]), [
      'Finish: “tyr all again”, where the agent had listed: `npm install`; `npm run lint` (so far: edited b.json, ran `npm run lint`, which failed)',
    ]);
  });

  it('is about what the user chose when they were asked what to do', () => {
    const question = { tool: 'AskUserQuestion', action: 'question', paths: [], result: 'ok' } as const;
    const turn = open('What would the check cost?', 'It costs little.', question, read('a.ts'));
    const asked = { turn: 1, call: 1 };
    const answer = {
      question: 'Do you want me to plan it, or was that all?',
      answer: 'Plan the check',
      meaning: 'Design it.',
      asked,
    };
    assert.equal(next([turn], { answers: [answer] }), ['Finish: Plan the check — Design it.']);
  });
});

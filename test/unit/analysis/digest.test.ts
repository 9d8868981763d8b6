import * as assert from 'uvu/assert';
import { digestSession } from '../../../src/analysis/digest.ts';
import { edited, ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

describe('the digest for a model', (it) => {
  it('tells requests, actions with their outcome, and the agent’s last words', () => {
    const session = sessionOf(
      [turnOf('Fix it', 'Looking.', edited('a.ts'), ran('npm test', 'boom: error', 1), 'Still red.')],
      {
        todos: [{ text: 'Add tests', status: 'pending' }],
        answers: [{ question: 'Which?', answer: 'Both' }],
        plans: [{ text: '# Plan', approved: true }],
      },
    );
    assert.is(
      digestSession(session).text,
      'Task list:\n- [pending] Add tests\n\nPlan (approved):\n# Plan\n\nQuestion: Which?\nAnswer: Both\n\n## Turn 1\nUser: Fix it\n- Edit a.ts\n- Bash npm test => failed: boom: error\nAgent: Looking.\nAgent, at the end: Still red.',
    );
  });

  it('holds no secret and says how many it took out', () => {
    const secret = `npm_${'aB3dE5fG7h'.repeat(4).slice(0, 36)}`;
    const digest = digestSession(sessionOf([turnOf(`publish with ${secret}`, `Used ${secret}.`)]));
    assert.not(digest.text.includes(secret));
    assert.is(digest.redactions, 2);
  });

  it('is bounded, keeps the newest turns and says what is gone', () => {
    const turns = Array.from({ length: 200 }, (_, at) =>
      turnOf(`Request ${at}: ${'words '.repeat(700)}`, 'Done. '.repeat(800)),
    );
    const { text } = digestSession(sessionOf(turns));
    assert.ok(text.length < 90_000);
    assert.ok(text.includes('Request 199:'));
    assert.match(text, /^\(\d+ older parts left out\)/);
  });
});

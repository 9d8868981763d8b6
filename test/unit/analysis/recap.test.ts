import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import type { Turn } from '../../../src/core/session.ts';
import { edited, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const RECAP =
  "We're rewriting the intro of the game, with a voice that calls the player. Two drafts were shown. Next: choose one of them, then I write the rest.";
const analyze = (...turns: Turn[]) => {
  const { analysis, summary } = analyzeSession({ session: sessionOf(turns), changes: [] });
  return { ...analysis, summary };
};
const written: Turn = { ...turnOf('make it sound less like a robot', edited('intro.js'), 'Two drafts.'), recap: RECAP };

describe('a recap that the client wrote', (it) => {
  it('names the work and says what is next', () => {
    const found = analyze(written);
    assert.is(found.summary, 'Rewriting the intro of the game');
    assert.is(found.next_actions[0], 'Choose one of them, then I write the rest.');
    assert.ok(found.current_state.some((line) => /^Recap: We're rewriting .* Two drafts were shown\.$/.test(line)));
  });

  it('says nothing of a state that a later request has left behind', () => {
    const found = analyze(written, { ...turnOf('give the first level a minute'), outcome: 'open' });
    assert.equal(found.next_actions, ['Do: give the first level a minute']);
    assert.not.ok(found.current_state.some((line) => line.startsWith('Recap')));
  });

  it('says nothing any more when the talk went on', () => {
    const found = analyze(written, ...['one', 'two', 'three'].map((word) => turnOf(`Add level ${word}`, 'Added.')));
    assert.not.ok(found.current_state.some((line) => line.startsWith('Recap')));
  });
});

import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import type { Turn } from '../../../src/core/session.ts';
import { edited, read, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const decided = (...turns: readonly Turn[]) =>
  analyzeSession({ session: sessionOf(turns), changes: [] }).analysis.decisions;

describe('what the agent chose on the way', (it) => {
  const choice = 'I need to use `lamp::dim` instead of a timer, which also fits the old lamps:';

  it('is a decision where an edit follows', () => {
    const told = ['Use `lamp::dim` instead of a timer, which also fits the old lamps'];
    assert.equal(decided(turnOf('Dim the lamps', choice, read('lamp.rs'), edited('lamp.rs'), 'Done.')), told);
    assert.equal(decided(turnOf('Dim the lamps', choice, read('lamp.rs'), 'Not yet.')), []);
  });

  it('is none without a reason', () => {
    assert.equal(decided(turnOf('Dim the lamps', "I'll use `lamp::dim` for it.", edited('lamp.rs'))), []);
  });

  it('is the fix that it lists and makes', () => {
    const fix = 'So the lamps are off. The fix is:\n1. The hall lamp should start lit\n2. The door should wait for it';
    assert.equal(decided(turnOf('Why is it dark?', fix, edited('lamp.rs'))), [
      'Fix: The hall lamp should start lit',
      'Fix: The door should wait for it',
    ]);
    assert.equal(decided(turnOf('Why is it dark?', fix)), []);
  });

  it('is what it refuses to do, with the condition', () => {
    const refusal = 'Given the storm, I’m not going to open the roof without a second look.';
    assert.equal(decided(turnOf('Air the hall', refusal)), [refusal]);
  });

  it('is no entry of a list that the user may take from', () => {
    const ways =
      'Your options:\n1. If it rains:\nUse the hall, not the yard, because of the noise.\n2. Wait a day\nWhich?';
    assert.equal(decided(turnOf('Where do we play?', ways)), []);
  });
});

describe('a choice of the user', (it) => {
  it('is told with what the agent, who agrees, makes of it', () => {
    const prompt = 'i think we can remove the timer from the lamp and use the sensors';
    const answer = 'I agree with that direction. The lamp keeps no time of its own and asks the sensors.';
    assert.equal(decided(turnOf('Dim the lamps', 'Ok.'), turnOf(prompt, answer, edited('lamp.rs'))), [
      `${prompt} (agent: The lamp keeps no time of its own and asks the sensors)`,
    ]);
    const best = 'seems like the best way is to use the sensors.';
    assert.equal(decided(turnOf('Dim the lamps', 'Ok.'), turnOf(best, 'Done.')), [best]);
  });

  it('in a few words is told as the agent took it up', () => {
    const answer = 'Got it — a plain lamp that follows the sun instead of a timer or a sensor.';
    const turned = turnOf('Preferably wihtout timer', answer, edited('lamp.rs'));
    assert.equal(decided(turnOf('Dim the lamps', 'Ok.'), turned), [
      'a plain lamp that follows the sun instead of a timer or a sensor (user: “Preferably wihtout timer”)',
    ]);
  });

  it('by a number is what the agent understood, where that is something else than the option', () => {
    const ways =
      'The simplest way would be to:\n1. Return the time from the sensor box\n2. Add a clock to the lamp\nDo you want me to keep the time in the lamp, or a clock?';
    const turned = turnOf('1 looks fine', 'Agreed — keeping the hours in the lamp is the quick way for now.');
    const [text = ''] = decided(turnOf('Show the time', ways), turned);
    assert.match(text, /agreed: keeping the hours in the lamp is the quick way for now$/);
  });

  it('is not what a session begins with, nor an entry of a list of what is to be done', () => {
    const first = 'The timer does not work. Can we dim it by the sensors, since they work already?';
    assert.equal(decided(turnOf(first, read('lamp.rs'), 'Let me look.')), []);
    const list =
      'Pending todos (2):\n\n| # | Title | Age |\n|---|---|---|\n| 1 | Dim the hall | 2d |\n| 2 | Light the door | 1d |\n\nReply with a number to see one.';
    assert.equal(decided(turnOf('/todos', list), turnOf('2', read('door.md'), 'The door is dark.')), []);
  });
});

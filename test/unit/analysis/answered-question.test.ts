import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import { questionAnswered } from '../../../src/analysis/answered-question.ts';
import { isRemark } from '../../../src/analysis/remarks.ts';
import { sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const CLOSING = [
  'I can write the proposal once you confirm the budget, whether the database is shared by all shops, and the date.',
  'Do the shops have a release day of their own? Who deploys them?',
  'If it is the platform group, one pipeline is enough.',
].join('\n');

describe('the question that a reply answers', (it) => {
  it('shares a word with it, wherever it stands', () => {
    assert.is(questionAnswered(CLOSING, 'they share one database'), 'whether the database is shared by all shops');
    assert.is(questionAnswered(CLOSING, 'release on Mondays'), 'Do the shops have a release day of their own?');
    assert.is(questionAnswered(CLOSING, 'the platform group for now'), 'Who deploys them?');
  });

  it('is the last one for yes and no', () => {
    assert.is(questionAnswered('Shall I split it?', 'yes, in two'), 'Shall I split it?');
    assert.is(questionAnswered('Shall I split it?', 'nope'), 'Shall I split it?');
  });

  it('is none where nothing shows it, or where the reply asks', () => {
    assert.is(questionAnswered('Commit it, or look first?', 'the text is also too pale'), '');
    assert.is(questionAnswered('Shall I move the board?', 'im just wondering if the board is too big'), '');
    assert.is(questionAnswered('Which board shall I move?', 'why the board?'), '');
  });
});

describe('replies that settle nothing', (it) => {
  const decided = (closing: string, reply: string) =>
    analyzeSession({ session: sessionOf([turnOf('Draw it', closing), turnOf(reply, 'Ok.')]), changes: [] }).analysis
      .decisions;

  it('say how something looks, or ask for another round', () => {
    for (const words of [
      'ew i hate all of those',
      'the letters are kinda weird and too small',
      'it looks pretty white',
      'the second title is closer..give me multiple options like it',
      'that is not really what i wanted for the title',
    ]) {
      assert.ok(isRemark(words), words);
      assert.equal(decided('Which title and letters do you like, white or gold?', words), [], words);
    }
    assert.not(isRemark('it is too dark, use the light theme instead'));
  });

  it('are agreed to where the agent only asks what something means', () => {
    const closing = 'Two problems:\n1. "run again to finish" is vague: what does "finish" mean?\n2. Is `HOME` set?';
    assert.equal(decided(closing, 'do it'), []);
  });

  it('are not those that say an offered text again', () => {
    assert.equal(decided('Shall I write “Rescue the lighthouse keeper” or keep it?', 'Rescue the lighthouse keeper'), [
      'Shall I write “Rescue the lighthouse keeper” or keep it? → Rescue the lighthouse keeper',
    ]);
  });
});

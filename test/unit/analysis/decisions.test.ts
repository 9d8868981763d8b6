import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import { findChoice } from '../../../src/analysis/options.ts';
import type { Answer, ToolCall, Turn } from '../../../src/core/session.ts';
import { edited, ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const analyze = (...turns: readonly Turn[]) => analyzeSession({ session: sessionOf(turns), changes: [] }).analysis;

/** Decisions in force. */
const decided = (...turns: readonly Turn[]) => {
  const { decisions, evidence } = analyze(...turns);
  return decisions.filter((_, at) => evidence?.[`decisions.${at}`]?.superseded !== true);
};
const said = (...prompts: readonly string[]) => decided(...prompts.map((prompt) => turnOf(prompt, 'Ok.')));

describe('answers to questions', (it) => {
  const asking: ToolCall = { tool: 'AskUserQuestion', action: 'question', paths: [], result: 'ok' };
  const after = (answer: Partial<Answer>, ...steps: readonly (string | ToolCall)[]) => {
    const one = { question: 'Where does the map go?', header: 'Map', ...answer, asked: { turn: 1, call: 1 } };
    const session = sessionOf([turnOf('Draw a map', asking, ...steps)], { answers: [one] });
    const { decisions, evidence } = analyzeSession({ session, changes: [] }).analysis;
    return decisions.filter((_, at) => evidence?.[`decisions.${at}`]?.superseded !== true);
  };

  it('that ask back settle nothing, but what the agent says to them does', () => {
    const answer = 'why two places? is one not enough? I would keep it simple';
    assert.equal(after({ answer }, 'Right, no reason. One place, the hall, for both maps. Let me draw it.'), [
      'Where does the map go? → agent: One place, the hall, for both maps.',
    ]);
    assert.equal(after({ answer }), []);
  });

  it('in words of their own give way to what the agent made of them', () => {
    const told = 'Redrawn. What changed from your answer:\n\n- The map hangs in the hall, for good.\n- Added a note.';
    assert.equal(after({ answer: 'somewhere near the door' }, told), ['The map hangs in the hall, for good.']);
    assert.equal(after({ answer: 'The door', meaning: 'Seen first' }, told), [
      'Map → The door — Seen first',
      'The map hangs in the hall, for good.',
    ]);
  });

  it('about an act of git are over when it was the first thing done', () => {
    const answer = { question: 'Which branches shall I delete?', answer: 'The old ones' };
    assert.equal(after(answer, ran('git branch --merged'), ran('cd /work/app\ngit branch -D old')), []);
    assert.is(after(answer, edited('map.md'), ran('git branch -D old')).length, 1);
    assert.is(after({ answer: 'The hall' }, ran('git commit -m map')).length, 1);
  });
});

describe('no decision', (it) => {
  it('is what was pasted back, what stands behind a command, or what did not work', () => {
    const points = 'Next:\n1. Review the legend of the map\n2. Add a scale to the map\nShall I?';
    const pasted = turnOf('1. Review the legend of the map\n2. Add a scale to the map', 'Done.');
    assert.equal(decided(turnOf('Draw a map', points), pasted), []);
    assert.equal(said('Draw a map', '/draw go with next phase'), []);
    assert.equal(said('Draw a map', 'i tried it and its still printing the old map instead of the new one'), []);
  });

  it('is an entry of a form that takes none of its options', () => {
    const answers = [{ question: 'Where does the map go?', header: 'Map', answer: 'None of the above' }];
    const session = sessionOf([turnOf('Draw a map', 'Ok.')], { answers });
    assert.equal(analyzeSession({ session, changes: [] }).analysis.decisions, []);
  });
});

describe('options taken before', (it) => {
  const ways = 'How shall it be sent?\n1. **By a hook** on each change\n2. **By cron** at night\nWhich one?';

  it('are told alone where the words above them name nothing, and by their own heading', () => {
    const few = 'It is slow.\n\nA few solutions:\n1. Draw fewer tiles\n2. Print at night\nWhich one would you like?';
    assert.equal(decided(turnOf('Print', few), turnOf('option 2', 'Ok.')), ['Chosen: Print at night (2)']);
    const steps =
      '### Option 1: Wash the lens\nTo see it again:\n1. Open the box\n2. Take the lens out\n\n###Option 2: Buy a lens\n\nWhich one would you prefer?';
    assert.equal(
      findChoice(steps)?.options.map(({ title }) => title),
      ['Wash the lens', 'Buy a lens'],
    );
  });

  it('give way to another way that the user proposes when they did not work', () => {
    const turns = [turnOf('Send it', ways), turnOf('1', edited('hook.ts'), 'Sent by a hook. Try it.')];
    const other = 'Still does not work. Maybe we should send it by hand and leave out the hook.?';
    assert.equal(decided(...turns, turnOf(other, edited('hand.ts'), 'Done.')), [
      'Maybe we should send it by hand and leave out the hook',
    ]);
    assert.is(decided(...turns, turnOf('It works. Maybe we should tell them.', 'Ok.')).length, 1);
  });

  it('give way to another one that is wished for later', () => {
    const turns = [turnOf('Send it', ways), turnOf('1', 'Ok.'), turnOf('I want it by cron.', 'Ok.')];
    assert.equal(decided(...turns), ['I want it by cron.']);
    assert.is(decided(turns[0] as Turn, turns[1] as Turn, turnOf('Test the cron table', 'Ok.')).length, 1);
  });

  it('are no decisions where the list is of what to do next, or says to go on', () => {
    for (const heading of ['次のステップ', 'Next steps'])
      assert.equal(
        decided(turnOf('Go', `${heading}:\n1. Open the gate\n2. Close it\nWhich one?`), turnOf('1', 'Ok.')),
        [],
      );
    const how = 'How do you want to go on, which one?\n1. Continue\n2. Throw it away';
    assert.equal(decided(turnOf('Go', how), turnOf('1', edited('a.md'), 'Ok.')), []);
  });
});

describe('choices of the user', (it) => {
  it('close something, put it off, or follow from something', () => {
    for (const words of [
      '"scale: full" is settled already, don\'t look into scales anymore.',
      "Let's focus the rest of the session in the legend of the map.",
      'If the old map has a legend, then we should use a legend.',
      "Don't print the big one for now.",
      '地図はSVGで作る想定',
      '印刷はしない。',
    ])
      assert.equal(said('Draw a map', words), [words], words);
  });

  it('give way to the same thing with another number', () => {
    const later = 'If the old boat is on oak 17, then we should use oak 17.';
    assert.equal(said('Build a boat', 'Oak 21 seems sensible.', later), [later]);
    assert.is(said('Build a boat', 'Step 1 is fine.', 'Step 2 is fine, too.').length, 2);
  });

  it('stand in answers to numbered points, too', () => {
    const words = [
      '1. If the old map has a legend, then we should use a legend. Does the draft have what that one has, or what? I would like a good draft before anything is drawn.',
      "2. Leave a note in the hall, wherever that is. Don't print the big one for now.",
      '3. I do not understand.',
    ].join('\n');
    assert.equal(said('Draw a map', words), [
      'If the old map has a legend, then we should use a legend.',
      "Don't print the big one for now.",
    ]);
  });

  it('are not the task, an order to go on, or a fragment', () => {
    for (const words of [
      'Read the manual and update the notes, so that we can be sure we will use the right names.',
      'and I think we should make it more visible.',
      "lets leave a summary of what we're building",
    ])
      assert.equal(said('Draw a map', words), [], words);
    const asked = turnOf('Add a menu', 'Done. Want me to add links to the site as well?');
    assert.equal(decided(asked, turnOf("No, let's expand the checks of the printer", 'Done.')), []);
  });

  it('are no remarks on how things stand', () => {
    for (const words of [
      'ahh ok looks like i dont need the key to open the gate',
      '- No further work needed unless somebody wants the second map too.',
      'switch to the third island branch',
    ])
      assert.equal(said('Draw a map', words), [], words);
    const steps = turnOf('Draw a map', 'Drawn.\n\nNext steps\n1) Tell me to print the map.\n2) Hang it up.');
    assert.equal(decided(steps, turnOf('Please print it', 'Ok.')), []);
    assert.equal(decided(steps, turnOf('1', 'Ok.')), []);
  });

  it('refuse something, put something right, or wish it otherwise', () => {
    for (const words of [
      'the path should not be in the bar but instead below it',
      "we're not calling it the quest for gold",
      'i dont want the island to be round though',
      'but i want the bar to be as wide as the page',
      'the stop event is not correct, that is the end of a turn',
    ])
      assert.equal(said('Draw a map', words), [words], words);
  });

  it('are told by their clause in a long sentence', () => {
    const story =
      'i went through the whole tour again yesterday evening and it was fine from the start to the very end..';
    assert.equal(said('Draw a map', `${story}we dont need to say how many questions there are..thats all for now`), [
      'we dont need to say how many questions there are',
    ]);
  });

  it('give way to a new value, in the words of the old one', () => {
    assert.equal(said('for the first round change the timer to 90 seconds instead of 40', 'change it to just 60'), [
      'for the first round change the timer to just 60',
    ]);
  });

  it('give way to the same said again, and to a quotation that is to be changed', () => {
    const asked = turnOf('Draw a map', 'Which island do you see: calm water, a harbour?');
    const [first, again] = [
      'calm island with a harbour and palm trees at the shore',
      'oh wait, calm island with palm trees, a harbour and a fort',
    ];
    assert.equal(decided(asked, turnOf(first, ran('draw')), turnOf(again, 'Ok.')), [again]);
    const offer = turnOf('Name it', 'Shall I write “Rescue the lighthouse keeper” or keep it?');
    const taken = turnOf('Rescue the lighthouse keeper', 'Done.');
    assert.is(decided(offer, taken).length, 1);
    assert.equal(decided(offer, taken, turnOf('should we change RESCUE THE LIGHTHOUSE KEEPER', 'Maybe.')), []);
  });
});

describe('decisions of a plan', (it) => {
  const LISTED =
    '# Two passes\n\n## Design Decisions (from user)\n\n- **Format**: Markdown, not JSON\n- **Order**: errors first\n\n## Steps\n\n1. Write the parser\n2. Add tests';

  it('are what it lists as such', () => {
    assert.equal(decided(turnOf(`Implement the following plan:\n\n${LISTED}`, 'Ok.')), [
      'Format: Markdown, not JSON',
      'Order: errors first',
    ]);
  });

  it('are over where the user refuses what the plan is about', () => {
    const plan = 'Implement the following plan:\n\n# Address in the SiteHeader\n\nShow it there.';
    assert.equal(decided(turnOf(plan, 'Done.'), turnOf('it should not be in the header but instead below', 'Moved.')), [
      'it should not be in the header but instead below (overturns the plan: Address in the SiteHeader)',
    ]);
    assert.equal(decided(turnOf(plan, 'Done.'), turnOf('the text should not be red but instead green', 'Ok.')), [
      'Approved plan: Address in the SiteHeader',
      'the text should not be red but instead green',
    ]);
  });
});

describe('two approved plans', (it) => {
  const planned = (title: string) => turnOf('Plan it', `<proposed_plan>\n# ${title}\n\nDo it.\n</proposed_plan>`);

  it('are told by the later one', () => {
    const first = [planned('Keep the old lamp'), turnOf('Implement this plan', edited('lamp.ts'), 'Done.')];
    assert.equal(decided(...first), ['Approved plan: Keep the old lamp']);
    assert.equal(decided(...first, planned('Buy a new lamp'), turnOf('Implement that plan', edited('lamp.ts'))), [
      'Approved plan: Buy a new lamp',
    ]);
  });
});

describe('what the user took', (it) => {
  it('is a result that the agent named', () => {
    const result = turnOf('Draw it', "Rendered. That's the island: calm water, palm trees and a harbour. Go on?");
    assert.equal(decided(result, turnOf('yes this is good.', 'Great.')), [
      'Approved: the island: calm water, palm trees and a harbour.',
    ]);
    assert.equal(decided(turnOf('Draw it', 'Rendered. Go on?'), turnOf('yes this is good.', 'Great.')), []);
  });

  it('is what the agent recommended, once it is accepted or gone on with', () => {
    const advice = turnOf(
      'Where do we keep the scores?',
      'My recommendation: **Quartz Store through the hosting plan**.',
    );
    const text = 'Quartz Store through the hosting plan (recommended by the agent, and taken)';
    assert.equal(decided(advice), []);
    assert.equal(decided(advice, turnOf('do it', 'Ok.')), [text]);
    assert.equal(decided(advice, turnOf('log in to the host', 'Done.')), []);
    assert.equal(decided(advice, turnOf('log in to the host', ran('host install quartz'), 'Done.')), [text]);
  });

  it('is the part of a proposal that it names', () => {
    const phases = turnOf(
      'What now?',
      '**Phase 0 (now): no window, only the API**\n- a\n\n**Phase 1: a window**\n\nWho will use it?',
    );
    assert.equal(decided(phases, turnOf('okay lets go on with phase 0', 'Ok.')), [
      'Phase 0 (now): no window, only the API',
    ]);
    assert.equal(decided(phases, turnOf('is phase 0 done?', 'Yes.')), []);
    assert.equal(decided(phases, turnOf('skip phase 1', 'Ok.')), ['skip phase 1']);
  });

  it('is named by the words before the list, not by a question above another one', () => {
    const closing = 'Do I need the manual?\n- Better so.\n\nIf you want, I can:\n1) Update the plan\n2) Begin';
    assert.is(findChoice(closing)?.topic, 'If you want, I can');
    assert.equal(decided(turnOf('Go', closing), turnOf('1', 'Ok.')), ['If you want, I can: Update the plan (1)']);
    assert.equal(decided(turnOf('Go', 'Want me to:\n1. Retry the build\n2. Stop'), turnOf('1', 'Ok.')), []);
  });
});

describe('what the user accepts, refuses and puts off', (it) => {
  for (const words of [
    'OK for config/parts.json',
    'I like the proposed wiring.',
    'The updates would be separate.',
    'The reflection is fine.',
    'Only one proposal for the 3 steps',
    'defer 6.6',
    'You can skip the README update.',
    "Let's focus on 17 for now.",
  ])
    it(`keeps ${JSON.stringify(words)}`, () => assert.equal(said('Draw a map of the rooms', words), [words]));

  it('is told with what the agent confirms', () => {
    const turn = turnOf('OK for config/parts.json', 'Decision recorded. The names stay in one list of their own.');
    assert.equal(decided(turnOf('Draw a map', 'Drawn.'), turn), [
      'OK for config/parts.json (agent: The names stay in one list of their own)',
    ]);
  });

  it('is what stands before a question, and no question', () => {
    assert.equal(said('Draw a map', "I don't like the text parsing, isn't there a better way to read it?"), [
      "I don't like the text parsing",
    ]);
    const options = turnOf('Go on', 'The order:\n1. Name the outputs\n2. The tag leak of the web page\nWhich one?');
    assert.equal(decided(options, turnOf('What is the tag leak?', 'A leak.')), []);
  });

  it('gives way to what the user finds better later', () => {
    const prompts = [
      "I'm okay with doing it by tags. I just want to tag something for the team memory.",
      'If I have team lists, I can just add something to the list for that memory.',
    ];
    assert.equal(said('Plan the team memory', ...prompts), [prompts[1]]);
    assert.equal(said('Pick a version', 'Java 21 seems sensible.', "Let's worry about 21 later on."), [
      "Let's worry about 21 later on.",
    ]);
  });

  it('is told with the name of what was asked and what the option means', () => {
    const skipped = {
      question: 'The lamp has no bulb. What shall we do with it?',
      header: 'Lamp',
      answer: 'Skip it (Recommended)',
      meaning: 'Leave the lamp in the box — it gets its bulb next year',
    };
    const own = { question: 'What kind of paint shall it be?', header: 'Colour', answer: 'Red, but not on the door' };
    const of = (answers: readonly Answer[]) =>
      analyzeSession({ session: sessionOf([turnOf('Furnish the house', 'Ok.')], { answers }), changes: [] }).analysis
        .decisions;
    assert.equal(of([skipped]), ['Lamp → Skip it — Leave the lamp in the box']);
    assert.equal(of([own]), ['Colour: What kind of paint shall it be? → Red, but not on the door']);
  });

  it('is no answer that tells what the user had believed', () => {
    const answers = [
      { question: 'How should I set up the remote?', answer: 'I thought it was set up when I enabled it' },
      { question: 'Which parts shall be written?', answer: 'Implement this specific write tool first' },
    ];
    const of = (prompt: string) => {
      const turns = [turnOf('Build the server', 'Built.'), turnOf(prompt, 'Ok.')];
      const { decisions, evidence } = analyzeSession({ session: sessionOf(turns, { answers }), changes: [] }).analysis;
      return decisions.filter((_, at) => evidence?.[`decisions.${at}`]?.superseded !== true);
    };
    assert.equal(of('go on'), ['Which parts shall be written? → Implement this specific write tool first']);
    assert.equal(of('I asked for FULL read and write.'), ['I asked for FULL read and write.']);
  });
});

describe('a short answer with a pronoun', (it) => {
  it('is told with what the agent had asked about', () => {
    const closing =
      'Both read the tiles.\n\n**Where to put `drawGuard()`:**\n\nEither in `readTile` or in `writeTile`. I would put it in `writeTile`.\n\nWhat do you prefer?';
    assert.equal(decided(turnOf('Where does it go?', closing), turnOf('put it in writeTile', 'Ok.')), [
      'Where to put `drawGuard()` → put it in writeTile',
    ]);
    const without = closing.replace(/\*\*.*\*\*/, '');
    assert.equal(decided(turnOf('Where does it go?', without), turnOf('put it in writeTile', 'Ok.')), [
      'put it in writeTile',
    ]);
  });
});

describe('an answer in the words of the user', (it) => {
  const asked = 'Which tiles shall be drawn at first, those of the sea or all of them?';

  it('is told with the question', () => {
    assert.equal(decided(turnOf('Draw a map', asked), turnOf('Water, rivers too', 'Ok.')), [
      `${asked} → Water, rivers too`,
    ]);
    const many = 'I want the rivers and lakes kept in one layer of their own';
    assert.equal(decided(turnOf('Draw a map', asked), turnOf(many, 'Ok.')), [`${asked} → ${many}`]);
  });

  it('is none when it tells how something went, or when nothing was asked at the end', () => {
    assert.equal(decided(turnOf('Draw a map', asked), turnOf('the last one is still empty', 'Ok.')), []);
    assert.equal(decided(turnOf('Draw a map', `${asked} I begin now.`), turnOf('Water, rivers too', 'Ok.')), []);
  });

  it('to one question among others that were put before is told with that one', () => {
    const closing = 'Understood.\n\nQuestion 2:\n\nPaper: How thick should it be by default? (e.g. 1mm or 2mm)';
    assert.equal(decided(turnOf('Draw a map', closing), turnOf('2mm', 'Ok.')), [
      'Paper: How thick should it be by default? → 2mm',
    ]);
    const open = `Which type of map interests you most?`;
    assert.equal(decided(turnOf('Draw', open), turnOf('The printer has a tray built into it', 'Great! It has.')), []);
  });

  it('is told once where it was said again before anything was done', () => {
    const turns = [
      turnOf('Draw a map', asked),
      turnOf('those of the sea'),
      turnOf('those of the sea. And mark the port.'),
    ];
    assert.equal(decided(...turns), [`${asked} → those of the sea. And mark the port.`]);
  });

  it('that is long is told by what the agent understood', () => {
    const closing = 'Where should the finished maps be kept, in the hall or in the cellar? What do you prefer and why?';
    const reply =
      'hmm. It depends on who looks at them, I would say, and how often that is. If it is only us, any place that stays dry will do. Others would need the key to the house, and I do not expect that. So the cellar for now, and the frames can stay with us upstairs.';
    const heard = 'Got it: maps in the cellar, frames stay upstairs. Next question.';
    assert.equal(decided(turnOf('Draw a map', closing), turnOf(reply, heard)), [
      'Where should the finished maps be kept, in the hall or in the cellar? → It depends on who looks at them, I would say, and how often that is. (agent: maps in the cellar, frames stay upstairs)',
    ]);
  });

  it('is none when it is about the talk, takes nothing, or leaves it open', () => {
    for (const words of [
      "Thanks. Let's go through them one at a time, please",
      'one question at a time plz',
      "let's stick with question 1 until we're done",
      'None of the above',
      'yes, and there are no other rivers',
      "I'm not sure about the rivers",
      'Quelles sont tes suggestions pour les rivers',
      'the rivers are fine but the tiles don’t show up on another page',
    ])
      assert.equal(decided(turnOf('Draw a map', asked), turnOf(words, 'Ok.')), [], words);
  });

  it('gives way to what was picked after all', () => {
    const first = turnOf(
      'The exact colour of the rivers is out of scope',
      'If the exact colour of the rivers is out of scope, what should the legend say?',
    );
    const turns = [turnOf('Draw a map', 'Which exact colour shall the rivers have?'), first];
    assert.equal(decided(...turns).length, 1);
    assert.equal(decided(...turns, turnOf("Let's do deep blue", 'Ok.')), [
      "If the exact colour of the rivers is out of scope, what should the legend say? → Let's do deep blue",
    ]);
  });

  it('says what shall not be', () => {
    for (const words of [
      "We don't need rivers here.",
      "i don't think we need a legend, one colour is enough",
      "We shouldn't draw the map if there is one.",
    ])
      assert.equal(said('Draw a map', words), [words], words);
  });
});

describe('decisions that the agent lists', (it) => {
  it('stand below what it builds on and what it confirms', () => {
    const list = '- One collection for each domain\n- A single writer, no second job';
    const points = ['One collection for each domain', 'A single writer, no second job'];
    for (const heading of [
      "**Decisions I'm building on (flagging the assumptions):**",
      "Confirmed. Here's what that means before I touch anything:",
      '## Explicitly not worth doing',
    ])
      assert.equal(decided(turnOf('Go on', `${heading}\n\n${list}`)), points, heading);
  });

  it('stand below what it flags, and not below what is still to decide', () => {
    const report = (heading: string) =>
      `Done.\n\n${heading}\n- **The guard lives in the writer.** Readers may go round it.\n`;
    for (const heading of ['**Decisions worth flagging:**', '### Judgment calls I made', 'Trade-offs I accepted:'])
      assert.equal(decided(turnOf('Add a guard', report(heading))), [
        'The guard lives in the writer. Readers may go round it.',
      ]);
    assert.equal(decided(turnOf('Add a guard', report('**Decisions to make:**'))), []);
  });

  it('are not of the session that only shows them', () => {
    const shown = '**Key decisions:**\n- One collection for each domain\n- A single writer, no second job';
    assert.equal(decided(turnOf('/project:progress', shown)), []);
    assert.equal(decided(turnOf('/project:build', edited('store.ts'), shown)).length, 2);
  });

  it('say on which side of a review the agent is, with what follows from it', () => {
    const said = 'I agree with the review. The guard should only run when a tile is drawn.';
    assert.equal(decided(turnOf('What do you think of the review?', `**My assessment:** ${said}`)), [`Agent: ${said}`]);
    const asked = 'I disagree with the comment. Should we keep the guard?';
    assert.equal(decided(turnOf('What do you think of the review?', asked)), []);
  });

  it('are told with the points that a reply answers by number', () => {
    const asked =
      'I need two answers:\n\n1. **Writing (C1):** the skill or the drafter writes it?\n2. **Drift (C3):** remove it, or a separate agent?';
    assert.equal(decided(turnOf('Go on', asked), turnOf('1, the skill works, 2, the separate agent, right?', 'Ok.')), [
      'Writing (C1): the skill or the drafter writes it? → the skill works',
      'Drift (C3): remove it, or a separate agent? → the separate agent, right?',
    ]);
  });

  it('are no headings of a plan without what stands below them', () => {
    const plans = [
      { text: '# Details panel\n\n- Add a read model in this layer:\n  - one\n- Show it', approved: true },
    ];
    const { decisions } = analyzeSession({
      session: sessionOf([turnOf('Go', 'Ok.')], { plans }),
      changes: [],
    }).analysis;
    assert.equal(decisions, ['Approved plan: Details panel: Show it']);
  });
});

describe('a decision that the user takes back by its name', (it) => {
  it('is superseded', () => {
    const asked = turnOf('Wire the door', 'Which lock?\n\n1. Add `door-lock-key` as a setting\n2. None\n\nWhich one?');
    assert.is(decided(asked, turnOf('1', 'Added.')).length, 1);
    assert.equal(decided(asked, turnOf('1', 'Added.'), turnOf('please drop the `door-lock-key` setting', 'Dropped.')), [
      'please drop the `door-lock-key` setting',
    ]);
  });
});

import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import type { Turn } from '../../../src/core/session.ts';
import { sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const rulesOf = (...prompts: string[]) =>
  analyzeSession({ session: sessionOf(prompts.map((prompt) => turnOf(prompt, 'Ok.'))), changes: [] }).analysis
    .user_rules;

describe('rules of the user', (it) => {
  const kept = [
    'After each driver is added, update the notes, and commit the changes as you go.',
    'Take your own approach, those that need a paid license we must omit.',
    'all names in the samples must be made up',
    'it shouldnt sound so machine made',
    'i think it is the long winding sentences i dont like',
    'i dont want it to sound like an advert',
    'The file should be untracked.',
    'the table of names must stay as it is',
    'We are using the copper wires.',
    'Draw the wires, and follow @WIRING.md exactly.',
    'you dont have access to the fuse box here',
    "We don't use tape on wires.",
    'Только файл с планом: понижать версии библиотек нельзя!',
    '"mode: dim" is settled, don’t look into modes anymore.',
    'Be extremely concise.',
    'entireは残して。',
    'Необходимо сделать только описание задачи!',
    'use brew as the package manager',
    'Use copper to manage dependencies and the boards',
    'As you build the lamps, weigh which tests are worth adding, and add them',
    'Commit changes as each lamp is hung and the tests pass.',
    'from this workshop not from the shed',
    'I suspect you are not adding tests for the new lamps',
  ];
  it('keeps what the body of a command forbids, until the next prompt', () => {
    const body = '## Limits\n\n**STRICTLY READ-ONLY**: Do **not** modify any wires. Draw a plan of them.';
    const rule = 'STRICTLY READ-ONLY: Do not modify any wires.';
    assert.equal(rulesOf(body), [rule]);
    assert.equal(rulesOf(body, 'Hang the lamps'), []);
  });
  it('keeps a rule once, and none that is only behind a command', () => {
    assert.equal(
      rulesOf(
        'Do not touch files or run checks of the project.',
        'Be concise.',
        'Do not touch files or run commands of the project. Please be very concise.',
      ),
      ['Do not touch files or run commands of the project.', 'Please be very concise.'],
    );
    assert.equal(rulesOf('/wires and or run other checks to make sure we have the strongest wires'), []);
    assert.equal(rulesOf('/wires never cut the red one'), ['never cut the red one']);
  });
  it('keeps those that the user lists', () => {
    const words =
      'The lamps can hang here.\n\noh, since I’ll be away, I want:\n\n- Use copper to manage dependencies\n\n- A lamp.';
    assert.equal(rulesOf(words), ['Use copper to manage dependencies']);
  });
  for (const rule of kept) it(`keeps ${JSON.stringify(rule)}`, () => assert.equal(rulesOf(rule), [rule]));

  const others = [
    'figure out how to hang the lamps so we don’t run into this again',
    'By default, dim the lamp every time we pass the door.',
    'In the future we’d want to add more lamps, but let’s not worry about that for now.',
    'Add a small delay between the lamps, so that they don’t run at full power.',
    'Keep the frame, but have the text change color:',
    'use red for the wires of the door',
    'the dialog is always too dark and the button is never shown',
    'that shouldnt happen when the level ends',
    'i dont like the new layout',
    'ew i dont like any of those',
    'it must have been the cache of the browser',
    'write a test for each function of the parser',
    'commit this change only',
    'should the file be untracked?',
    'the bar should be below the page',
    'We are using it wrong, I guess.',
    'you dont have access to the fuse box, why?',
    'the cache should stay unchanged but every start rewrites it',
    '2 does seem fine, though I feel like we should change it in future.',
    'You draw the tiles each time anew and never uses the ones in the store.',
    'Now I get these\n\n/home/me/game/src/tiles.ts\n  12:4  error  Never use this here  no-loops\n  40:2  error  Do not use it  no-loops',
  ];
  for (const other of others) it(`takes ${JSON.stringify(other)} for none`, () => assert.equal(rulesOf(other), []));

  it('are told without the story around them', () => {
    const story =
      'the opening is fine but slow..it should be like a storm and then you wake up..dont add it yet..we talk first';
    assert.equal(rulesOf(story), ['dont add it yet']);
  });

  it('are found in a long first prompt of one paragraph', () => {
    const order =
      'create a new repository for the tool in my account and copy everything that is needed into it, so that ';
    const prompt = `${order.repeat(5)}others can use it. as always never publish private data, the samples in the readme should be generic and also be sure to add the license`;
    assert.equal(rulesOf(prompt), [
      'as always never publish private data, the samples in the readme should be generic',
    ]);
  });

  it('are the clauses from the one that says so, in a long sentence', () => {
    const lead =
      'У нас есть приложение для телефона и в нём нужна поддержка нескольких учётных записей, как это есть у других программ такого рода (посмотри как), ';
    assert.equal(rulesOf(`${lead}сделать необходимо только описание!`), ['сделать необходимо только описание!']);
  });

  it('about what is just talked about are over after some turns', () => {
    const later = Array.from({ length: 9 }, (_, at) => `change the colour of lamp ${at}`);
    assert.equal(rulesOf('show me a draft of the scene, dont add it yet', ...later), []);
  });

  it('stand in a plan that was handed over', () => {
    const plan =
      '# Repair the index\n\n## Ground rules (binding)\n\n- Repair the tool alone, its data\n  stays as it is.\n- Add a test for every repair.\n\n## Steps\n\n- Open the index';
    assert.equal(rulesOf(`Implement this plan:\n${plan}`), [
      'Repair the tool alone, its data stays as it is.',
      'Add a test for every repair.',
    ]);
  });

  it('of a long plan are told to their full stop', () => {
    const line = 'The index is read by both programs and written by one of them, as the notes on it say at length.';
    const plan = [
      '# Repair the index',
      '',
      `${line} `.repeat(14),
      '',
      'Run the whole suite. Tests: do not weaken the checks of the reader (the ones for gaps, for doubled rows,',
      'Unicode names), and report what fails.',
      '',
      '- Before committing the tables, strip the prefix of the machine from',
      '  Paths in them.',
      '- Keep the two branches separate.',
      '- Open the index and read it.',
      '- Should we never read it twice?',
    ].join('\n');
    assert.equal(rulesOf(`Implement this plan:\n${plan}`), [
      'Tests: do not weaken the checks of the reader (the ones for gaps, for doubled rows, Unicode names), and report what fails.',
      'Before committing the tables, strip the prefix of the machine from Paths in them.',
      'Keep the two branches separate.',
    ]);
  });
});

describe('what is no rule, and what is one', (it) => {
  const once = [
    'While that is going, set the screen of the lab machine to boot into its native size from now on.',
    'Wire this into the menu to make sure whenever a page is picked its model is loaded.',
    'Leave a note saying that the main list is untouched',
    'Also, it should open up to the last drawing, not to an empty one every time.',
    'Let’s think how to enforce the prefix so that changes always have that name.',
    'Do not worry about the token, it will be replaced before the release.',
  ];
  for (const order of once) it(`takes no rule from ${JSON.stringify(order)}`, () => assert.equal(rulesOf(order), []));

  it('takes all sentences of a prompt that forbids', () => {
    assert.equal(rulesOf('Do not render any raw content. Details should not have the transcript.'), [
      'Do not render any raw content.',
      'Details should not have the transcript.',
    ]);
  });

  it('takes what was said before out of a complaint', () => {
    const complaint = 'Why are you still typing the commands when I told you to use the cluster tools?';
    assert.equal(rulesOf(complaint), [complaint]);
    assert.equal(rulesOf("AGAIN, don't wrap the lines of the notes"), ["AGAIN, don't wrap the lines of the notes"]);
  });

  it('tells rules that the agent cites as the agent’s words', () => {
    const turn = turnOf('commit it', 'Not pushed — your rule is never to push to `main` on its own, so say the word.');
    const { user_rules, evidence } = analyzeSession({ session: sessionOf([turn]), changes: [] }).analysis;
    assert.equal(user_rules, ['your rule is never to push to `main` on its own']);
    assert.equal(evidence?.['user_rules.0'], { by: 'agent', turn: 1 });
    const pointing = turnOf('go on', 'Recorded. Per your rule, it gets a ticket of its own.');
    assert.equal(analyzeSession({ session: sessionOf([pointing]), changes: [] }).analysis.user_rules, []);
  });

  it('takes the rules of a brief for a role', () => {
    const tasks = Array.from(
      { length: 12 },
      (_, at) => `**Task ${at}**\n- Paint board ${at} of the fence\n- Let it dry`,
    );
    const brief = `You are the painter of the team.\n\nRULES:\n- Look up each colour in the book first.\n- Do NOT paint the gate.\n\n${tasks.join('\n\n')}\n\nDONE CRITERIA: no bare wood on any board.`;
    assert.equal(rulesOf(brief), [
      'Look up each colour in the book first.',
      'Done when: no bare wood on any board.',
      'Do NOT paint the gate.',
    ]);
  });

  it('gives no rule that the user has taken back, and no end of a sentence', () => {
    const held = turnOf('Write it down', 'Your rules say never to push without a word from you, so I held it back.');
    const rules = (...turns: readonly Turn[]) =>
      analyzeSession({ session: sessionOf(turns), changes: [] }).analysis.user_rules;
    assert.equal(rules(held), ['Your rules say never to push without a word from you']);
    assert.equal(rules(held, turnOf('You can push whenever you want.', 'Ok.')), ['You can push whenever you want.']);
    assert.equal(rules(held, turnOf('You can push this one.', 'Ok.')), [
      'Your rules say never to push without a word from you',
    ]);
    assert.equal(rules(turnOf('Go on', 'Next (asking per your standing rule):\n\n- Push it')), []);
  });

  it('tells a rule of the project that the agent names', () => {
    const turn = turnOf('write it', 'Now the page (project rule: a change of `format.md` lands with its page). Next.');
    assert.equal(analyzeSession({ session: sessionOf([turn]), changes: [] }).analysis.user_rules, [
      'project rule: a change of `format.md` lands with its page',
    ]);
  });
});

describe('what is no rule of the user', (it) => {
  const rules = (...turns: readonly Turn[]) =>
    analyzeSession({ session: sessionOf(turns), changes: [] }).analysis.user_rules;
  const none = [
    '"IMPORTANT: always say metres and never feet." is what the tool prints.',
    'But I never saw the window open.',
    "I don't need the clones anymore",
    'We also need to make sure that the docs are never behind.',
    'Make sure all the menus have hints as well.',
    'would be to always use the colour of the parent',
  ];
  for (const words of none) it(`takes ${words} for none`, () => assert.equal(rules(turnOf(words, 'Ok.')), []));

  it('keeps how a thing is left while it is worked on', () => {
    const left = turnOf('Leave the version as is.', 'Ok.');
    assert.equal(rules(left), ['Leave the version as is.']);
    assert.equal(rules(left, turnOf('Now sort the table', 'Sorted.')), []);
  });

  it('takes no work of the agent that it did by a rule', () => {
    const said = 'Guide added to the manual, folded into the commit per your fixup-first rule.';
    assert.equal(rules(turnOf('Go', said), turnOf('Go', 'Per your workflow rules, let me start with the review.')), []);
  });
});

describe('a rule that was spoken of before', (it) => {
  it('is told without the reproach', () => {
    const said = 'did we not go through this before, you dont have access to the lamp here';
    const { user_rules } = analyzeSession({
      session: sessionOf([turnOf('Light it', 'It is dark.'), turnOf(said, 'Right.')]),
      changes: [],
    }).analysis;
    assert.equal(user_rules, ['you dont have access to the lamp here']);
  });
});

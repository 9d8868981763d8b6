import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
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
    'Только файл с планом: понижать версии библиотек нельзя!',
    'Необходимо сделать только описание задачи!',
  ];
  for (const rule of kept) it(`keeps ${JSON.stringify(rule)}`, () => assert.equal(rulesOf(rule), [rule]));

  const others = [
    'the dialog is always too dark and the button is never shown',
    'that shouldnt happen when the level ends',
    'i dont like the new layout',
    'ew i dont like any of those',
    'it must have been the cache of the browser',
    'write a test for each function of the parser',
    'commit this change only',
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
});

import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import type { Session, Turn } from '../../../src/core/session.ts';
import { edited, ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const summary = (turns: readonly Turn[], more: Partial<Session> = {}) =>
  analyzeSession({ session: sessionOf(turns, more), changes: [] }).summary;
const open = (...parts: Parameters<typeof turnOf>) => ({ ...turnOf(...parts), outcome: 'open' }) as const;
const older = turnOf('Add a banner to the settings page', edited('banner.ts'), 'The banner is in.');

const analyze = (turns: readonly Turn[], more: Partial<Session> = {}) =>
  analyzeSession({ session: sessionOf(turns, more), changes: [] }).analysis;

describe('the newest request as the task', (it) => {
  it('is what is said beside a picture, with what it goes on with', () => {
    const missing = turnOf('i cant find the export button', edited('list.ts'), 'The button is in the header now.');
    const found = analyze([older, missing, open('[image] still not there', ran('ls'))]);
    assert.is(
      found.current_task,
      'i cant find the export button — then: still not there (with a picture, which only the transcript has)',
    );
  });

  it('joins a bare word with what was asked right before it, and not with an order that is over', () => {
    const order = turnOf('Check which model the chat uses', ran('ls'), 'The small one.');
    const asked = turnOf(
      '[image] can we improve this ?',
      edited('a.ts'),
      'Done. Would you like me to add a route, too?',
    );
    const { current_task } = analyze([order, asked, open('Yes..', ran('ls'))]);
    assert.is(current_task, 'can we improve this ? — then: Yes.. (to: Would you like me to add a route, too?)');
  });

  it('has the error of a console, and not its first line', () => {
    const pasted =
      'its listed but the upload fails in-8f2.js:6 More than one client was found.\nv @ in-8f2.js:6\nin-8f2.js:1 Error: Upload refused\n';
    assert.is(
      analyze([older, open(pasted, ran('ls'))]).current_task,
      'its listed but the upload fails (a log was pasted: Error: Upload refused)',
    );
  });

  it('says what the user picked since', () => {
    const question = {
      question: 'How would you like to proceed?',
      answer: 'Plan the change',
      asked: { turn: 2, call: 1 },
    };
    const asked = open('what would it cost to check each entry of the book?', ran('ls'), 'Next to nothing.', ran('ls'));
    assert.match(
      analyze([older, asked], { answers: [question] }).current_task,
      / — then: Plan the change \(to: How would you like to proceed\?\)$/,
    );
  });

  it('is the intent, too, where nobody speaks of an older goal any more', () => {
    const turns = [
      turnOf('Add a banner to the settings page', edited('banner.ts'), 'The banner is in.'),
      turnOf('the import of members stops', edited('import.ts'), 'Mended.'),
      turnOf('its name column shows nothing', edited('import.ts'), 'Mended.'),
      open('still no names', edited('import.ts')),
    ];
    const { session_intent, current_task } = analyze(turns);
    assert.is(session_intent, current_task);
  });
});

describe('the name of the newest request', (it) => {
  it('is what the user says is wrong, also where the last words only say that it still is', () => {
    const missing = turnOf('i cant find the export button', edited('list.ts'), 'The button is in the header now.');
    const still = open('[image] still not there', 'Let me look at the page.', ran('ls'));
    assert.is(summary([older, missing, still]), 'Investigate: i cant find the export button');
    const also = open('also, the upload of the picture failed on my phone', ran('ls'));
    assert.is(summary([older, also]), 'Investigate: the upload of the picture failed on my phone');
    const pasted = 'its listed but still fails to upload the picture\nindex-8f2.js:6 More than one client was found.';
    assert.is(
      summary([older, open(pasted, ran('ls'))]),
      'Investigate: its listed but still fails to upload the picture',
    );
  });

  it('is the trouble in a long report of it, without praise, addresses and what is wanted for it', () => {
    const plans =
      'ive noticed the meal plans at https://app.example.com/plans arent saving, they stay local. make this last';
    assert.is(summary([older, open(plans, ran('ls'))]), 'Investigate: the meal plans arent saving');
    const praised = 'Seems to work fine. One issue. is that the chat does not read the table of devices. ?';
    assert.is(summary([older, open(praised, ran('ls'))]), 'Investigate: the chat does not read the table of devices');
  });

  it('is what the agent calls it where the user only points', () => {
    const said = 'Sure. Let me encrypt the stored keys of the importer. First a look.';
    assert.is(
      summary([older, open('ok can you do the last task?', said, ran('ls'))]),
      'Encrypt the stored keys of the importer',
    );
    const typo = turnOf('make tah eteh default', edited('.zshrc'), 'Set the pinned runtime as the default toolchain.');
    assert.is(summary([older, typo]), 'Set the pinned runtime as the default toolchain');
    const seen = open(
      '[image] and now this',
      'I can see the issue - the inbox shows no entries. One moment.',
      ran('ls'),
    );
    assert.is(summary([older, seen]), 'Investigate: the inbox shows no entries');
  });

  it('is what was delivered for it, where nobody named it', () => {
    const report = 'Perfect! It all builds.\n\n## Summary of all\n\n### 1. New tool: `query_peaks`\n\n- one';
    assert.is(summary([older, turnOf('Yes..', edited('peaks.ts'), report)]), 'New tool: `query_peaks`');
    assert.is(summary([older, turnOf('issue?', ran('ls'), 'Good news! ✅')]), 'Add a banner to the settings page');
    const commit = ran("git commit -qm 'deploy: let the check of the web client fail'");
    assert.is(
      summary([older, open('Still working?', edited('deploy.yml'), commit)]),
      'deploy: let the check of the web client fail',
    );
  });

  it('is neither a method nor what is wanted in general words', () => {
    const wish =
      'perfect. The next big task is I want to be able to import members of another club. Use sub agents to plan it.';
    assert.is(summary([older, open(wish, ran('ls'))]), 'Import members of another club');
    const need = 'OK, I think we need a setting for the polarity of the probe. Perhaps for limits, too?';
    assert.is(summary([older, open(need)]), 'A setting for the polarity of the probe');
  });

  it('is what stands before words that only point at it', () => {
    const told = 'After a reload the footer shows the old price. Investigate why and fix this bug';
    assert.is(summary([open(told, edited('footer.ts'))]), 'Investigate: After a reload the footer shows the old price');
    const asked =
      'I have two billing scripts that live outside of this repository. They are: /srv/bills and /srv/invoices. Whats the best way to do this?';
    assert.match(summary([open(asked, ran('ls /a'))]), /^Two billing scripts that live outside/);
  });

  it('is what the agent took on itself when it was asked', () => {
    const said = 'It asks for folders by feature. I need to split the billing module by feature. Let me do that.';
    const turn = open('Stop. What does LAYOUT.md say? You are to follow it.', said, edited('billing/a.ts'));
    assert.is(summary([older, turn]), 'Split the billing module by feature');
  });

  it('is that of the plan which is to be carried out', () => {
    const plan = '<proposed_plan>\n# Round prices at the till\n\n- Round them once\n</proposed_plan>';
    const set = 'I will keep the two notes of others as they are. Rounding first.';
    const turns = [turnOf('Plan it', plan), open('Implement the proposed plan.', set, edited('till.ts'))];
    assert.is(summary(turns, { branch: 'prices-of-the-till' }), 'Round prices at the till');
  });

  it('is not that of a pull request which was opened for something else', () => {
    const opened = turnOf('open a pr', ran('gh pr create --title "docs: describe the wire format"'), 'Opened.');
    const turns = [
      turnOf('Describe the wire format', edited('wire.md'), 'Described.'),
      opened,
      turnOf('Are the vault keys stored for the republisher?', 'No, for the recovery of a session.'),
      turnOf('Where do the vault keys get derived from on login?', 'From the wallet of the user.'),
    ];
    assert.not.match(summary(turns), /^docs: describe/);
    assert.match(summary(turns.slice(0, 3)), /wire format/i);
  });

  it('is not that of work which nobody speaks of any more', () => {
    const asked = turnOf('what would it cost to keep all of the pictures?', 'About two euros a month.');
    assert.is(summary([older, asked]), 'Add a banner to the settings page');
    const plans = [{ text: '# Plan: split the planner package', approved: true }];
    const draft = open('then Draft a focused plan for the removal of the importer', ran('ls'));
    assert.is(summary([older, draft], { plans }), 'Draft a focused plan for the removal of the importer');
  });

  it('is that of the request which the short answers after it go on with', () => {
    const turns = [
      turnOf('I would like to add hooks that store when a session ended', ran('ls'), 'Which ones?'),
      turnOf('gemini has the same, I checked it', 'Good.'),
      turnOf('yes continue', 'More of the design.'),
      turnOf('oh, is the other one streaming? what does its writer do?', 'It waits.'),
    ];
    assert.is(summary(turns), 'Add hooks that store when a session ended');
  });
});

import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import { summarizeChanges } from '../../../src/analysis/summarize-changes.ts';
import type { Session, Turn } from '../../../src/core/session.ts';
import { edited, ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const summary = (session: Session) => analyzeSession({ session, changes: [] }).summary;
const change = (path: string, status: 'created' | 'modified' | 'deleted' | 'renamed' = 'modified') => ({
  path,
  status,
  added: 1,
  removed: 0,
});

describe('the summary line', (it) => {
  it('takes the commit that the work led to', () => {
    const turns = [
      turnOf('can you look into it', edited('a.ts'), ran("git commit -qm 'login: keep the password'"), 'Done.'),
    ];
    assert.is(summary(sessionOf(turns)), 'login: keep the password');
  });

  it('keeps what a commit says behind its label, however long both are', () => {
    const subject = 'feat(manual-commit): detect mid-session commits via live transcript analysis';
    const turns = [turnOf('commit this', ran(`git commit -qm '${subject}'`), 'Done.')];
    assert.is(summary(sessionOf(turns)), 'feat(manual-commit): detect mid-session commits via live transcript…');
  });

  it('is the work, and not how it is to be done', () => {
    const turns = [
      turnOf('Rotate refresh tokens on use', edited('store.go'), 'Done.'),
      turnOf('Use crypto/rand, not math/rand.', edited('rand.go'), 'Done.'),
    ];
    assert.is(summary(sessionOf(turns)), 'Rotate refresh tokens on use');
  });

  it('is not the small order in whose turn the work was done', () => {
    const turns = [
      turnOf('Signal merged pushes in the results view', ran('ls'), 'The origin URL is malformed.'),
      turnOf(
        'please fix the origin URL',
        ran('git remote set-url origin x'),
        edited('results.ts'),
        edited('view.ts'),
        ran("git commit -qm 'results: signal merged pushes'"),
        'Committed.',
      ),
    ];
    assert.is(summary(sessionOf(turns)), 'results: signal merged pushes');
    const newer = turnOf('drop the old policy', edited('policy.ts'), 'Dropped.');
    assert.is(summary(sessionOf([...turns, newer])), 'Drop the old policy');
  });

  it('is the order, not a commit that speaks of other things', () => {
    const commit = ran("git commit -qm 'cli: start trusted projects'");
    const order = 'Address the review comments on all open pull requests';
    assert.is(summary(sessionOf([turnOf(order, edited('a.ts'), commit, 'Addressed.')])), order);
  });

  it('is the task in progress before a commit', () => {
    const commit = ran("git commit -qm 'lessons: write the newest'");
    const session = sessionOf([turnOf('go on', edited('a.ts'), commit), turnOf('ok', ran('ls'))], {
      todos: [{ text: 'Prepare the release of the parser', status: 'in_progress' }],
    });
    assert.match(summary(session), 'Prepare the release of the parser');
  });

  it('takes the commit that ended the work over the order that changed most, and no point of a list that says nothing', () => {
    const turns = [
      turnOf('Keep the construction of each call', edited('a.ts'), edited('b.ts'), 'Kept.'),
      turnOf('1. fail loud.\n2. leave it alone.', ran("git commit -qam 'http: allocate less'"), 'Done.'),
    ];
    assert.is(summary(sessionOf(turns)), 'http: allocate less');
    assert.is.not(
      summary(sessionOf([turns[0] ?? turnOf(''), turnOf('2. leave it alone.', 'Left.')])),
      '2. leave it alone',
    );
  });

  it('is no order to try again', () => {
    const turns = [
      turnOf('Implement the provider contract', edited('a.ts'), 'Done.'),
      turnOf('Try “app review” again.', edited('a.ts'), edited('b.ts'), 'Reviewed.'),
    ];
    assert.is(summary(sessionOf(turns)), 'Implement the provider contract');
  });

  it('turns a wish into an order', () => {
    const cases = [
      ['can you please fix the login form?', 'Fix the login form'],
      ['Rotate refresh tokens on use. Use crypto/rand, not math/rand.', 'Rotate refresh tokens on use'],
      [
        "I'd like to add a cache, and then some more of it, because the list is far too slow today",
        'Add a cache, and then some more of it',
      ],
      [
        'create me a CODEOWNERS file - attach the maintainers group as the default foreverything',
        'Create a CODEOWNERS file',
      ],
      ['The page crashes. Could we update the router to version 7?', 'Update the router to version 7'],
      ['Implement this plan:\n# Fix extraction gaps\n\n- one', 'Fix extraction gaps'],
    ];
    for (const [wish = '', order] of cases) assert.is(summary(sessionOf([turnOf(wish, edited('a.ts'), 'Ok.')])), order);
  });

  it('finds an order at the end of a sentence, and none in a question or in what a program printed', () => {
    const cases = [
      ['the repo was renamed to `gitsync` can you change all the old names?', 'Change all the old names'],
      [
        'Look at the latest changes of replicate, can you also read the bitmap format and tell me whether it helps?',
        'Look at the latest changes of replicate',
      ],
    ];
    for (const [wish = '', order] of cases) assert.is(summary(sessionOf([turnOf(wish, edited('a.ts'), 'Ok.')])), order);
    for (const words of ['Do I need a demo repository or something', 'SKIP refs/heads/main already current'])
      assert.is(summary(sessionOf([turnOf('Write a video tutorial'), turnOf(words, 'Ok.')])), 'Write a video tutorial');
  });

  it('takes the title of a plan that was approved, then of a pull request, then of a plan that was written, then the branch', () => {
    const branch = 'soph/deferred-credential-helper';
    const document = edited('docs/plans/header.md', '# Skill response header — Design\n\n## Goal');
    const created = ran('gh pr create --title "Warn about rejected refs" --body x', 'https://example.com/pull/1');
    const prompt = 'the deferred credential helper is missing';
    const plans = [{ text: '# Plan: split the planner package', approved: true }];
    const titled = (steps: Parameters<typeof turnOf>[1][], more = {}) =>
      summary(sessionOf([turnOf(prompt, ...steps, 'Ok.')], { branch, ...more }));
    assert.match(titled([document, created], { plans }), /^split the planner package/i);
    assert.match(titled([document, created]), /^Warn about rejected refs/);
    assert.match(titled([document]), /^Skill response header(?! — Design)/);
    assert.match(titled([]), /^Deferred credential helper/);
  });

  it('takes the branch that was begun after the last pull request', () => {
    const created = ran('gh pr create --title "Warn about rejected refs" --body x', 'https://example.com/pull/1');
    const branch = 'issue-307-prereg-provenance';
    const turns = [
      turnOf('Work through the issues', edited('a.ts'), created, ran(`git switch -c ${branch}`), 'Next: 307.'),
    ];
    assert.match(summary(sessionOf(turns, { branch })), /^Issue 307 prereg provenance/);
  });

  it('says what is being done beside the title only where there is room to say it', () => {
    const created = ran('gh pr create --title "fix(task): render the environment in metadata" --body x', 'ok');
    const turns = [
      turnOf('make it', created, 'Ok.'),
      turnOf('Render_config is a terrifying name for such a helper', 'Yes.'),
    ];
    assert.is(summary(sessionOf(turns)), 'fix(task): render the environment in metadata');
  });

  it('takes no word that is explained, and no pull request, for an order', () => {
    const prompt =
      'You evaluate changes:\n- **expand**: the change adds options\n\nAnalyze the given diff of the lexer.';
    assert.is(summary(sessionOf([turnOf(prompt, 'Ok.')])), 'Analyze the given diff of the lexer');
    const list = 'create\n1. coderabbit configuration for stacked reviews\n2. Pull request template';
    assert.not.match(summary(sessionOf([turnOf(list, 'Ok.')])), /^Pull request/);
  });

  it('takes the plan that was proposed while nothing is changed, and the step that a handover names', () => {
    const proposed = turnOf(
      'research it then',
      '<proposed_plan>\n# Fake Reasoning Gateway\n\n1. One\n</proposed_plan>',
    );
    assert.is(summary(sessionOf([proposed])), 'Fake Reasoning Gateway');
    const said = "The handoff's next step is clear: fix `set_mode` in `runtime_ops.py`.";
    const turns = [turnOf('Read the handoff and move on to the next step', said, edited('a.ts'))];
    assert.is(summary(sessionOf(turns)), 'Fix `set_mode` in `runtime_ops.py`');
  });

  it('takes no command that was to be run first for the work', () => {
    const prompt = 'run gh stack init\nRead docs/plan.md. Create an implementation plan for vertical slice 7.';
    assert.is(summary(sessionOf([turnOf(prompt, 'Ok.')])), 'Create an implementation plan for vertical slice 7');
  });

  it('takes the goal that changed files, also where it points at something', () => {
    const turns = [
      turnOf('this script tells daily numbers, can we expand this to a date range?', edited('a.py'), 'Done.'),
      turnOf('question, can you explain how the calculation across borders works?', 'Like this.'),
    ];
    assert.is(summary(sessionOf(turns)), 'Expand this to a date range');
  });

  it('names the finding of a review that was pasted', () => {
    const finding = 'Same-repo check bypassed by a slash\n\nLow Severity\n\nURLs are compared as they are.';
    const turns = [turnOf(finding, edited('a.ts'), 'Fixed. Verified with `npm test` and by hand.')];
    assert.is(summary(sessionOf(turns)), 'Fix: Same-repo check bypassed by a slash');
  });

  it('takes the agent’s report where the user gave no order', () => {
    const turns = [
      turnOf('the parser is confused by tabs', edited('a.ts'), 'Done. Fixed the tab handling in the lexer.'),
    ];
    assert.is(summary(sessionOf(turns)), 'Fix the tab handling in the lexer');
  });

  it('does not take a rule or a pointer for the work', () => {
    const turns = [
      turnOf('Add a search box to the header', edited('a.ts'), 'Ok.'),
      turnOf('put it left', edited('a.ts'), 'Ok.'),
      turnOf('never use tabs', 'Ok.'),
    ];
    assert.is(summary(sessionOf(turns)), 'Add a search box to the header');
  });

  it('takes no noun at the beginning of a report for a verb', () => {
    const turns = [turnOf('hm', edited('a.ts'), 'Constructor now checks its arguments.')];
    assert.is(summary(sessionOf(turns)), 'Constructor now checks its arguments');
  });

  it('is never longer than 72 characters nor empty', () => {
    const long = `fix ${'the extraordinarily long name of a thing '.repeat(20)}`;
    for (const prompt of [long, 'hello', '?', '日本語で説明してください'.repeat(20)]) {
      const line = summary(sessionOf([turnOf(prompt, 'Ok.')]));
      assert.ok(line.length > 0 && line.length <= 72, line);
    }
  });
});

describe('a summary of changes alone', (it) => {
  it('names one file, a few, or counts them where they are', () => {
    assert.is(summarizeChanges([]), 'No changes (snapshot of HEAD)');
    assert.is(summarizeChanges([change('src/a.ts', 'created')]), 'Add src/a.ts');
    assert.is(summarizeChanges([change('src/b.ts', 'deleted'), change('src/a.ts')]), 'Change a.ts, remove b.ts');
    assert.is(summarizeChanges([change('src/a.ts', 'created'), change('b.ts', 'created')]), 'Add a.ts and b.ts');
    assert.is(
      summarizeChanges([...'abc'].map((name) => change(name)).concat(change('d', 'created'))),
      'Change 3 files, add 1 file',
    );
    assert.is(
      summarizeChanges(['a', 'b', 'c', 'd'].map((name) => change(`src/x/${name}.ts`))),
      'Change 4 files in src/x',
    );
    assert.is(summarizeChanges([change(`${'deep/'.repeat(30)}name.ts`)]).length, 72);
  });
});

describe('an order in the prompt', (it) => {
  it('is found behind a misspelt please, and names files by their name', () => {
    const cases = [
      ['window 0 is out of context, polease spawn worker to continue it', 'Spawn worker to continue it'],
      ['Please review @out/planning/artifacts/prd-dashboard.md for gaps', 'Review prd-dashboard.md for gaps'],
      ['So it is done. I want to be sure that @out/plans/prd.md is up to date', 'Ensure prd.md is up to date'],
    ];
    for (const [wish = '', order] of cases) assert.is(summary(sessionOf([turnOf(wish, 'Ok.')])), order);
  });

  it('comes before what the agent reports about itself', () => {
    const said = ['Verified: `gofmt` and all tests are clean.', 'Created and claimed a small investigation ticket.'];
    for (const words of said)
      assert.is(
        summary(sessionOf([turnOf('the palette looks wrong on light themes', edited('a.ts'), words)])),
        'Investigate: the palette looks wrong on light themes',
      );
  });
});

describe('the title of the work', (it) => {
  const asked = (prompt: string, output: string) =>
    turnOf(prompt, ran('gh issue view 7572 --repo a/b', output), edited('a.ts'), 'Ok.');

  it('is the name of the session where nothing else has a name', () => {
    const turns = [
      turnOf('go ahead, you know what to do', edited('a.ts'), 'The colors of each gradient stop are drawn.'),
    ];
    assert.is(summary(sessionOf(turns, { title: 'Gradient colors of segments' })), 'Gradient colors of segments');
  });

  it('is not that of an issue which only shows how something shall look', () => {
    const prompt = 'Draw the lamps of the hall as before, see the screenshots in https://example.com/a/b/issues/7572';
    const turns = [asked(prompt, 'title:\tdashboard for the boiler and its valves\n')];
    assert.is(summary(sessionOf(turns)), 'Work on: Draw the lamps of the hall as before, see the screenshots in…');
  });

  it('is that of the issue which the prompt points to', () => {
    const prompt = "What's the most straightforward way to support this? https://example.com/a/b/issues/7572";
    const json = '{"number":7572,"title":"Support \\"light-dark\\" palettes","state":"OPEN"}';
    assert.match(summary(sessionOf([asked(prompt, json)])), /^Support "light-dark" palettes/);
    const text = 'title:\tSupport light-dark palettes\nstate:\tOPEN';
    assert.match(summary(sessionOf([asked(prompt, text)])), /^Support light-dark palettes/);
    assert.not.match(summary(sessionOf([asked('Fix the login form', text)])), 'palettes');
  });
});

/** The agent is still at work on it, or was stopped. */
const open = (prompt: string, ...steps: Parameters<typeof turnOf>[1][]) =>
  ({ ...turnOf(prompt, ...steps), outcome: 'open' }) as const;
const stopped = (prompt: string) => ({ ...turnOf(prompt, ran('ls')), outcome: 'interrupted' }) as const;

describe('the headline names the newest request', (it) => {
  it('and not what the agent says of itself', () => {
    const reported = turnOf('It is done in the other folder', edited('a.ts'), 'Applied cleanly, both readers are up.');
    const asked = open('What do I need to do to fix the login path?', ran('ls'));
    assert.is(summary(sessionOf([reported, asked])), 'Fix the login path');
    const question = open(
      'Are the install methods correct for both clients?',
      'I will answer that in a moment.',
      ran('ls'),
    );
    assert.is(summary(sessionOf([reported, question])), 'Are the install methods correct for both clients?');
  });

  it('by the first of a chain of prompts that has an object', () => {
    const chain = [stopped('do a proposal'), stopped('Do a proposal for the 3 steps'), stopped('Only one proposal')];
    const last = open('Create separate changes if there are separate steps', edited('a.md'));
    assert.match(
      summary(sessionOf([turnOf('Look around', 'Done.'), ...chain, last])),
      /^Do a proposal for the 3 steps: /,
    );
  });

  it('as a command with its object, or as the options that a short answer takes', () => {
    const before = turnOf('make the edits and also fix the proposal', edited('a.md'), 'Edited.');
    const command = turnOf('/change:apply tag-cleanup-all', ran('ls'), 'Shall I go on?');
    assert.is(summary(sessionOf([before, command, turnOf('yes', 'Ok.')])), 'Run /change:apply tag-cleanup-all');
    const offer =
      'Which of these did you mean?\n1. The credential fix of the scanner\n2. The deployment manifest\n3. Both';
    assert.is(
      summary(sessionOf([turnOf('Set up the cluster', edited('b.md'), offer), open('2', ran('ls'))])),
      'The deployment manifest',
    );
  });

  it('and neither half of it, nor a task of a turn that is over', () => {
    const first = turnOf('Show a sketch of the panel', edited('a.ts'), 'Shown.');
    assert.is(
      summary(
        sessionOf([first, open('Instead of writing "User", use the name of the user. Also use icons', edited('a.ts'))]),
      ),
      'Use the name of the user instead of writing "User"',
    );
    const one = open('`SessionSelection` and `SelectionContext` have the same function. Get rid of one', ran('ls'));
    assert.match(summary(sessionOf([first, one])), /^Get rid of one: `SessionSelection`/);
    const aside = open('While that is going, set the screen of the lab machine to its native size', ran('ls'));
    const commit = turnOf('Bump the chart', edited('c'), ran("git commit -qm 'bump the chart'"), 'Bumped.');
    assert.is(summary(sessionOf([commit, aside])), 'Set the screen of the lab machine to its native size');
  });

  it('and not what was pasted into the first one', () => {
    const pasted = 'The moon pipeline\n\nTracks of the moon pipeline are drafted by the lambda stage, then audited.';
    const prompt = `We need to improve our plugins and skills. Here is some context of another project.\n\n${pasted}`;
    const turns = [turnOf(prompt, edited('a.md'), 'The moon pipeline and its lambda tracks are in.')];
    assert.match(
      summary(sessionOf(turns, { title: 'Implement lambda stage for moon pipeline tracks' })),
      /^Improve our plugins and skills/,
    );
  });
});

describe('the headline of a session without plain orders', (it) => {
  const summary = (turns: readonly Turn[]) => analyzeSession({ session: sessionOf(turns), changes: [] }).summary;

  it('is what a role is to do, and not who it is', () => {
    const prompt = 'You are the linter of the app team (phase 8). You clean up unused imports in the web folder.';
    assert.is(summary([turnOf(prompt, edited('web/a.ts'), 'Cleaned.')]), 'Clean up unused imports in the web folder');
  });

  it('is the problem, and not that there is one', () => {
    const turns = [
      turnOf('ok can you launch the desktop app for me?', ran('open app'), 'It is open.'),
      turnOf('so we have a problem - the stored files are not shown in the mount', ran('ls'), 'I see.'),
    ];
    assert.is(summary(turns), 'Investigate: the stored files are not shown in the mount');
  });

  it('is the last of many troubles that were worked on since anything was ordered', () => {
    const trouble = (words: string) => turnOf(words, edited('a.ts'), 'Mended.');
    const turns = [
      turnOf('Update the skill to use another runtime', edited('SKILL.md'), 'Updated.'),
      trouble('The build is broken since then'),
      trouble('Now the container crashes at its start\nlog | x'),
      trouble('Now I am stuck on the page that signs in'),
    ];
    assert.is(summary(turns), 'Investigate: I am stuck on the page that signs in');
  });

  it('is no option that says how to go on, and no words that point back', () => {
    const turns = [
      turnOf(
        'Redesign the settings page of the web app',
        edited('plan.md'),
        'Two execution options:\n\n1. Subagents (recommended)\n2. Inline\n\nWhich approach?',
      ),
      { ...turnOf('1', ran('ls')), outcome: 'open' as const },
    ];
    assert.is(summary(turns), 'Redesign the settings page of the web app');
    const pointing = turnOf("Try what you just said and let's see if it works", ran('ls'), 'It does.');
    assert.is(summary([turnOf('Test the chat client', ran('ls'), 'Works.'), pointing]), 'Test the chat client');
  });
});

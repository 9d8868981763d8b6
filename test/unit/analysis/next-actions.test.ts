import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import type { Session, ToolCall, Turn } from '../../../src/core/session.ts';
import { edited, ran, read, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const next = (turns: readonly Turn[], more: Partial<Session> = {}) =>
  analyzeSession({ session: sessionOf(turns, more), changes: [] }).analysis.next_actions;
const running = (said: string): Turn => ({ ...turnOf('Port the parser', said, ran('ls')), outcome: 'open' });

describe('next actions', (it) => {
  it('are the open tasks with their descriptions', () => {
    const todos = [
      { text: 'Lock the store', description: 'Six write points, thread 42 to answer', status: 'in_progress' as const },
      { text: 'Add tests', description: 'Add tests.', status: 'pending' as const },
    ];
    assert.equal(next([turnOf('Go', 'On it.')], { todos }), [
      'Lock the store (in progress) — Six write points, thread 42 to answer',
      'Add tests',
    ]);
  });

  it('name what was edited since the task in progress was begun', () => {
    const todos = [
      { text: 'Lock the store', status: 'completed' as const },
      { text: 'Update the paths in lexer.ts and parser.ts', status: 'in_progress' as const },
      { text: 'Review it', owner: 'reviewer', status: 'in_progress' as const },
    ];
    const listed = { tool: 'TaskUpdate', action: 'plan', paths: [], result: 'ok' } as const;
    const turn = turnOf('Go', edited('store.ts'), listed, edited('.a/lexer.ts'), ran('grep -rn paths .'));
    assert.equal(next([{ ...turn, outcome: 'open' }], { todos }), [
      'Update the paths in lexer.ts and parser.ts (in progress; edited since: .a/lexer.ts)',
      'Review it (in progress, with reviewer)',
    ]);
  });

  it('take no item that only describes something for what is left', () => {
    const links =
      'The prototype has these links:\n- Next: Review → Merge review\n- Back: Settings → Home\n\nAll pages open.';
    assert.equal(next([turnOf('Link the pages', edited('a.html'), links)]), []);
    const items = 'Voici la lecture des outils:\n- Résumés courts et prochaines étapes claires.\n- Peu de bruit.';
    assert.equal(next([turnOf('Propose des références', read('a.md'), items)]), []);
  });

  it('take no question in quotes for one to the user, and tell one that stands in a list once', () => {
    const examples = 'Users can ask now:\n\n- "Where was the highest value seen?"\n- "Which day had most rain?"';
    assert.equal(next([turnOf('Add the tool', edited('a.ts'), examples)]), []);
    const list = 'The report is above.\n\nNext Actions:\n- Measure the latency.\n- Shall I write the fixes for it?';
    assert.equal(next([turnOf('Analyse it', read('a.md'), list)]), [
      'Waiting for the user: Shall I write the fixes for it?',
      'Proposed by the agent: Measure the latency.',
    ]);
  });

  it('leave out what only points at the words before it', () => {
    const turn = running('I need to find where the badge styles are defined. Let me search for them:');
    assert.equal(next([turn]), ['Find where the badge styles are defined']);
  });

  it('carry the options of a question that waits, and what they mean', () => {
    const asked = { tool: 'request_user_input', action: 'question', paths: [], result: 'open' } as const;
    const options = [
      { label: 'Main (Recommended)', description: 'Keeps the stack reviewable.' },
      { label: 'Top of the other', description: '' },
    ];
    const turn: Turn = { ...turnOf('Plan it', 'One thing is open.', asked), outcome: 'open' };
    assert.equal(next([turn], { answers: [{ question: 'Where does it start?', options }] }), [
      'Waiting for the user: Where does it start?',
      'Options: Main (Recommended) — Keeps the stack reviewable; Top of the other',
    ]);
  });

  it('tell what the agent went past on a list that it did not touch for many edits', () => {
    const listed = { tool: 'update_plan', action: 'plan', paths: [], result: 'ok' } as const;
    const todos = [
      { text: 'Map the lexer and its callers', status: 'in_progress' as const },
      { text: 'Harden the journal', status: 'pending' as const },
      { text: 'Bound the output of the worker', status: 'pending' as const },
      { text: 'Run all gates', status: 'pending' as const },
    ];
    const edits = Array.from({ length: 13 }, (_, at) => edited(`src/${at}.ts`));
    const said =
      'The journal is hardened and its tests pass. The output of the worker gets its bound now, in two places.';
    const turn = turnOf('Harden it', listed, ...edits, said, edited('a.ts'), edited('b.ts'));
    assert.equal(next([{ ...turn, outcome: 'open' }], { todos }), [
      'Bound the output of the worker (in progress; the list was last touched 15 edits ago, and edited last: src/10.ts, src/11.ts, src/12.ts, a.ts, b.ts)',
      'Run all gates',
      'Probably done, though not ticked off: Map the lexer and its callers; Harden the journal',
    ]);
  });

  it('begin with a command that is running, and do not order it anew', () => {
    const todos = [{ text: 'Port the lexer', status: 'in_progress' as const }];
    const open = { ...ran('npx mypy src'), result: 'open' as const };
    const turn: Turn = {
      ...turnOf('Go', edited('a.ts'), 'Now let me run mypy on all of the sources.', open),
      outcome: 'open',
    };
    const found = next([turn], { todos });
    assert.is(found[0], 'See how `npx mypy src` ended: no result yet');
    assert.not.ok(found.some((text) => /let me|run mypy/i.test(text)));
  });

  it('are what the last words tell the user to do, with the command', () => {
    const block = ['```bash', 'git commit -S -m "fix: take the lock" \\', '  -m "Why: two writers met."', '```'];
    const said = ['All is staged.', ...block, 'Run this with `!`. Once CI passes, merge the pull request.'].join('\n');
    assert.equal(next([turnOf('Commit it', ran('git add a.ts'), said)]), [
      'For the user: Run this with `!`. (`git commit -S -m "fix: take the lock" \\` …)',
      'Then: Once CI passes, merge the pull request.',
    ]);
    assert.equal(next([turnOf('コミットして', ran('git add a.ts'), '以下を実行してください。\n```\ngit push\n```')]), [
      'For the user: 以下を実行してください。 (`git push`)',
    ]);
    assert.equal(next([turnOf('How does it work?', 'They run this in a loop. When it is over, they push.')]), []);
    const list = '終わりました。\n\n## 次にやること\n- PR をマージする\n- デプロイする';
    assert.equal(next([turnOf('続けて', ran('gh pr checks'), list)]), ['PR をマージする', 'デプロイする']);
  });

  it('say whose task it is where a team has them, and put those last', () => {
    const todos = [
      { text: 'Review the lexer', owner: 'reviewer', status: 'in_progress' as const },
      { text: 'Merge the rooms', status: 'pending' as const },
    ];
    const session = sessionOf([turnOf('Split the parser', 'On it.')], { todos });
    const { next_actions, current_task } = analyzeSession({ session, changes: [] }).analysis;
    assert.equal(next_actions, ['Merge the rooms', 'Review the lexer (in progress, with reviewer)']);
    assert.is(current_task, 'Split the parser');
  });

  it('are of a member of a team only its own tasks, in the order of their numbers', () => {
    const todo = (id: string, text: string, owner: string) => ({ id, text, status: 'pending' as const, owner });
    const todos = [
      todo('7', 'Fix the printer', 'core-fixer'),
      todo('3', 'Check all', 'tester'),
      { id: '4', text: 'Fix the lexer', status: 'pending' as const },
    ];
    const open = ['Fix the lexer', 'Fix the printer'];
    const brief = 'You are core-fixer on the parser team (phase 2). You fix what the review found.';
    assert.equal(next([turnOf(brief, 'On it.', ran('ls'))], { todos }), open);
    assert.equal(next([turnOf('Lead the team', 'On it.', ran('ls'))], { todos }), [
      'Fix the lexer',
      'Check all (with tester)',
      'Fix the printer (with core-fixer)',
    ]);
  });

  it('begin with the question that the agent ended with, whatever stands on its list', () => {
    const todos = [{ text: 'Port the lexer', status: 'in_progress' as const }];
    const said =
      'The commit went to `main` (local only, not pushed). I need to undo it first. Approve the reset of the branch?';
    assert.equal(next([turnOf('Go', ran('git log'), said)], { todos }), [
      'Waiting for the user: Approve the reset of the branch?',
      'Port the lexer (in progress)',
    ]);
  });

  it('begin with the prompt that nobody has acted on', () => {
    const todos = [{ text: 'Show the design', status: 'in_progress' as const }];
    const waits = (prompt: string): Turn => ({ prompt, steps: [], outcome: 'open' });
    const before = turnOf(
      'Design the printer',
      'Here is the draft of the printer. Which one do you prefer, a file or a pipe?',
    );
    const [first, second] = next([before, waits('Maybe the printer should write into a folder of the repository')], {
      todos,
    });
    assert.is(first, 'Take up the answer: Maybe the printer should write into a folder of the repository');
    assert.is(second, 'Show the design (in progress)');
    const tool: ToolCall = { tool: 'AskUserQuestion', action: 'question', paths: [], result: 'interrupted' };
    const answers = [{ question: 'Which printer do you mean?' }];
    const put = turnOf('Design the printer', tool);
    assert.is(next([put, waits('the fast one of both')], { todos, answers }).length, 2);
    const other = turnOf('Design the printer', 'Done.');
    assert.is(
      next([other, waits('Move the printer to its own folder')], { todos })[0],
      'Do: Move the printer to its own folder',
    );
  });

  it('are not those of a list that the agent left behind many calls and commits ago', () => {
    const todos = [{ text: 'Refresh main', status: 'in_progress' as const }];
    const listed = { tool: 'update_plan', action: 'plan', paths: [], result: 'ok' } as const;
    const looks = Array.from({ length: 60 }, () => ran('ls'));
    const turn = (...commits: readonly ReturnType<typeof ran>[]): Turn => ({
      ...turnOf('Go', listed, ...looks, ...commits, 'Both are green. I’m running the last gate.', ran('make check')),
      outcome: 'open',
    });
    assert.equal(next([turn()], { todos })[0], 'Refresh main (in progress)');
    assert.equal(next([turn(ran('git commit -m a'), ran('git commit -m b'))], { todos }), [
      'Go on from the agent’s last words: “running the last gate”, since then ran `make check`',
    ]);
  });

  it('say no task twice, and nothing about the list itself', () => {
    const todos = [{ text: 'Run the lexer tests', status: 'in_progress' as const }];
    const first = ['Run the lexer tests (in progress)'];
    assert.equal(next([running('Running the lexer tests first, since they are quick.')], { todos }), first);
    assert.equal(next([running("Now let me update the todo list with the lexer's progress.")], { todos }), first);
  });

  it('say what the agent was about to do beside the task it serves', () => {
    const todos = [{ text: 'Switch to version six', status: 'in_progress' as const }];
    assert.equal(next([running('Now let me fix the service constants in `push.go`.')], { todos }), [
      'Switch to version six (in progress)',
      'Fix the service constants in `push.go`',
    ]);
  });

  const announced = [
    ['Commit 2 done. On to the lock of the token store:', 'The lock of the token store'],
    ['Now the `validateClient` hardening and its test.', 'The `validateClient` hardening and its test'],
    ['The cleanest fix: change the signatures to accept `Service`.', 'Change the signatures to accept `Service`'],
    [
      'One cleanup surfaced. I’m trimming the raw pattern and then I’ll rerun the suite.',
      'I’m trimming the raw pattern and then I’ll rerun the suite',
    ],
    [
      'The review is right. I’m adding a constructor that takes the config, then wiring the include path to it.',
      'Adding a constructor that takes the config, then wiring the include path to it',
    ],
    [
      'The tree is clean but detached, so I’ll create a branch from this commit before editing.',
      'Create a branch from this commit before editing',
    ],
    [
      "117 findings. Running the formatter first, then I'll hand-reflow what is left of the lines:",
      'Hand-reflow what is left of the lines',
    ],
    [
      'Posted. I’m checking whether `with_files()` gives exactly that.',
      'Checking whether `with_files()` gives exactly that',
    ],
    [
      'The old test covers unknown values; I’m adding an assertion for the removed value.',
      'Adding an assertion for the removed value',
    ],
    ['Stale window. I’m closing that tmux window directly.', 'Closing that tmux window directly'],
    ['Re-run the linter on every file of the parser:', 'Re-run the linter on every file of the parser'],
    ['Now re-run the live range to confirm all borders:', 'Re-run the live range to confirm all borders'],
    ['The server is up. Taking screenshots of the dashboard.', 'Taking screenshots of the dashboard'],
    ['Status set.\n\n**Step 5: Configure the colour tokens**', 'Configure the colour tokens'],
  ] as const;
  for (const [said, action] of announced)
    it(`hear ${JSON.stringify(said)}`, () => assert.equal(next([running(said)]), [action]));

  const begun = [
    [
      'The cause is clear. I’m adding a constructor that takes the config.',
      'adding a constructor that takes the config',
    ],
    ['Now let me move the lexer into its own file.', 'move the lexer into its own file'],
  ] as const;
  for (const [said, doing] of begun)
    it(`do not tell ${JSON.stringify(said)} as open once files were edited for it`, () => {
      const turn: Turn = {
        ...turnOf('Port the parser', said, edited('src/a.ts'), ran('ls'), ran('make lexer')),
        outcome: 'open',
      };
      assert.equal(next([turn]), [
        `Finish: Port the parser (the agent’s last words: “${doing}”, since then edited a.ts, ran \`make lexer\`)`,
      ]);
    });

  it('are the steps that the agent began, also when it said other things since', () => {
    const steps = 'I’ll extend the helper, then add the tests and rerun them.';
    const turn: Turn = {
      ...turnOf('Port the parser', steps, edited('src/a.ts'), 'Two schemes need it.', edited('src/b.ts')),
      outcome: 'open',
    };
    assert.equal(next([turn]), [
      'Finish what the agent began: extend the helper, then add the tests and rerun them (since then edited a.ts, b.ts)',
    ]);
  });

  it('are what the agent says once its list is older than its edits', () => {
    const todos = [
      { text: 'Delete the plugin', status: 'in_progress' as const },
      { text: 'Verify that nothing refers to the plugin', status: 'pending' as const },
    ];
    const listed = { tool: 'update_plan', action: 'plan', paths: [], result: 'ok' } as const;
    const said = 'The files are gone. I’ll verify that nothing refers to the plugin any more.';
    const turn: Turn = { ...turnOf('Go', listed, 'Deleting it.', edited('a.ts'), said, ran('ls')), outcome: 'open' };
    assert.is(next([turn], { todos })[0], 'Verify that nothing refers to the plugin any more');
  });

  it('are what the agent offers at the end, and no count of what is in progress', () => {
    const said =
      'Written.\n\n- Epics In Progress: 0\n\nIf you’d like, I can note it in the workflow above the publishing job.';
    assert.equal(next([turnOf('Go', said)]), [
      'Waiting for the user, to whom the agent offers: I can note it in the workflow above the publishing job.',
    ]);
  });

  it('do not tell agents as to be started that were started', () => {
    const agent = { tool: 'Agent', action: 'agent', paths: [], result: 'ok' } as const;
    const said = 'The pull request is open. I’ll launch both reviewers of the parser.';
    const turn: Turn = { ...turnOf('Review it all', said, agent, agent), outcome: 'open' };
    assert.equal(next([turn]), [
      'Report to the user: Review it all (the agent’s last words: “launch both reviewers of the parser”, since then started 2 agents)',
    ]);
  });

  it('are no words that point at something without what they point at', () => {
    assert.equal(next([running('Found the leak. Fixing that now.')]), [
      'Finish: Port the parser (the agent’s last words: “Found the leak. Fixing that now”)',
    ]);
  });

  it('go with the list behind a colon', () => {
    const said = 'Got it. I’ll update all pages to:\n- **Web**: show both steps\n- **Shell**: point at the guide';
    assert.equal(next([running(said)]), ['Update all pages to: Web: show both steps; Shell: point at the guide']);
  });

  it('are both halves of what the agent does and does then', () => {
    const said = 'I’m merging the two types into one contract, then I’ll run the tests of the panel.';
    assert.equal(next([running(said)]), [said.replace(/\.$/, '')]);
  });

  it('are the last words in another language rather than the request again', () => {
    const said = 'Üç bulgu aynı yere bastı. Yorum kodun yaptığından fazlasını iddia ediyor, düzeltiyorum:';
    const turn: Turn = { ...turnOf('Önerinle devam edelim', said, edited('src/a.ts')), outcome: 'open' };
    assert.equal(next([turn]), [
      'Finish: Önerinle devam edelim (the agent’s last words: “Yorum kodun yaptığından fazlasını iddia ediyor, düzeltiyorum”, since then edited a.ts)',
    ]);
  });

  it('are to report what was pushed when nothing was said after it', () => {
    const said = 'The folder is clean again. Pushing the new history:';
    const turn: Turn = {
      ...turnOf('Delete the mirror file', edited('src/a.ts'), said, ran('git push origin HEAD', 'a..b HEAD -> main')),
      outcome: 'open',
    };
    assert.equal(next([turn]), ['Report to the user: `git push origin HEAD` went well']);
  });

  it('are also the request that the user wrote on after before it was answered', () => {
    const stalled: Turn = { ...turnOf('The model pull is stalled', ran('kubectl get pods')), outcome: 'open' };
    const second: Turn = { ...turnOf('Meanwhile set the screen to its native size', ran('ls')), outcome: 'open' };
    assert.equal(next([stalled, second]), [
      'Finish: Meanwhile set the screen to its native size',
      'Also unanswered: The model pull is stalled',
    ]);
    assert.equal(next([{ ...stalled, outcome: 'interrupted' }, second]).length, 1);
    const committed = { ...second, steps: turnOf('', ran('git commit -m "pull"', '[main 1a2b3c4] pull')).steps };
    assert.not.ok(next([stalled, committed]).some((one) => one.startsWith('Also unanswered')));
    assert.equal(next([stalled, turnOf('Meanwhile set the screen', 'Both are done.')]), []);
  });

  it('are none where the agent said that its task is complete', () => {
    const call = { tool: 'complete_task', action: 'other', paths: [], result: 'open' } as const;
    const turn: Turn = {
      ...turnOf('Write the colours', edited('a.md'), 'Written. Task complete.', call),
      outcome: 'open',
    };
    assert.equal(next([turn]), []);
  });

  it('are no question that the agent only quotes', () => {
    const quoted = 'Trimmed and pushed. The line answers the only question a reader has: *why is it not in CI?*';
    assert.equal(next([turnOf('Trim the comment', quoted)]), []);
    assert.equal(next([turnOf('Trim the comment', 'Trimmed. *Shall the second one go as well?*')]), [
      'Waiting for the user: *Shall the second one go as well?*',
    ]);
  });

  it('are a question of the user that has no answer yet', () => {
    const asked: Turn = { ...turnOf('what is a TSO?'), outcome: 'open' };
    assert.equal(next([turnOf('Fix the table', edited('a.ts'), 'Fixed.'), asked]), ['Answer the user: what is a TSO?']);
  });

  it('are a question with its options, and not with a list of what was done', () => {
    const options =
      'Both work.\n\n**Option A: Keep the flag** and warn\n**Option B: Drop the flag**\n\nDoes Option A work for you?';
    assert.match(
      next([turnOf('Plan', options)])[0] ?? '',
      /^Waiting for the user: .*\(a: Keep the flag; b: Drop the flag\)$/,
    );
    const report =
      'What I changed:\n1. `a.ts` reads it\n2. `b.ts` writes it\n\nShould I commit, or do you prefer either alone?';
    assert.equal(next([turnOf('Go', report)]), [
      'Waiting for the user: Should I commit, or do you prefer either alone?',
    ]);
  });

  it('are what the agent does once what it waits for has come', () => {
    const said = "The pull request is open. Waiting on the build, then I'll redeploy and delete the old image.";
    assert.equal(next([turnOf('go', said)]), [
      "Agent: Waiting on the build, then I'll redeploy and delete the old image.",
    ]);
  });

  it('are the step that a handover records', () => {
    const said = 'Handoff written. It records the next step — branch `feat/writes` and build the write surface.';
    assert.equal(next([turnOf('hand over', said)]), [
      'Agent: It records the next step — branch `feat/writes` and build the write surface.',
    ]);
  });

  it('are no files that git has not been told of', () => {
    assert.equal(
      next([turnOf('go', 'Opened it. The tree is clean; only `.codex/` and `.entire/` remain untracked.')]),
      [],
    );
  });

  it('are what a report leaves to the user', () => {
    assert.equal(next([turnOf('Go', 'Released.\n\n**Remaining for you (per the guide):** tag the merge commit.')]), [
      'tag the merge commit.',
    ]);
  });
});

describe('a call that the user stopped', (it) => {
  it('waits for a word of theirs, and so does what the agent had asked before it', () => {
    const output = "The user doesn't want to proceed with this tool use. STOP what you are doing and wait.";
    const call: ToolCall = { ...ran('cd app && pip install rewriter', output, 1), result: 'refused' };
    const stopped = (prompt: string, ...said: readonly string[]): Turn => ({
      ...turnOf(prompt, ...said, call),
      outcome: 'interrupted',
    });
    assert.equal(next([stopped('Remove the big files from the history')]), [
      'Ask the user how to go on with “Remove the big files from the history”: they stopped the agent at `pip install rewriter`',
    ]);
    const asked = 'Shall I set the secret or read it from the store?';
    assert.equal(next([stopped('Still there?', asked, 'I make the check optional:')]), [
      'Ask the user how to go on: they stopped the agent at `pip install rewriter`',
      `Waiting for the user: ${asked}`,
    ]);
  });
});

describe('what the agent waits for', (it) => {
  it('is the run behind a file that the same line writes, also when it says so itself', () => {
    const line = "cat > /tmp/a.ts <<'EOF'\nexport {};\nEOF\ncp /tmp/a.ts src/a.ts\nnpm run build";
    const call: ToolCall = { ...ran(line), result: 'open' };
    const said = 'I’ve replaced the loop. That’s the right fix; now I’m letting the build show any mismatch.';
    assert.equal(next([{ ...turnOf('Same error', call, said), outcome: 'open' }]), [
      'See how `cp /tmp/a.ts src/a.ts && npm run build` ended: no result yet',
    ]);
  });

  it('is no step of the work', () => {
    const poll = { tool: 'write_stdin', action: 'other', paths: [], result: 'ok' } as const;
    const said = 'The lexer passes. I’m waiting on the whole suite now to make sure that nothing else depends on it.';
    const turn: Turn = { ...turnOf('Port the lexer', ran('make check'), said, poll, ran('git diff')), outcome: 'open' };
    assert.not(next([turn]).some((text) => text.startsWith('Waiting')));
    assert.not(
      next([{ ...turnOf('Port it', 'Waiting on the remaining reviewers now.', poll), outcome: 'open' }]).length === 0,
    );
  });
});

describe('tasks that were left to subagents', (it) => {
  const listed = { tool: 'update_plan', action: 'plan', paths: [], result: 'ok' } as const;
  const started = { tool: 'spawn_agent', action: 'agent', paths: [], result: 'ok' } as const;
  const report: Session['subagents'][number] = { description: 'Review the lexer', result: 'It is fine.' };
  const after = (text: string, steps: readonly (string | ToolCall)[], subagents = [report, report]) => {
    const todos = [
      { text, status: 'in_progress' as const },
      { text: 'Write the report on the lexer', status: 'pending' as const },
    ];
    const turn: Turn = { ...turnOf('Check the lexer', listed, started, started, ...steps), outcome: 'open' };
    return analyzeSession({ session: sessionOf([turn], { todos, subagents }), changes: [] }).analysis;
  };

  it('are over when all have reported, and the next is at hand', () => {
    const found = after('Delegate the review to agents', ['One more is back.', ran('ls')]);
    assert.equal(found.next_actions[0], 'Write the report on the lexer');
    assert.is(found.current_task, 'Write the report on the lexer');
    const told = 'Its subagents have all reported, not ticked off yet: Delegate the review to agents';
    assert.ok(found.current_state.includes(told));
    assert.is(after('Harden the lexer', ['Both halves landed. Now the gate.']).next_actions.length, 1);
  });

  it('are open while one is out, while the agent works on them itself, and while more than reports is asked', () => {
    const [first] = after(
      'Delegate the review to agents',
      ['One is back.'],
      [report, { description: 'Review' }],
    ).next_actions;
    assert.is(first, 'Delegate the review to agents (in progress)');
    for (const [text, ...steps] of [
      ['Harden the lexer', 'Both looked at it. I harden it now.'],
      ['Harden the lexer', 'Both halves are done, but one fails.'],
      ['Delegate the hardening to agents', 'Both are back.', edited('lexer.ts')],
      ['Run agents, then merge what they found', 'Now I read it.'],
    ] as const)
      assert.is(after(text, steps).next_actions.length, 2);
  });
});

describe('a turn whose tests pass', (it) => {
  const turn = (...steps: readonly (string | ToolCall)[]): Turn => ({
    ...turnOf('Reject folders as input', ...steps),
    outcome: 'open',
  });
  const told =
    '`go test ./lexer` passed after the last edit, and the agent only looked since: report, or go on with what is left of the request';

  it('is about to be reported once the agent only looks at what it did', () => {
    const done = [edited('lexer.go'), ran('go test ./lexer', 'ok')];
    assert.equal(next([turn(...done, ran('git diff'))]), [told]);
    for (const [...more] of [[], [ran('git diff'), edited('b.go')], [ran('make vet', 'bad', 1), ran('git diff')]])
      assert.not.equal(next([turn(...done, ...more)]), [told]);
  });
});

describe('a list that the agent set out on', (it) => {
  const list =
    '1. **Layout**: one folder for each harbour\n2. **Errors** of their own\n3. `tides.toml` in place of JSON';
  const far = ', since then edited tides.toml, map.ts)';
  const told = (rest: string) => {
    const said = `What the guide wants and I do not do:\n\n${list}\n\n${rest}`;
    const calls = [
      edited('tides.toml'),
      'Now the core parts -- map, errors, clock:',
      edited('tides.toml'),
      edited('map.ts'),
    ];
    return next([{ ...turnOf('Stop. What does the guide say? Follow it.', said, ...calls), outcome: 'open' }])[0] ?? '';
  };

  it('is what is next, without what was written since', () => {
    const found = told('I need to do all of it again. Let me do that.');
    assert.match(
      found,
      'what the agent set out on, as far as it is left: Layout; Errors (for “Stop. What does the guide say?',
    );
    assert.ok(found.endsWith(far), found);
    assert.not.match(told('That is what it says.'), 'set out on');
    assert.not.match(told('Shall I do it? Then let me know.'), 'set out on');
  });
});

describe('an edit that failed', (it) => {
  const output = 'String to replace not found in file.';
  const failed: ToolCall = { ...edited('src/a.ts', 'if (wet) {\n\t\t\tpaint();\n\t\t}'), result: 'failed', output };
  const exchange = (turn: Turn) =>
    analyzeSession({ session: sessionOf([turn]), changes: [] }).analysis.last_exchange.at(-1) ?? '';

  it('is to be redone, whatever was said before it, and its text is kept', () => {
    const said = 'The file has tabs. Let me use the exact text of the file:';
    const turn: Turn = { ...turnOf('Draw it', failed, said, failed, ran('cat src/a.ts')), outcome: 'open' };
    assert.equal(next([turn]), [
      `Redo the edit of src/a.ts, which was not applied (tried 2 times with the same text): ${output}`,
    ]);
    assert.is(exchange(turn), 'The edit of src/a.ts that was not applied was to put in:\nif (wet) {\n\tpaint();\n}');
    const applied: Turn = { ...turnOf('Draw it', failed, said, edited('src/a.ts')), outcome: 'open' };
    assert.not.match(next([applied])[0] ?? '', 'Redo');
    assert.not.match(exchange(applied), 'to put in');
  });
});

describe('steps of an approved plan', (it) => {
  const plan = [
    '# Split the planner',
    '## Context',
    '- it is large',
    '## Steps',
    '1. Move the lexer into `src/lexer.ts`',
    '2. Explain it to the team',
    '3. Add `parseTokens` to the parser',
    '4. Update `README.md`',
    '5. Run all tests',
  ].join('\n');
  const open = (...calls: readonly Parameters<typeof turnOf>[1][]) =>
    next([turnOf('Go', ...calls, 'Fine.')], { plans: [{ text: plan, approved: true }] });

  it('do not count as done for the file in which the plan itself was written', () => {
    const file = '/home/me/.claude/plans/brave-fox.md';
    const written: ToolCall = { ...edited('x'), paths: [file], change: { added: plan, removed: '' } };
    const approved: ToolCall = { tool: 'ExitPlanMode', action: 'plan', paths: [], result: 'ok' };
    const turn = turnOf('Split it', written, approved, 'First, the lexer.', ran('mkdir -p src'));
    const found = next([{ ...turn, outcome: 'open' }], { plans: [{ text: plan, approved: true }] });
    assert.is(found[0], `Move the lexer into \`src/lexer.ts\` (approved plan: ${file})`);
    assert.is(found.length, 5);
  });

  it('are the files that its headings name, each with what is to be done there', () => {
    const text = [
      '# Shorten the install guide',
      '## Files to modify',
      '1. `README.md`',
      '2. `docs/INSTALL.md`',
      '## Changes',
      '### README.md',
      '- Drop the step that clones',
      '### docs/INSTALL.md',
      '- Link from the current folder',
      '- Drop the Windows variant',
      '### No other files modified',
      '- `copyAll()` in `src/copy.ts` is there already',
    ].join('\n');
    const turn: Turn = { ...turnOf(`Implement the following plan:\n\n${text}`, edited('README.md')), outcome: 'open' };
    assert.equal(next([turn]), ['docs/INSTALL.md: Link from the current folder; Drop the Windows variant']);
    const [decided] = analyzeSession({ session: sessionOf([turn]), changes: [] }).analysis.decisions;
    assert.match(decided ?? '', 'README.md: Drop the step that clones; docs/INSTALL.md: Link');
  });

  it('are nothing that stands below its findings', () => {
    const found = [
      '## Findings',
      '### How it works',
      '1. Fetch the record',
      '2. Submit the job',
      '### Done already',
      '- a',
    ];
    const text = ['# Check the exit code', ...found, '## Steps', '1. Reject when `git fetch` fails', '2. Add a test'];
    const plans = [{ text: text.join('\n'), approved: true }];
    assert.equal(next([turnOf('Go', ran('ls'), 'Fine.')], { plans }), ['Reject when `git fetch` fails', 'Add a test']);
  });

  it('are followed by how the plan is verified, while the turn runs', () => {
    const text = [
      '# Port it',
      '## Changes',
      '### `src/a.ts`',
      'Move the lexer.',
      '## Verification',
      '1. Run `make e2e`',
    ];
    const prompt = `Implement the following plan:\n\n${text.join('\n')}`;
    const turn: Turn = { ...turnOf(prompt, edited('src/a.ts')), outcome: 'open' };
    assert.equal(next([turn]), ['Not verified yet, as the plan has it: Run `make e2e`']);
    assert.equal(next([turnOf(prompt, edited('src/a.ts'), 'Ported, and verified.')]), []);
    const points = ['1. Run `make e2e && make lint`', '2. Manual:', '   - Open the harbour page', '   - Draw a boat'];
    const manual = [...text.slice(0, -1), ...points, '3. All tests pass'].join('\n');
    const order = `Implement the following plan:\n\n${manual}`;
    const done = turnOf(order, edited('src/a.ts'), ran('make e2e | tail'), ran('npm test'), 'Ported.');
    const looks = 'Not verified yet, as the plan has it: Run `make e2e && make lint`; Manual: Open the harbour page';
    assert.equal(next([done]), [looks]);
    const all = { ...done, steps: [...turnOf('', ran('make e2e && make lint')).steps, ...done.steps] };
    assert.equal(
      next([all, turnOf('commit it', ran('git commit -m a'), 'Committed.')]).at(-1),
      looks.replace(/: Run .*; M/, ': M'),
    );
    assert.equal(next([all, turnOf('Paint the boats red now', edited('src/boat.ts'), 'They are red.')]), []);
  });

  it('are done with the commands that they are', () => {
    const text =
      '# Sails\n## Steps\n### Step 1: Install\n```bash\nbun add sailcloth\n```\n### Step 2: `src/sail.ts`\nCut it.';
    const plans = [{ text, approved: true }];
    assert.equal(next([turnOf('Go', ran('bun add sailcloth'), 'In.')], { plans }), ['Step 2: `src/sail.ts`']);
    assert.is(next([turnOf('Go', ran('bun add sailcloth', 'error', 1), 'Hm.')], { plans }).length, 2);
  });

  it('come in the order that the plan sets, with the tests that it lists apart', () => {
    const text = [
      '# Port it',
      '## Parts',
      '### 1A. Create `src/ui/menu.tsx`',
      '### 2A. Update the sums in `src/sums.ts`',
      '### 2B. Update `src/types.ts`',
      '### 3A. Build both `Dockerfile`s',
      'In `web/Dockerfile`.',
      '## Files',
      '### Test files to update',
      '| File | New |',
      '| `test/sums.test.ts` | rounding, zero |',
      '| `test/types.test.ts` | none |',
      '## Implementation Order',
      '```',
      '1. types.ts  <- first',
      '2. sums.ts',
      '3. menu.tsx',
      '```',
    ].join('\n');
    const plans = [{ text, approved: true }];
    const calls = [edited('src/types.ts'), edited('web/Dockerfile'), edited('test/types.test.ts')];
    assert.equal(next([turnOf('Go', ...calls, 'Fine.')], { plans }), [
      'Update the sums in `src/sums.ts`',
      'Create `src/ui/menu.tsx`',
      'Tests in `test/sums.test.ts`: rounding, zero',
    ]);
  });

  it('are no bullets that tell what something does, beside the file that it orders', () => {
    const text = [
      '# Clear the basket',
      '## Fix',
      '**File: `src/basket.tsx`**',
      'Add an effect. This covers both:',
      '- Fresh completion (via the event)',
      '- Restored completion (on mount)',
      '`onClear` does two things:',
      '- Clears the state of the page',
      '- Clears the database',
      '## Verification',
      '1. Run `make test`',
    ].join('\n');
    const prompt = `Implement the following plan:\n\n${text}`;
    const turn: Turn = { ...turnOf(prompt, edited('src/basket.tsx')), outcome: 'open' };
    assert.equal(next([turn]), ['Not verified yet, as the plan has it: Run `make test`']);
    const begun: Turn = { ...turnOf(prompt, ran('ls')), outcome: 'open' };
    assert.match(next([begun])[0] ?? '', /^`?src\/basket\.tsx`?: Add an effect/);
  });

  it('are done with the section of the document that they name', () => {
    const text = [
      '# Guide',
      '## Sections',
      '### 1. Color Palette (brief)',
      'Ten lines.',
      '### 2. Animations',
      'Few.',
    ].join('\n');
    const write = { ...edited('GUIDE.md'), change: { added: '# Guide\n\n### Color Palette\n\nPlum.\n', removed: '' } };
    const found = next([turnOf('Go', write, 'Fine.')], { plans: [{ text, approved: true }] });
    assert.equal(found, ['Animations']);
  });

  it('are done when the agent reports them by their number', () => {
    const text = ['# Port it', '## Phase 1: Logic', '## Phase 2: Existing files', '## Phase 3: Verify'].join('\n');
    const plans = [{ text, approved: true }];
    const report = 'Phase 1 — six files.\n\nPhase 2 — two changed.';
    assert.equal(next([turnOf('Go', edited('src/a.ts'), report)], { plans }), ['Phase 3: Verify']);
    assert.equal(next([turnOf('Go', edited('src/a.ts'), `${report}\n\nPhase 3 — green.`)], { plans }), []);
  });

  it('are read from headings, and not from what stands around them', () => {
    const text = [
      '# Context menus',
      '## Context',
      '1. No menu is there',
      '2. No node can be added',
      '## Feature 1',
      '### 1A. Create `src/menu.tsx`',
      '1. The trigger',
      '### 1B. Modify `src/tree.tsx`',
      '## Verification',
      '1. Run the tests',
    ].join('\n');
    const found = next([turnOf('Go', edited('src/menu.tsx'), 'Fine.')], { plans: [{ text, approved: true }] });
    assert.is(found[0], 'Modify `src/tree.tsx`');
    assert.is(found.length, 2);
  });

  it('are ticked by the files that the text below a heading names', () => {
    const text = [
      '# Charts',
      '### Step 1: Add the section',
      'In `src/quality.tsx`.',
      '### Step 2: Consolidate the documents',
      'Merge both into `docs/charts.md`.',
      '### Step 3: Tell the team',
    ].join('\n');
    const calls = [edited('src/quality.tsx'), edited('docs/charts.md')];
    const found = next([turnOf('Go', ...calls, 'Fine.')], { plans: [{ text, approved: true }] });
    assert.equal(found, ['Step 3: Tell the team']);
  });

  it('are all open before anything was edited', () => assert.is(open().length, 5));

  it('are ticked by the files and the names that were edited', () => {
    assert.equal(open(edited('src/lexer.ts', 'x'), edited('src/parser.ts', 'export function parseTokens() {}')), [
      'Update `README.md`',
      'Run all tests',
    ]);
  });
});

describe('what the last words leave open', (it) => {
  it('is not an offer where something is only ready', () => {
    assert.equal(next([turnOf('Update the PRD', 'The PRD is accurate now and ready to drive phase two.')]), []);
    assert.equal(next([turnOf('Plan it', 'Ready to implement the cache on your go.')]), [
      'Waiting for the user: Ready to implement the cache on your go.',
    ]);
  });

  it('is told once, and not where it was wished so', () => {
    assert.equal(next([turnOf('Go', 'Committed. Not pushed and no PR opened — say the word if you want either.')]), [
      'Waiting for the user: Not pushed and no PR opened — say the word if you want either.',
    ]);
    assert.equal(next([turnOf('Go', 'Committed. Not pushed, per your instruction.')]), []);
  });

  for (const said of [
    'It records the next step as: reconnect, verify the tools, then create the sensors.',
    'The ticket board is still unreconciled and there’s still no PR to `main`.',
    'Give it the sync window (an hour), then retry once: `tool search --all`.',
  ])
    it(`hears ${JSON.stringify(said)}`, () =>
      assert.equal(next([turnOf('Go', `The handoff is written. ${said}`)]), [`Agent: ${said}`]));

  it('is the work itself where the agent has only begun it', () => {
    const begun: Turn = {
      ...turnOf('Review both stories', 'Launching both in parallel now. Each reads its own story.'),
      outcome: 'open',
    };
    assert.equal(next([begun]), [
      'Report to the user: Review both stories (the agent’s last words: “Launching both in parallel now. Each reads its own story”)',
    ]);
  });

  it('is nothing once the answer was handed to the program that asked', () => {
    const handed = { tool: 'StructuredOutput', action: 'other', paths: [], result: 'ok' } as const;
    const turn = (call: Parameters<typeof turnOf>[1]): Turn => ({
      ...turnOf('Review this change', 'No sinks are reached: `cache.ts` only reads.', call),
      outcome: 'open',
    });
    assert.equal(next([turn(handed)]), []);
    assert.is(next([turn({ ...handed, result: 'failed' })]).length, 1);
  });

  it('is not what happens by itself, in Japanese either', () => {
    const turn = (said: string): Turn => ({ ...turnOf('最小のサイズは？', said), outcome: 'open' });
    assert.equal(next([turn('結論は `512GB` です。`1TB` から発生します。')]), []);
    assert.equal(next([turn('次に `App.tsx` を修正します。')]), ['次に `App.tsx` を修正します。']);
  });

  it('says what a bare go-ahead is for', () => {
    const asked = turnOf(
      'Support palettes?',
      'Allow the keyword in the schema of palettes. Ready to implement on your go.',
    );
    const turn: Turn = { ...turnOf('go ahead and implement it', ran('ls')), outcome: 'open' };
    assert.match(next([asked, turn])[0] ?? '', 'Allow the keyword in the schema');
  });
});

describe('what is to be tried again', (it) => {
  const fetched = (description: string, result: ToolCall['result'], output = ''): ToolCall => {
    return { tool: 'WebFetch', action: 'search', paths: [], description, result, output };
  };
  const failed = [
    fetched('https://a.example/one', 'failed', 'status code 303'),
    fetched('https://a.example/two', 'interrupted'),
  ];
  const turn = (...since: readonly ToolCall[]): Turn => ({
    ...turnOf('Read the manual', 'I look at both.', ...failed, 'Let me retry these separately.', ...since),
    outcome: 'open',
  });

  it('is named by the calls that failed', () => {
    assert.equal(next([turn()]), [
      'Retry what failed: WebFetch https://a.example/one (status code 303); WebFetch https://a.example/two',
    ]);
  });

  it('is what is left of it', () => {
    const since = [fetched('https://a.example/one', 'ok'), fetched('https://a.example/two', 'open')];
    assert.equal(next([turn(...since)]), [
      'Retry what failed: WebFetch https://a.example/two (started again, no result yet)',
    ]);
  });
});

describe('deliveries that the user ordered', (it) => {
  const half = (prompt: string, ...calls: readonly ToolCall[]): Turn => ({
    ...turnOf(prompt, ...calls, 'Now let me write the tests of the lexer.'),
    outcome: 'open',
  });
  const first = 'Write the tests of the lexer';

  it('come last', () => {
    assert.equal(next([half('Fix the lexer, commit it and push to my fork', edited('a.ts'))]), [
      first,
      'Then, as the user asked: push to my fork',
    ]);
    const asked = turnOf(
      'merge the pr',
      ran('gh pr checks 4'),
      'Lint fails. Which way?\n\n1. Fix it here\n2. Merge anyway',
    );
    assert.equal(next([asked, half('1', edited('a.ts'))]), [first, 'Then, as the user asked: merge the pr']);
  });

  it('are those that the agent set out on one after the other', () => {
    const said = "The notes are in. I'll commit them, push, open a PR, and squash merge it.";
    const pushed = ran('git push -u origin notes');
    const turn: Turn = { ...turnOf('Write the notes and merge this', edited('n.md'), said, pushed), outcome: 'open' };
    assert.equal(next([turn]).at(-1), 'Then, as the agent announced: open a PR; squash merge it');
    const opened = ran('gh pr create --fill', 'https://github.com/a/b/pull/4');
    const on: Turn = { ...turnOf('Merge this', said, pushed, opened), outcome: 'open' };
    assert.equal(next([on]).at(-1), 'Then, as the agent announced: squash merge it');
  });

  it('are not told once they are made, nor of words that order none', () => {
    assert.equal(next([half('Fix the lexer and push', ran('git push origin main'))]), [first]);
    assert.equal(next([half('Fix the lexer, do not push it; the push button is red', edited('a.ts'))]), [first]);
  });
});

describe('a short order at the end of what the agent said', (it) => {
  it('is what it does next, not the end of its turn', () => {
    const turn: Turn = {
      ...turnOf('Fix the types', edited('a.ts'), 'Types are green. Commit and push.'),
      outcome: 'open',
    };
    assert.equal(next([turn]), ['Go on from the agent’s last words: “Types are green. Commit and push”']);
    const advice: Turn = { ...turnOf('Fix it', edited('a.ts'), 'It is fixed. Commit when you like.'), outcome: 'open' };
    assert.equal(next([advice]), []);
  });
});

describe('a look that the agent announced', (it) => {
  it('says what was asked for', () => {
    const open = (call: ToolCall) =>
      next([{ ...turnOf('Fix it', 'Let me see more of the tide tables here.', call), outcome: 'open' }])[0];
    const look = { ...read('src/tides.ts', '90-130'), result: 'open' as const };
    const fetch: ToolCall = {
      tool: 'WebFetch',
      action: 'search',
      paths: [],
      result: 'open',
      description: 'https://tides.example/a',
    };
    const told = 'See more of the tide tables here';
    assert.is(open(look), `${told} (asked for, no result yet: src/tides.ts:90-130)`);
    assert.is(open(fetch), `${told} (asked for, no result yet: https://tides.example/a)`);
    assert.is(open({ ...look, result: 'ok' }), `${told} (begun with src/tides.ts:90-130)`);
  });

  it('says which results are in', () => {
    const said = 'There are two requests. I’m checking the details so that the verdict rests on more than the list.';
    const turn = turnOf('Which requests can be merged?', said, ran('gh pr view 4'), ran('gh pr view 5'));
    assert.equal(next([{ ...turn, outcome: 'open' }]), [
      'Checking the details so that the verdict rests on more than the list (the results are in of `gh pr view 4`, `gh pr view 5`)',
    ]);
  });
});

describe('several steps that the agent began', (it) => {
  it('are given up when one failed and the agent said something else since', () => {
    const tries = 'I’ll make one more attempt with the local index, then report the state of it.';
    const other =
      'The index is out of reach. I’m reading the bodies of the files, and use the connector for those paths.';
    const turn = turnOf('Update the request', tries, ran('git add a.ts', 'denied', 1), other, read('a.ts'));
    const [found = ''] = next([{ ...turn, outcome: 'open' }]);
    assert.not.ok(found.includes('one more attempt'));
  });

  it('end with the pull request, also when the list is ticked off after it', () => {
    const listed = { tool: 'TodoWrite', action: 'plan', paths: [], result: 'ok' } as const;
    const turn = turnOf('Merge both tools', 'One commit it is.', ran('gh pr create --draft --title "Merge"'), listed);
    assert.equal(next([{ ...turn, outcome: 'open' }]), [
      'Report to the user: `gh pr create --draft --title "Merge"` went well',
    ]);
  });
});

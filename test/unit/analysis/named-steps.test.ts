import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import type { Session, ToolCall, Turn } from '../../../src/core/session.ts';
import { edited, ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const next = (turns: readonly Turn[], more: Partial<Session> = {}) =>
  analyzeSession({ session: sessionOf(turns, more), changes: [] }).analysis.next_actions;
const open = (turn: Turn): Turn => ({ ...turn, outcome: 'open' });

describe('steps that the user orders by a name', (it) => {
  const phases =
    'Here is the way.\n\n**Phase 0: headless**\n- Add `setDefault` to the handlers\n- Test every alias\n\nPhase 1: screens\n- Draw the screens';

  it('are those below that name in what the agent wrote', () => {
    assert.equal(next([turnOf('How would you do it?', phases), open(turnOf('ok lets do phase 0'))]), [
      'phase 0: Add `setDefault` to the handlers',
      'phase 0: Test every alias',
    ]);
  });

  it('are no longer told once what they name is written', () => {
    const edit = edited('src/handlers.ts', 'function setDefault() {}');
    assert.equal(next([turnOf('How would you do it?', phases), open(turnOf('ok lets do phase 0', edit))]), [
      'phase 0: Test every alias',
    ]);
  });
});

describe('open boxes of a document that the agent keeps', (it) => {
  const boxes = (added: string) => edited('docs/PLAN.md', added);

  it('are next', () => {
    const turn = turnOf('Follow the plan', boxes('- [x] Check the signature\n- [ ] Deploy it to the test account'));
    assert.equal(next([open(turn)]), ['Deploy it to the test account']);
  });

  it('are not those of a template', () => {
    const added = '- [x] Describe the story\n- [ ] Test the contract of [endpoint]\n- [ ] T2 [P] Write the reader';
    assert.equal(next([open(turnOf('Follow the plan', boxes(added)))]), ['T2 [P] Write the reader']);
    const template = edited('.specs/templates/tasks.md', added);
    assert.equal(next([turnOf('Change the template', template, 'Changed.')]), []);
  });

  it('are only those that the user names', () => {
    const list = boxes('- [x] T001 Write the schema\n- [ ] T002 Write the reader\n- [ ] T003 Write the panel');
    assert.equal(
      next([turnOf('Write the tasks', list, 'Written.'), open(turnOf('do t003', boxes('- [x] T004 Write it')))]),
      ['T003 Write the panel'],
    );
  });

  it('say nothing where none was ever ticked', () => {
    const turn = turnOf('Write down a checklist', boxes('- [ ] Deploy it to the test account'), 'Written.');
    assert.equal(next([turn]), []);
  });
});

describe('what waits for the user', (it) => {
  const refused = (call: Partial<ToolCall>): ToolCall => ({
    tool: 'ExitPlanMode',
    action: 'plan',
    paths: [],
    result: 'refused',
    output: "The user doesn't want to proceed with this tool use. STOP what you are doing and wait for the user.",
    ...call,
  });

  it('is a plan that was rejected, and not the request for it', () => {
    const turn: Turn = {
      ...turnOf('Plan the update of the docs', 'I’ll write the plan.', refused({})),
      outcome: 'interrupted',
    };
    assert.equal(next([turn], { plans: [{ text: '# Update the docs\n\n1. Read them', approved: false }] }), [
      'Ask the user how to go on: the plan “Update the docs” was rejected, and nothing of it is done',
    ]);
  });

  it('is an edit that was rejected, and a command that was stopped', () => {
    const stopped = (call: Partial<ToolCall>): Turn => ({
      ...turnOf('Clean up', refused(call)),
      outcome: 'interrupted',
    });
    assert.equal(next([stopped({ tool: 'Write', action: 'edit', paths: ['/work/app/a.ts'] })]), [
      'Ask the user how to go on: Write a.ts was rejected, and nothing of it is done',
    ]);
    assert.equal(next([stopped({ tool: 'Bash', action: 'command', command: 'make slow' })]), [
      'Ask the user how to go on: they stopped the agent at `make slow`',
    ]);
  });
});

describe('commands without a result', (it) => {
  it('are named as such', () => {
    const pending: ToolCall = { ...ran('vendor discover db'), result: 'open' };
    assert.equal(next([open(turnOf('Which database?', 'I’m looking.', ran('ls'), pending))]), [
      'See how `vendor discover db` ended: no result yet',
    ]);
    const look: ToolCall = { ...ran('vendor issue list --open'), result: 'open' };
    assert.equal(next([open(turnOf('Which database?', 'I’m looking.', ran('ls'), look))]), [
      'Run again `vendor issue list --open`: no result yet',
    ]);
  });
});

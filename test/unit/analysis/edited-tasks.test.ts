import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import type { Todo, ToolCall } from '../../../src/core/session.ts';
import { edited, ran, read, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const listed: ToolCall = { tool: 'TodoWrite', action: 'plan', paths: [], result: 'ok' };
const todo = (text: string, status: Todo['status'] = 'pending'): Todo => ({ text, status });
const next = (todos: readonly Todo[], ...calls: readonly ToolCall[]) => {
  const turn = { ...turnOf('Go on with the list', listed, ...calls), outcome: 'open' as const };
  return analyzeSession({ session: sessionOf([turn], { todos }), changes: [] }).analysis.next_actions;
};
const others = (count: number) => Array.from({ length: count }, (_, at) => edited(`docs/${at}.md`));

describe('a task whose files were edited since it was listed', (it) => {
  it('is perhaps done as long as the agent may be at it', () => {
    const todos = [todo('Add the fields to LedgerEntry'), todo('Fill them in `readEntry`')];
    assert.equal(next(todos, edited('src/ledger.ts', 'interface LedgerEntry {')), [
      'Add the fields to LedgerEntry (perhaps done: src/ledger.ts was edited since)',
      'Fill them in `readEntry`',
    ]);
  });

  it('is probably done when the agent went on to other files', () => {
    const todos = [todo('Write the rules in rules.ts and parse_rule'), todo('Update the help')];
    assert.equal(next(todos, edited('src/rules.ts'), edited('src/parse_rule.ts'), ...others(2)), [
      'Update the help',
      'Probably done, though not ticked off: Write the rules in rules.ts and parse_rule',
    ]);
    assert.equal(next(todos, edited('src/rules.ts'), ...others(2)).length, 2);
  });

  it('is known by the words of its files too when many were edited', () => {
    const todos = [todo('Scaffold the tree stores'), todo('Build the panels of the kernel')];
    const edits = [edited('ui/treeStore.ts'), ...others(10), edited('kernel/a.rs'), edited('kernel/b.rs')];
    const [doing = '', passed] = next(todos, ...edits, edited('kernel/c.rs'));
    assert.match(doing, /^Build the panels of the kernel \(in progress; the list was last touched 14 edits ago, and /);
    assert.is(passed, 'Probably done, though not ticked off: Scaffold the tree stores');
  });

  it('is no run of tests, and not done by the tests of what it names', () => {
    const todos = [todo('Run tests for rules.ts'), todo('Mend rules.ts')];
    assert.equal(next(todos, edited('src/rules.ts'), edited('test/rules.ts'), ...others(2)), [
      'Run tests for rules.ts',
      'Probably done, though not ticked off: Mend rules.ts',
    ]);
    assert.equal(next([todo('Mend the lexer')], edited('test/lexer.test.ts'), ...others(12)).length, 1);
  });
});

describe('a list whose tasks all seem done', (it) => {
  it('is to be checked, and what was looked at last shows where the agent is', () => {
    const todos = [todo('Write rules.ts')];
    const looks = [ran('rg -n oldName src'), read('src/panel.ts')];
    assert.equal(next(todos, edited('src/rules.ts'), ...others(2), ...looks), [
      'Go on where the agent looked last, after its edits: `rg -n oldName src`, src/panel.ts',
      'Check, then tick off, as all of the list seems done: Write rules.ts',
    ]);
  });
});

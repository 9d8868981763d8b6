import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import type { Todo } from '../../../src/core/session.ts';
import { sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const todo = (text: string, status: Todo['status'] = 'pending'): Todo => ({ text, status });

describe('the task list of a subagent that still runs', (it) => {
  const started = { tool: 'Task', action: 'agent', paths: [], result: 'open' } as const;
  const own = [todo('Design the schema of the import'), todo('Try the import with real data')];
  const listed = [
    todo('Design the import schema', 'completed'),
    todo('Write the error handling', 'in_progress'),
    todo('Write the routes'),
  ];
  const next = (result?: string) => {
    const subagent = { description: 'Build the import', todos: listed, ...(result === undefined ? {} : { result }) };
    const turn = { ...turnOf('Build it with agents', 'I plan it.', started), outcome: 'open' as const };
    const session = sessionOf([turn], { todos: own, subagents: [subagent] });
    return analyzeSession({ session, changes: [] }).analysis.next_actions;
  };

  it('is newer than what the list of the agent says of the same tasks', () => {
    assert.equal(next(), [
      'Go on where the subagent “Build the import” was, which has not reported: Write the error handling',
      'Still open on the list of the subagent “Build the import”: Write the routes',
      'Done by the list of the subagent “Build the import”: Design the import schema',
      'Try the import with real data',
    ]);
  });

  it('is over when it has reported', () => {
    assert.equal(next('All built.'), ['Design the schema of the import', 'Try the import with real data']);
  });
});

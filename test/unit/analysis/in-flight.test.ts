import * as assert from 'uvu/assert';
import { findCurrentState } from '../../../src/analysis/current-state.ts';
import { inFlight } from '../../../src/analysis/in-flight.ts';
import { tellPlayByPlay } from '../../../src/analysis/play-by-play.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import { readTaskList } from '../../../src/analysis/task-list.ts';
import type { ToolCall } from '../../../src/core/session.ts';
import { ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const started = (command: string): ToolCall => ({ ...ran(command), result: 'open' });
const out = (...calls: readonly ToolCall[]) => inFlight(viewSession(sessionOf([turnOf('Go', ...calls)])));

describe('what was started and is not back', (it) => {
  const one = started('gofmt -w a.go && go test ./...');

  it('is a command without an end', () => {
    assert.equal(out(one, ran('git status')), ['`gofmt -w a.go && go test ./...`']);
    assert.equal(out(one, started('gofmt -w b.go && go test ./...')).length, 2);
  });

  it('is not what ran again to its end, nor what nobody asked after any more', () => {
    assert.equal(out(one, ran('gofmt -w pkg/a.go && go test ./... | tail', 'FAIL', 1)), []);
    assert.equal(out(one, ...Array.from({ length: 61 }, () => ran('git status'))), []);
  });
});

describe('a turn that stopped short', (it) => {
  const short = { ...turnOf('Commit it', ran('git add .')), outcome: 'open' as const };
  const told = (...turns: readonly ReturnType<typeof turnOf>[]) =>
    tellPlayByPlay(viewSession(sessionOf(turns))).map(({ text }) => text);

  it('is unfinished until a later one carries it on', () => {
    assert.match(told(short)[0] ?? '', / → unfinished$/);
    assert.match(
      told(short, turnOf('Without gt', ran('git commit -m "a: b"'), 'Done.'))[0] ?? '',
      / → went on in turn 2$/,
    );
  });

  it('may end with a subagent that is back', () => {
    const call: ToolCall = { tool: 'Task', action: 'agent', paths: [], result: 'ok', description: 'Look at it' };
    const turn = { ...turnOf('Look', 'I let an agent look:', call), outcome: 'open' as const };
    const state = (result?: string) => {
      const view = viewSession(
        sessionOf([turn], { subagents: [{ description: 'Look at it', ...(result === undefined ? {} : { result }) }] }),
      );
      return findCurrentState(view, readTaskList(view), []).map(({ text }) => text)[0] ?? '';
    };
    assert.match(state('All is well.'), /came back and is not reported yet/);
    assert.not.match(state(), /came back/);
  });
});

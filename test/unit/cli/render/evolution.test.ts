import * as assert from 'uvu/assert';
import { renderEvolution, renderSessions } from '../../../../src/cli/render/evolution.ts';
import { sparkline } from '../../../../src/cli/render/sparkline.ts';
import { renderTable } from '../../../../src/cli/render/table.ts';
import { moment } from '../../../../src/core/clock.ts';
import type { Evolution, EvolutionStep } from '../../../../src/watch/evolution.ts';
import { fixedWorld } from '../../../support/fixed-world.ts';
import { describe } from '../../../support/suite.ts';

const step = (number: number, added: number, summary: string): EvolutionStep => ({
  number,
  created: '2026-01-02T01:10:00Z',
  trigger: 'interval',
  duration: number * 60_000,
  files: number,
  added,
  removed: 0,
  filesModified: number,
  memory: { heapUsed: 1000, rss: number * 1_000_000 },
  summary,
});

const evolution: Evolution = {
  session: 'my-run',
  agent: 'claude',
  branches: ['main', ''],
  started: '2026-01-02T01:00:00Z',
  total: 3,
  totalDuration: 5_400_000,
  filesModified: ['a.ts', 'b\u001b.ts'],
  peakMemory: 120_000_000,
  checkpoints: [step(1, 5, 'Begin'), step(2, 120, 'Go\u001b[2J on'), step(12, 40, 'End')],
};

describe('sessions', (it) => {
  it('say what they are about on a narrow screen, too', () => {
    const stdout = { write: () => true, isTTY: true, columns: 40 };
    const world = fixedWorld('/', { stdout, env: { NO_COLOR: '1' } });
    const session = '300f64aa-0000-4000-8000-000000000000';
    assert.match(renderSessions([{ ...evolution, session }], world), /^300f64aa {2}\S+ {2}End\n$/);
  });

  it('are plain tables where nobody looks', () => {
    const text = renderEvolution(evolution, fixedWorld('/'));
    assert.is(
      text,
      `Session my-run (Claude Code) on main, a detached HEAD, since ${moment(new Date(evolution.started), fixedWorld('/').now())}
3 checkpoints in 1h 30m, 2 files modified, memory peak 120 MB
checkpoint   after  files     +   -  memory  trigger   summary
         1   1m 0s      1    +5  -0  1.0 MB  interval  Begin
         2   2m 0s      2  +120  -0  2.0 MB  interval  Go on
        12  12m 0s     12   +40  -0   12 MB  interval  End
Files modified:
  a.ts
  "b\\u001b.ts"
`,
    );
  });

  it('have a line each in the list', () => {
    assert.is(renderSessions([evolution], fixedWorld('/')), 'my-run  2h  Claude Code  main,   3 checkpoints  End\n');
  });

  it('draw sparklines on a terminal and fit its width', () => {
    const world = fixedWorld('/', { stdout: { write: () => true, isTTY: true, columns: 60 } });
    const text = renderEvolution(evolution, { ...world, env: { NO_COLOR: '1' } });
    assert.match(text, /^files {3}▁▂█ {2}1 – 12$/m);
    assert.match(text, /^lines {3}▁█▃ {2}5 – 120$/m);
    assert.match(text, /^memory {2}▁▂█ {2}1\.0 MB – 12 MB$/m);
    for (const line of text.split('\n').slice(2)) assert.ok([...line].length <= 60, line);
  });

  it('name the files, and let none of them drive the terminal', () => {
    const text = renderEvolution(evolution, fixedWorld('/'));
    assert.match(text, /^ {2}a\.ts$/m);
    assert.not.ok(text.includes('\u001b'));
  });
});

describe('sparklines', (it) => {
  it('go from the lowest to the highest', () => {
    assert.is(sparkline([0, 1, 2, 3, 4, 5, 6, 7]), '▁▂▃▄▅▆▇█');
    assert.is(sparkline([5, 5, 5]), '▁▁▁');
    assert.is(sparkline([]), '');
  });

  it('keep the peaks of more numbers than there is room for', () => {
    const values = Array.from({ length: 1000 }, (_, at) => (at === 517 ? 9 : 0));
    const line = sparkline(values, 20);
    assert.is([...line].length, 20);
    assert.is([...line].indexOf('█'), 10);
  });
});

describe('tables', (it) => {
  it('leave out a column in which nobody says anything', () => {
    const rows = [{ a: '1', b: '' }];
    const text = renderTable(rows, [
      { title: 'first', cell: ({ a }) => a },
      { title: 'second', cell: ({ b }) => b },
    ]);
    assert.is(text, 'first\n    1\n');
  });
});

import * as assert from 'uvu/assert';
import { timelineRenderer } from '../../../../src/cli/render/timeline.ts';
import type { DamagedCheckpoint } from '../../../../src/core/checkpoint.ts';
import type { Note } from '../../../../src/core/note.ts';
import { checkpointNumber } from '../../../../src/core/number.ts';
import { textWidth } from '../../../../src/core/text-width.ts';
import type { TreeChange } from '../../../../src/core/tree-change.ts';
import type { TimelineEntry, WorkingTree } from '../../../../src/repository/timeline.ts';
import { fixedWorld } from '../../../support/fixed-world.ts';
import { sampleCheckpoint, sampleNote } from '../../../support/sample-checkpoint.ts';
import { describe } from '../../../support/suite.ts';

const change = (path: string, added: number, removed: number): TreeChange => ({
  status: 'modified',
  path,
  added,
  removed,
});

function row(number: number, note: Partial<Note>, changes: readonly TreeChange[] = []): TimelineEntry {
  const entry = sampleCheckpoint(sampleNote(note), {
    number: checkpointNumber(number),
    tree: String(number % 10).repeat(40),
  });
  return { entry, since: { from: '0'.repeat(40), changes } };
}

const session = { agent: 'claude-code', id: '300f64aa-0000', context_tokens: 77, context_window: 100 };
const rows: readonly TimelineEntry[] = [
  row(31, { session, trigger: 'threshold', summary: 'Fix the flaky test of the watcher' }, [change('src/a.ts', 5, 0)]),
  row(30, { trigger: 'manual', summary: 'By hand' }),
  row(29, { session, trigger: 'turn', anchor: 'before git reset --hard', kept: true }, [change('b.ts', 1, 20)]),
  row(28, { trigger: 'restore', summary: 'Before restoring checkpoint 4' }),
];

function draw(columns: number | undefined, here?: WorkingTree, all = false): string {
  const write = () => true;
  const stdout = columns === undefined ? { write } : { write, isTTY: true, columns };
  const world = fixedWorld('/', { stdout, env: { NO_COLOR: '1' } });
  const renderer = timelineRenderer(here === undefined ? { all } : { here, all }, world);
  return renderer.part(rows) + renderer.end();
}

/** Without the times of day, which are the machine's. */
const timeless = (text: string) => text.replaceAll(/ · (today|yesterday|\d+ \w+)[^·\n]*(?= · )/g, '');

describe('a timeline', (it) => {
  it('folds a session together, with counts against the checkpoint before and why it was saved', () => {
    assert.equal(timeless(draw(undefined)).split('\n'), [
      'main · Claude Code 300f64 · 2 checkpoints',
      '○ 31  2h  ctx 77%       +5 -0   Fix the flaky test of the watcher                       a.ts',
      '★ 29  2h  before reset  +1 -20  Before `git reset --hard`: Implemented auth middleware  b.ts',
      'main · you · 1 checkpoint',
      '○ 30  2h  you           +0 -0   By hand',
      '  … 1 safety copy hidden (--all)',
      '',
    ]);
    assert.match(draw(undefined, undefined, true), /○ 28 .*safety copy .*Before restoring checkpoint 4/);
  });

  it('names the command that a checkpoint was saved before, at every width', () => {
    assert.match(draw(40), /^★ 29 {2}2h {2}Before `git reset --hard`/m);
    assert.match(draw(80), /^★ 29 {2}2h {2}before reset {2}.*Before `git reset --hard`/m);
  });

  it('marks the checkpoint that the working tree equals, or tells what none of them has', () => {
    const checkpoint = sampleCheckpoint(sampleNote());
    assert.match(draw(undefined, { branch: 'main', tree: '9'.repeat(40) }), /^@ 29 .*= working tree$/m);
    const edited = { branch: 'main', tree: 'e'.repeat(40), newest: { checkpoint, changes: [change('c.ts', 3, 1)] } };
    assert.match(draw(undefined, edited), /^@ +now {2}not saved +\+3 -1 +1 file changed since checkpoint 42 +c\.ts\n/);
  });

  it('is never wider than the screen', () => {
    for (let columns = 40; columns <= 200; columns += 1) {
      const edited = {
        branch: 'main',
        tree: 'e'.repeat(40),
        newest: { checkpoint: sampleCheckpoint(sampleNote()), changes: [change('c.ts', 3, 1)] },
      };
      for (const line of draw(columns, edited).split('\n'))
        assert.ok(textWidth(line) <= columns, `${columns}: ${line}`);
    }
  });

  it('shows what cannot be read, and its words drive no terminal', () => {
    const damaged: DamagedCheckpoint = { number: checkpointNumber(7), commit: '7'.repeat(40), damage: 'lost\u001b[2J' };
    const world = fixedWorld('/', { env: { NO_COLOR: '1' } });
    const drawn = timelineRenderer({ all: false }, world).part([
      { entry: damaged },
      row(6, {
        summary: 'evil\u001b]0;title\u0007\nline',
        context: { ...sampleNote().context, branch: 'b\u001b[31m' },
      }),
    ]);
    assert.match(drawn, /✗ 7 +damaged: lost\n/);
    assert.not.match(drawn, /\u001b/);
    assert.is(drawn.split('\n').length, 5);
  });
});

import * as assert from 'uvu/assert';
import type { Checkpoint } from '../../../src/core/checkpoint.ts';
import type { Note, Trigger } from '../../../src/core/note.ts';
import { planPrune } from '../../../src/repository/prune.ts';
import { sampleNote } from '../../support/sample-note.ts';
import { describe } from '../../support/suite.ts';

const now = new Date('2026-03-01T00:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

function checkpoint(number: number, days: number, more: Partial<Note> & { branch?: string } = {}): Checkpoint {
  const { branch = 'main', ...note } = more;
  const base = sampleNote({ created: daysAgo(days), trigger: 'turn', ...note });
  return {
    number: number as never,
    commit: '',
    tree: '',
    author: { name: 'A', email: 'a@b' },
    note: { ...base, context: { ...base.context, branch } },
    noteFrom: 'note',
  };
}

const removed = (checkpoints: readonly Checkpoint[], maxAuto = 2, cleanupAfterDays = 30) =>
  planPrune(checkpoints, { maxAuto, cleanupAfterDays, needed: new Set(['needed']) }, now).remove.map(
    ({ number, why }) => [number, why],
  );

describe('what prune removes', (it) => {
  it('is what is old, and what is too many on a branch', () => {
    const all = [checkpoint(1, 40), checkpoint(2, 20), checkpoint(3, 10), checkpoint(4, 5), checkpoint(5, 1)];
    assert.equal(removed(all), [
      [3, 'many'],
      [2, 'many'],
      [1, 'old'],
    ]);
  });

  it('is counted for each branch by itself', () => {
    const all = [
      checkpoint(1, 3),
      checkpoint(2, 3, { branch: 'a' }),
      checkpoint(3, 2),
      checkpoint(4, 2, { branch: 'a' }),
      checkpoint(5, 1),
    ];
    assert.equal(removed(all), [[1, 'many']]);
  });

  it('leaves as many as may stay, the newest among them', () => {
    const all = [1, 2, 3, 4, 5].map((number) => checkpoint(number, 1));
    for (const most of [1, 2, 3]) assert.is(all.length - removed(all, most).length, most);
  });

  it('is never what people made, kept or have not decided on, nor the newest', () => {
    const byPeople: Trigger[] = ['manual', 'mcp', 'phase', 'decision', 'shift'];
    const all = [
      ...byPeople.map((trigger, at) => checkpoint(at + 1, 400, { trigger })),
      checkpoint(10, 400, { kept: true }),
      checkpoint(11, 400, { pending: true }),
      checkpoint(12, 399),
    ];
    assert.equal(removed(all), []);
  });

  it('is what restores saved, when it is old or too many, and not because an agent made many turns', () => {
    const saved = [1, 2, 3].map((number) => checkpoint(number, 10, { trigger: 'restore' }));
    const turns = [5, 6, 7].map((number) => checkpoint(number, 5));
    assert.equal(removed([checkpoint(4, 50, { trigger: 'restore' }), ...saved, ...turns]), [
      [5, 'many'],
      [4, 'old'],
      [2, 'many'],
      [1, 'many'],
    ]);
  });

  it('is never what an undo still needs', () =>
    assert.equal(removed([checkpoint(1, 400, { trigger: 'restore', uid: 'needed' }), checkpoint(2, 1)]), []));

  it('is nothing while the clock is behind', () => {
    const plan = planPrune(
      [checkpoint(1, 50), checkpoint(2, -3)],
      { maxAuto: 1, cleanupAfterDays: 30, needed: new Set() },
      now,
    );
    assert.equal(plan, { remove: [], refused: 'clock' });
  });

  it('is not decided by age when that is off', () =>
    assert.equal(removed([checkpoint(1, 900), checkpoint(2, 1)], 5, 0), []));
});

import * as assert from 'uvu/assert';
import type { Trigger } from '../../../src/core/note.ts';
import { planRetention, type Retainable, type Retention } from '../../../src/repository/plan-retention.ts';
import { describe } from '../../support/suite.ts';

const now = new Date('2026-03-31T12:00:00Z');
const HOUR = 3_600_000;
const hoursAgo = (hours: number) => now.getTime() - hours * HOUR;
const daysAgo = (days: number) => hoursAgo(24 * days);

const settings: Retention = { keepHours: 48, cleanupAfterDays: 30, maxAuto: 0, needed: new Set(['needed']) };

function checkpoint(number: number, created: number, more: Partial<Retainable> = {}): Retainable {
  return {
    number: number as never,
    commit: `c${number}`,
    uid: `u${number}`,
    created,
    trigger: 'turn',
    branch: 'main',
    worktree: '/w',
    head: 'h',
    kept: false,
    pending: false,
    shared: false,
    summary: '',
    ...more,
  };
}

const removed = (all: readonly Retainable[], changed: Partial<Retention> = {}) =>
  planRetention(all, { ...settings, ...changed }, now).remove.map(({ number, why }) => [number, why]);

/** The newest of the branch, which always stays. */
const last = checkpoint(1000, hoursAgo(0));

describe('retention', (it) => {
  it('keeps all of the last hours', () => {
    const all = Array.from({ length: 47 * 6 }, (_, at) => checkpoint(at + 1, hoursAgo(47.5 - at / 6)));
    assert.equal(removed([...all, last]), []);
  });

  it('keeps the last of each hour for a week', () => {
    const hour = Math.floor(daysAgo(4) / HOUR) * HOUR;
    const all = [
      checkpoint(1, hour),
      checkpoint(2, hour + 1),
      checkpoint(3, hour + HOUR - 1),
      checkpoint(4, hour + HOUR),
    ];
    assert.equal(removed([...all, last]), [
      [1, 'hour'],
      [2, 'hour'],
    ]);
  });

  it('then keeps the last of each day, and after some days none', () => {
    const day = Date.parse('2026-03-10T00:00:00Z');
    const all = [
      checkpoint(1, daysAgo(31)),
      checkpoint(2, day),
      checkpoint(3, day + 5 * HOUR),
      checkpoint(4, day + 24 * HOUR),
    ];
    assert.equal(removed([...all, last]), [
      [1, 'old'],
      [2, 'day'],
    ]);
    assert.equal(removed([...all, last], { cleanupAfterDays: 0 }), [[2, 'day']]);
  });

  it('removes nothing twice as time goes by: what stays of a day is what stayed of an hour', () => {
    const made = Array.from({ length: 24 * 4 }, (_, at) => checkpoint(at + 1, daysAgo(6) + (at * HOUR) / 4));
    const young = new Set(removed([...made, last]).map(([number]) => number));
    const left = made.filter(({ number }) => !young.has(number));
    const later = new Date(now.getTime() + 10 * 24 * HOUR);
    const direct = planRetention([...made, last], settings, later).remove.map(({ number }) => number);
    const again = planRetention([...left, last], settings, later).remove.map(({ number }) => number);
    assert.equal(
      [...young, ...again].sort((one, other) => Number(one) - Number(other)),
      direct,
    );
  });

  it('never removes what people asked for, kept or have not decided on, what an undo needs, and what is shared', () => {
    const byPeople: Trigger[] = ['manual', 'mcp', 'phase', 'decision', 'shift'];
    const all = [
      ...byPeople.map((trigger, at) => checkpoint(at + 1, daysAgo(400), { trigger })),
      checkpoint(10, daysAgo(400), { kept: true }),
      checkpoint(11, daysAgo(400), { pending: true }),
      checkpoint(12, daysAgo(400), { uid: 'needed', trigger: 'restore' }),
      checkpoint(13, daysAgo(400), { shared: true }),
      last,
    ];
    assert.equal(removed(all, { maxAuto: 1 }), []);
    assert.equal(planRetention(all, settings, now).spare, []);
  });

  it('keeps the newest of each branch and worktree, and of each session', () => {
    const old = daysAgo(100);
    const all = [
      checkpoint(1, old, { branch: 'topic' }),
      checkpoint(2, old + 1, { branch: 'topic' }),
      checkpoint(3, old + 2, { session: 's1' }),
      checkpoint(4, old + 3, { session: 's1' }),
      checkpoint(5, old + 4, { session: 's2' }),
      checkpoint(6, old + 5, { worktree: '/other' }),
      checkpoint(7, old + 6),
      last,
    ];
    assert.equal(removed(all), [
      [1, 'old'],
      [3, 'old'],
      [7, 'old'],
    ]);
  });

  it('keeps the last before each commit and destructive command while the session is young', () => {
    const hour = Math.floor(daysAgo(5) / HOUR) * HOUR;
    const made = (session: string) => [
      checkpoint(1, hour, { session, head: 'a' }),
      checkpoint(2, hour + 1, { session, head: 'a' }),
      checkpoint(3, hour + 2, { session, head: 'b', anchor: 'before rm -rf src' }),
      checkpoint(4, hour + 3, { session, head: 'b' }),
      checkpoint(5, hour + 4, { session, head: 'b' }),
    ];
    assert.equal(removed([...made('s'), last]), [
      [1, 'hour'],
      [4, 'hour'],
    ]);
    const later = new Date(now.getTime() + 5 * 24 * HOUR);
    const gone = planRetention([...made('s'), last], settings, later).remove.map(({ number }) => number);
    assert.equal(gone, [1, 2, 3, 4] as never);
  });

  it('counts what restores saved by itself', () => {
    const hour = Math.floor(daysAgo(4) / HOUR) * HOUR;
    const all = [
      checkpoint(1, hour, { trigger: 'restore' }),
      checkpoint(2, hour + 1, { trigger: 'restore' }),
      checkpoint(3, hour + 2),
    ];
    assert.equal(removed([...all, last]), [[1, 'hour']]);
  });

  it('keeps no more on a branch than somebody said, however young', () => {
    const all = [1, 2, 3, 4, 5].map((number) => checkpoint(number, hoursAgo(10 - number), { session: `s${number}` }));
    for (const maxAuto of [1, 2, 3]) assert.is(removed(all, { maxAuto }).length, 5 - maxAuto);
    assert.equal(removed(all, { maxAuto: 4 }), [[1, 'many']]);
    const branches = all.map((one) => ({ ...one, branch: `b${one.number}` }));
    assert.equal(removed(branches, { maxAuto: 1 }), []);
  });

  it('says what may go where there is too little room, the oldest first', () => {
    const all = [
      checkpoint(1, hoursAgo(5)),
      checkpoint(2, hoursAgo(4), { kept: true }),
      checkpoint(3, hoursAgo(3)),
      last,
    ];
    assert.equal(planRetention(all, settings, now).spare, [1, 3] as never);
  });

  it('removes nothing while the clock is behind', () =>
    assert.equal(planRetention([checkpoint(1, daysAgo(50)), checkpoint(2, hoursAgo(-3))], settings, now), {
      remove: [],
      spare: [],
      refused: 'clock',
    }));
});

import * as assert from 'uvu/assert';
import { checkpointNumber } from '../../../src/core/number.ts';
import type { LocalRefs } from '../../../src/sync/local-refs.ts';
import { planSync, type SyncFilter, type SyncPlan } from '../../../src/sync/plan-sync.ts';
import type { RemoteRefs } from '../../../src/sync/remote-refs.ts';
import { describe } from '../../support/suite.ts';

const both: SyncFilter = { push: () => true, fetch: () => true };
const commit = (letter: string) => letter.repeat(40);

function side(
  checkpoints: Record<number, string>,
  ledger: { highWater?: number; dead?: Record<string, number> } = {},
): LocalRefs & RemoteRefs {
  const dead = Object.entries(ledger.dead ?? {}).map(([letter, number]) => [commit(letter), number] as const);
  return {
    checkpoints: new Map(
      Object.entries(checkpoints).map(([number, letter]) => [checkpointNumber(Number(number)), commit(letter)]),
    ),
    quarantined: [],
    tracked: true,
    state: { ledger: { value: { highWater: ledger.highWater ?? 0, dead: new Map(dead) } } },
  };
}

/** Numbers and letters, for short comparisons. */
function shown(numbered: Iterable<readonly [number, string]> | readonly { number: number; commit: string }[]): string {
  const pairs = [...numbered].map((one) => ('number' in one ? [one.number, one.commit] : one) as [number, string]);
  return pairs
    .sort((one, other) => one[0] - other[0])
    .map(([number, oid]) => `${number}${oid[0]}`)
    .join(' ');
}

/** What is here when a plan was carried out. */
function afterwards(local: LocalRefs, plan: SyncPlan): LocalRefs['checkpoints'] {
  const places = new Map(local.checkpoints);
  for (const { number, before, after } of plan.changes) {
    assert.is(places.get(number), before);
    if (after === undefined) places.delete(number);
    else places.set(number, after);
  }
  return places;
}

/** The same, in numbers and letters. */
function kept(local: LocalRefs, remote: RemoteRefs, filter = both): string {
  return shown(afterwards(local, planSync(local, remote, filter)));
}

describe('the plan of a sync', (it) => {
  it('keeps the numbers of a first push', () => {
    const plan = planSync(side({ 1: 'a', 2: 'b', 7: 'c' }), side({}), both);
    assert.is(shown(plan.outgoing), '1a 2b 7c');
    assert.is(plan.remoteLedger.highWater, 7);
    assert.equal(plan.renumbered, []);
  });

  it('moves only what was never shared, upwards and in order', () => {
    const local = side({ 41: 'a', 42: 'b', 43: 'c' });
    const plan = planSync(local, side({ 41: 'a', 42: 'x', 44: 'y' }, { highWater: 44 }), both);
    assert.is(shown(plan.outgoing), '45b 46c');
    assert.is(shown(afterwards(local, plan)), '41a 42x 44y 45b 46c');
    assert.equal(
      plan.renumbered.map(({ from, to }) => [from, to]),
      [
        [42, 45],
        [43, 46],
      ],
    );
  });

  it('gives no number out again that a dropped checkpoint had', () => {
    const plan = planSync(side({ 1: 'b' }), side({}, { highWater: 1, dead: { a: 1 } }), both);
    assert.is(shown(plan.outgoing), '2b');
  });

  it('drops here what was dropped elsewhere, and there what was dropped here', () => {
    const local = side({ 1: 'a', 2: 'b' }, { highWater: 3, dead: { c: 3 } });
    const remote = side({ 1: 'a', 3: 'c' }, { highWater: 3, dead: { b: 2 } });
    const plan = planSync(local, remote, both);
    assert.is(shown(plan.droppedHere), '2b');
    assert.is(shown(plan.droppedThere), '3c');
    assert.is(shown(afterwards(local, plan)), '1a');
    assert.equal([...plan.remoteLedger.dead.keys()], [commit('b'), commit('c')]);
  });

  it('does not tell others about drops of what was never shared', () => {
    const plan = planSync(side({ 1: 'a' }, { highWater: 2, dead: { c: 2 } }), side({}), both);
    assert.is(plan.remoteLedger.dead.size, 0);
  });

  it('finds a checkpoint that was pushed before a crash, and takes its new number over', () => {
    const local = side({ 42: 'b' });
    const plan = planSync(local, side({ 42: 'x', 45: 'b' }, { highWater: 45 }), both);
    assert.is(shown(plan.outgoing), '');
    assert.is(shown(afterwards(local, plan)), '42x 45b');
  });

  it('takes one of two numbers away that a crash left to one checkpoint', () => {
    assert.is(kept(side({ 42: 'b', 45: 'b' }), side({ 42: 'x' }, { highWater: 44 })), '42x 45b');
    assert.is(kept(side({ 42: 'b', 45: 'b' }), side({ 45: 'b' }, { highWater: 45 })), '45b');
    assert.is(kept(side({ 42: 'b', 45: 'b' }), side({ 42: 'b', 44: 'x' }, { highWater: 44 })), '42b 44x');
  });

  it('sends nothing and drops nothing there on a fetch', () => {
    const local = side({ 1: 'a' }, { dead: { c: 3 } });
    const plan = planSync(local, side({ 1: 'x', 3: 'c' }, { highWater: 3 }), { fetch: () => true });
    assert.is(shown(plan.outgoing) + shown(plan.droppedThere), '');
    assert.is(shown(afterwards(local, plan)), '1x 4a');
  });

  it('takes nothing over and drops nothing here on a push', () => {
    const local = side({ 1: 'a', 2: 'b' });
    const plan = planSync(local, side({ 1: 'x', 2: 'y' }, { highWater: 2, dead: { a: 9 } }), { push: () => true });
    assert.is(shown(afterwards(local, plan)), '1a 3b');
    assert.is(plan.localLedger.dead.size, 0);
  });

  it('leaves those that were not chosen where they are', () => {
    const local = side({ 1: 'a', 2: 'b' });
    const plan = planSync(local, side({}), { push: (number) => number === 2 });
    assert.is(shown(plan.outgoing), '2b');
    assert.is(shown(afterwards(local, plan)), '1a 2b');
  });

  it('passes over numbers of checkpoints that are not let in', () => {
    const plan = planSync(side({ 1: 'a' }), { ...side({}), quarantined: [checkpointNumber(9)] }, both);
    assert.is(shown(plan.outgoing), '10a');
  });

  it('changes nothing when both sides agree', () => {
    const same = side({ 1: 'a', 3: 'b' }, { highWater: 3, dead: { c: 2 } });
    const plan = planSync(same, same, both);
    assert.is(shown(plan.outgoing) + shown(plan.incoming) + shown(plan.droppedHere) + shown(plan.droppedThere), '');
    assert.equal(plan.remoteLedger, same.state.ledger.value);
    assert.equal(plan.localLedger, same.state.ledger.value);
  });

  it('knows what both sides have, whether it was decided about or not', () => {
    const local = side({ 1: 'a', 2: 'b', 3: 'c' }, { highWater: 3, dead: { d: 4 } });
    const plan = planSync(local, side({ 1: 'a', 2: 'x', 4: 'd', 5: 'e' }, { highWater: 5 }), both);
    const known = ['a', 'b', 'c', 'd', 'e', 'x'].filter((letter) => plan.isShared(commit(letter)));
    assert.equal(known, ['a', 'e', 'x']);
  });

  it('lets many clones agree, whatever they do and whoever comes first', () => {
    for (let seed = 1; seed <= 60; seed += 1) agreeAfterAll(seed);
  });
});

/** Five clones save, drop and sync at random in memory; in the end all hold the same, and no number was ever given to two. */
function agreeAfterAll(seed: number): void {
  let state = seed;
  const random = (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state % below;
  };
  let made = 0;
  let remote = side({});
  const given = new Map<number, string>();
  const clones = Array.from({ length: 5 }, () => side({}));
  const syncWith = (at: number) => {
    const local = clones[at] ?? side({});
    const plan = planSync(local, remote, both);
    for (const { number, commit: oid } of plan.outgoing) {
      assert.is(given.get(number), undefined);
      given.set(number, oid);
    }
    const there = new Map(remote.checkpoints);
    for (const { number, commit: oid } of plan.outgoing) there.set(number, oid);
    for (const { number } of plan.droppedThere) there.delete(number);
    remote = {
      checkpoints: new Map(there),
      quarantined: [],
      tracked: true,
      state: { ledger: { value: plan.remoteLedger } },
    };
    clones[at] = {
      checkpoints: afterwards(local, plan),
      quarantined: [],
      tracked: true,
      state: { ledger: { value: plan.localLedger } },
    };
  };
  for (let step = 0; step < 80; step += 1) {
    const at = random(clones.length);
    const { checkpoints, state: kept } = clones[at] ?? side({});
    const numbers = [...checkpoints].map(([number]) => number);
    const dice = random(10);
    if (dice < 5) {
      const next = checkpointNumber(Math.max(kept.ledger.value.highWater, ...numbers, 0) + 1);
      const oid = String(++made).padStart(40, '0');
      clones[at] = { checkpoints: new Map([...checkpoints, [next, oid]]), quarantined: [], tracked: true, state: kept };
    } else if (dice < 7 && numbers.length > 0) {
      const number = numbers[random(numbers.length)] ?? checkpointNumber(1);
      const rest = new Map(checkpoints);
      rest.delete(number);
      const dead = new Map([...kept.ledger.value.dead, [checkpoints.get(number) ?? '', Number(number)] as const]);
      const highWater = Math.max(kept.ledger.value.highWater, number);
      clones[at] = {
        checkpoints: new Map(rest),
        quarantined: [],
        tracked: true,
        state: { ledger: { value: { highWater, dead } } },
      };
    } else syncWith(at);
  }
  for (let at = 0; at < 10; at += 1) syncWith(at % 5);
  for (const { checkpoints } of clones) assert.is(shown(checkpoints), shown(remote.checkpoints));
}

import * as assert from 'uvu/assert';
import { chooseLevels } from '../../../../src/resume/pack/choose-levels.ts';
import type { Item, Level } from '../../../../src/resume/pack/level.ts';
import { describe } from '../../../support/suite.ts';

const level = (tokens: number, value: number): Level => ({
  name: `${tokens}`,
  entries: [],
  missing: '',
  cost: { tokens, chars: tokens * 3 },
  value,
  cut: '',
});
const item = (name: string, ...levels: Level[]): Item => ({
  section: 'decisions',
  name,
  count: 1,
  form: 'dashes',
  levels,
});
const names = (items: readonly Item[], tokens: number, chars = 100_000) =>
  chooseLevels(items, { tokens, chars }).map((choice) => choice.level?.name ?? '-');

describe('chooseLevels', (it) => {
  it('spends first where a token buys most', () => {
    assert.equal(names([item('a', level(50, 10)), item('b', level(50, 20))], 50), ['-', '50']);
  });

  it('prefers two short forms to one long one', () => {
    const items = [item('a', level(20, 10), level(80, 14)), item('b', level(20, 10), level(80, 14))];
    assert.equal(names(items, 100), ['80', '20']);
    assert.equal(names(items, 60), ['20', '20']);
  });

  it('fills what is left with a level that pays less but fits', () => {
    assert.equal(names([item('a', level(10, 5), level(40, 6), level(200, 50))], 60), ['40']);
  });

  it('holds the characters when the tokens would allow more', () => {
    assert.equal(names([item('a', level(30, 9)), item('b', level(30, 8))], 1000, 100), ['30', '-']);
  });

  it('chooses nothing where nothing fits', () => {
    assert.equal(names([item('a', level(30, 9)), item('b')], 10), ['-', '-']);
  });

  it('comes within one step of the best choice, over many small cases', () => {
    let state = 7;
    const draw = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most;
    for (let round = 0; round < 200; round++) {
      const items = Array.from({ length: 5 }, (_, index) =>
        item(`${index}`, level(1 + draw(30), 1 + draw(20)), level(31 + draw(30), 21 + draw(20))),
      );
      const got = chooseLevels(items, { tokens: 90, chars: 100_000 }).reduce(
        (sum, choice) => sum + (choice.level?.value ?? 0),
        0,
      );
      const step = Math.max(...items.flatMap(({ levels }) => levels.map(({ value }) => value)));
      assert.ok(got >= best(items, 90) - step, `round ${round}`);
    }
  });
});

function best(items: readonly Item[], room: number): number {
  const [first, ...rest] = items;
  if (first === undefined) return 0;
  const taken = first.levels
    .filter(({ cost }) => cost.tokens <= room)
    .map(({ cost, value }) => value + best(rest, room - cost.tokens));
  return Math.max(best(rest, room), ...taken);
}

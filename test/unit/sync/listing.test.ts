import * as assert from 'uvu/assert';
import { type CheckpointNumber, checkpointNumber } from '../../../src/core/number.ts';
import { Listing } from '../../../src/sync/listing.ts';
import { describe } from '../../support/suite.ts';

const oid = (value: number) => value.toString(16).padStart(40, '0');
const line = (number: number | string, commit: number, prefix = 'refs/checkpoints/') =>
  `${oid(commit)} ${prefix}${number}\n`;
const shown = (entries: Iterable<readonly [number, string]>) =>
  [...entries].map(([number, commit]) => `${number}:${Number.parseInt(commit, 16)}`).join(' ');

function listing(settled = '', recent = ''): Listing {
  return new Listing({ settled: () => settled, mentions: (id) => settled.includes(id), recent });
}

describe('a list of checkpoints', (it) => {
  it('passes over what is another tool’s, and numbers that nobody gave out', () => {
    const names = ['1', '02', 'x', '3/4', '100000001', '99999999999', '7'];
    const list = listing(names.map((name, at) => line(name, at + 1)).join('') + line('5', 9, 'refs/notes/'));
    assert.is(shown(list), '1:1 7:7');
    assert.is(list.highest, 7);
  });

  it('believes what is loose before what is packed', () => {
    const list = listing(line(1, 1) + line(10, 2) + line(2, 3), line(2, 9) + line(11, 4));
    list.delete(checkpointNumber(10));
    assert.is(shown(list), '1:1 2:9 11:4');
    assert.is(list.get(checkpointNumber(10)), undefined);
    assert.is(list.highest, 11);
    assert.is(shown(list.holding(new Set([oid(3), oid(9), oid(2)]))), '2:9');
  });

  it('does not read again what both sides agreed about', () => {
    const packed = line(1, 1) + line(10, 2) + line(2, 3);
    const lines = (recent: string, prefix = 'refs/checkpoints/') => ({
      settled: () => packed.replaceAll('refs/checkpoints/', prefix),
      mentions: (id: string) => packed.includes(id),
      recent,
      version: 'v1',
    });
    const theirs = 'refs/checkpoint-sync/origin/c/';
    const tracked = new Listing(lines('', theirs), { prefix: theirs });
    const agreed = new Listing(lines('')).agreementWith(tracked);
    assert.equal(agreed, { version: 'v1', highest: 10 });
    const unread = (recent: string) => ({ ...lines(recent), settled: () => assert.unreachable() as never });
    const [one, other] = [new Listing(unread(line(11, 5)), { agreed }), new Listing(unread(''), { agreed })];
    assert.is(shown(one.differingFrom(other)), '11:5');
    assert.is(shown(one.holding(new Set([oid(5), oid(6)]))), '11:5');
    assert.is(one.highest, 11);
    const later = new Listing({ ...lines(line(2, 4)), version: 'v2' }, { agreed });
    assert.is(shown(later.differingFrom(tracked)), '2:4');
    assert.is(shown(new Listing(lines(line(11, 2)), { agreed }).holding(new Set([oid(2)]))), '10:2 11:2');
  });

  it('finds the same differences as one who looks at every line', () => {
    let state = 7;
    const random = (below: number) => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return Math.floor((state / 2147483648) * below);
    };
    for (let round = 0; round < 200; round += 1) {
      const [one, other] = [0, 1].map(() => {
        const parts = [random(60), random(6)].map((most) =>
          Array.from({ length: most }, (_, at) => [checkpointNumber(at + 1 + random(3)), oid(random(2) + at)] as const),
        );
        const lines = (entries: readonly (readonly [number, string])[]) =>
          [...new Map(entries)].map(([number, commit]) => `${commit} refs/checkpoints/${number}\n`).join('');
        return { list: listing(...parts.map(lines)), truth: new Map<CheckpointNumber, string>(parts.flat()) };
      });
      if (one === undefined || other === undefined) throw new Error('two were made');
      const expected = [...one.truth].filter(([number, commit]) => other.truth.get(number) !== commit);
      assert.equal([...one.list.differingFrom(other.list)].sort(), expected.sort());
      assert.is(one.list.highest, Math.max(0, ...one.truth.keys()));
      const wanted = new Set([...other.truth.values()]);
      const held = [...one.truth].filter(([, commit]) => wanted.has(commit));
      assert.equal(one.list.holding(wanted).sort(), held.sort());
    }
  });
});

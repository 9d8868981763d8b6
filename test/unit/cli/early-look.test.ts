import { spawnSync } from 'node:child_process';
import * as assert from 'uvu/assert';
import { LOOK_END, LOOK_PIPE, LOOK_VARIABLE } from '../../../src/cli/early-look.ts';
import { describe } from '../../support/suite.ts';

interface Looked {
  readonly began: number | null;
  readonly told: string | null;
  readonly again: string | null;
  readonly left: string | null;
}

/** Runs what looks, and at the other end of a pipe somebody who takes it. */
function taken(looking: string, { launcher = '$$', pipe = `${LOOK_PIPE}<&0`, after = 0 } = {}): Looked {
  const taker = `"$0" --import tsx test/support/take-look.ts ${after}`;
  const script = `{ { ${looking}; } & } | ${LOOK_VARIABLE}=${launcher} ${taker} ${pipe}`;
  const run = spawnSync('sh', ['-c', script, process.execPath], { encoding: 'utf8' });
  assert.is(run.stderr, '');
  return JSON.parse(run.stdout);
}

const nothing = { began: null, told: null, again: null, left: null };

describe('the early look', (it) => {
  it('is what was told, once, and began before that', () => {
    const before = Date.now();
    const looked = taken(`printf '/root\\none two'; sleep 0.3; printf ${LOOK_END}`);
    assert.equal({ ...looked, began: null }, { ...nothing, told: 'one two' });
    // The kernel's clock for this goes in ticks.
    assert.ok(looked.began !== null && looked.began >= before - 20 && looked.began <= Date.now() - 300);
  });

  it('may be longer than a pipe holds', () => {
    const { told } = taken(`echo /root; head -c 300000 /dev/zero | tr '\\0' x; printf ${LOOK_END}`);
    assert.is(told, 'x'.repeat(300_000));
  });

  it('is none when it did not come to its end', () => {
    assert.is(taken("printf '/root\\none two'").told, null);
    assert.is(taken(`printf /root${LOOK_END}`).told, null);
    assert.is(taken('true').told, null);
  });

  it('is none for another working tree', () => {
    assert.is(taken(`printf '/root\\none${LOOK_END}'`).told, 'one');
    assert.is(taken(`printf '/root/below\\none${LOOK_END}'`).told, null);
    assert.is(taken(`printf '/other\\none${LOOK_END}'`).told, null);
  });

  it('is none for who asks late', () => {
    assert.is(taken(`printf '/root\\none${LOOK_END}'`, { after: 2100 }).told, null);
  });

  it('is none for a process further down, and where there is no pipe', () => {
    assert.equal(taken(`printf '/root\\none${LOOK_END}'`, { launcher: '1' }), nothing);
    assert.equal(taken(`printf '/root\\none${LOOK_END}'`, { pipe: `${LOOK_PIPE}<&-` }), nothing);
    assert.equal(taken(`printf '/root\\none${LOOK_END}'`, { pipe: `${LOOK_PIPE}</dev/null` }), nothing);
  });
});

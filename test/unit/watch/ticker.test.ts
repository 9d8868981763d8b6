import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { countedFrom, startTicker } from '../../../src/watch/ticker.ts';
import { describe } from '../../support/suite.ts';

/** Holds the thread, as a busy host would. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await sleep(5);
}

describe('ticker', (it) => {
  it('counts from its multiples, however late a tick comes', () => {
    assert.equal(
      [200, 199.5, 320, 399, 400, 950].map((now) => countedFrom(200, now, 200)),
      [200, 200, 200, 200, 400, 800],
    );
  });

  it('leaves out what was missed', async () => {
    let ticks = 0;
    const ticker = startTicker(600, () => (ticks += 1));
    block(1300);
    await sleep(1);
    ticker.stop();
    assert.is(ticks, 1);
  });

  it('ticks at once when the new interval is over already', async () => {
    let ticks = 0;
    const ticker = startTicker(3_600_000, () => (ticks += 1));
    await sleep(30);
    ticker.change(20);
    await until(() => ticks > 0);
    ticker.stop();
  });

  it('takes intervals that are longer than any timer', async () => {
    let ticks = 0;
    const ticker = startTicker(2 ** 40, () => (ticks += 1));
    await sleep(20);
    ticker.stop();
    assert.is(ticks, 0);
  });

  it('keeps no process alive', () => {
    const module = fileURLToPath(new URL('../../../src/watch/ticker.ts', import.meta.url));
    const script = `import { startTicker } from ${JSON.stringify(module)}; startTicker(3600000, () => {});`;
    const run = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      timeout: 20_000,
    });
    assert.is(run.status, 0, String(run.stderr));
  });
});

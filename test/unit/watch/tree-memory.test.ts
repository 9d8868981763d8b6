import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { treeMemory } from '../../../src/watch/tree-memory.ts';
import { describe } from '../../support/suite.ts';

describe('memory of a process tree', (it) => {
  it('counts grandchildren too', async () => {
    if (!existsSync('/proc/self/status')) return;
    const script = `const b = Buffer.alloc(64 << 20, 1); console.log(b.length); setInterval(() => b, 1000);`;
    const child = spawn('sh', ['-c', `"${process.execPath}" -e '${script}' & wait`], { detached: true });
    await once(child.stdout, 'data');
    const { heapUsed, rss } = treeMemory(child.pid ?? 0);
    process.kill(-(child.pid ?? 0));
    await once(child, 'exit');
    assert.ok(rss > 64 << 20, String(rss));
    assert.ok(heapUsed > 64 << 20 && heapUsed <= rss, String(heapUsed));
  });

  it('is nothing for a process that is gone', () => {
    assert.equal(treeMemory(2 ** 30), { heapUsed: 0, rss: 0 });
  });
});

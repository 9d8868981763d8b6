import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as assert from 'uvu/assert';
import { DEAD, isSameStart, ownStart, startOf, UNKNOWN_START } from '../../../src/local/process-start.ts';
import { describe } from '../../support/suite.ts';

const gone = 2 ** 22 + 1;

describe('the start of a process', (it) => {
  it('is told by ps where there is no /proc, and this process knows its own', () => {
    const told = startOf(process.pid, 'darwin');
    assert.match(told, /^\d{10}$/);
    assert.ok(isSameStart(told, ownStart('darwin'), 'darwin'));
    assert.is(startOf(gone, 'darwin'), UNKNOWN_START);
  });

  it('tells one that took the number of another from it', () => {
    const later = String(Number(ownStart('darwin')) + 3);
    assert.not.ok(isSameStart(startOf(process.pid, 'darwin'), later, 'darwin'));
    assert.not.ok(isSameStart('100', '101', 'linux'), 'the kernel counts exactly');
    assert.ok(isSameStart(UNKNOWN_START, '101', 'darwin'));
  });

  it('is not told on Windows', () => {
    assert.is(startOf(process.pid, 'win32'), UNKNOWN_START);
    assert.is(ownStart('win32'), UNKNOWN_START);
  });

  it('is that of a dead one while nobody asked how it ended', async () => {
    // The shell becomes a program that never asks about the child that the shell began; the child ends only after that, or the shell would ask.
    const parent = spawn('sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const child = Number(line.toString());
      for (let tries = 500; startOf(child, 'darwin') !== DEAD && tries > 0; tries -= 1)
        await new Promise((resolve) => setTimeout(resolve, 10));
      assert.is(startOf(child, 'darwin'), DEAD);
      assert.is(startOf(child), DEAD);
    } finally {
      parent.kill('SIGKILL');
    }
  });
});

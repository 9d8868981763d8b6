import { spawnSync } from 'node:child_process';
import * as assert from 'uvu/assert';
import { bundleEnv, CLI } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

/** Stands for the first process of a container: it waits for the hooks that it starts, and for nothing else. */
const FIRST = `
const { spawnSync } = require('node:child_process');
const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
const states = () => readdirSync('/proc').filter((name) => /^\\d+$/.test(name) && name !== '1').map((name) => {
  try { return readFileSync('/proc/' + name + '/stat', 'utf8').replace(/^.*\\) (.).*$/s, '$1'); } catch { return ''; }
}).filter((state) => state !== '');
const pause = new Int32Array(new SharedArrayBuffer(4));
for (let at = 0; at < 16; at += 1) {
  writeFileSync('a.txt', 'turn ' + at);
  const payload = { session_id: 's', hook_event_name: 'Stop', prompt_id: String(at), cwd: process.cwd() };
  spawnSync(process.execPath, [process.argv[1], 'hook', 'claude-code'], { input: JSON.stringify(payload), stdio: ['pipe', 'ignore', 'ignore'] });
  // The next turn begins when the save of this one has ended, however slow the machine is.
  for (let looks = 0; looks < 600 && states().some((state) => state !== 'Z'); looks += 1) Atomics.wait(pause, 0, 0, 50);
}
console.log(states().filter((state) => state === 'Z').length);
`;

describe('a container whose first process waits for nobody', (it) => {
  it('does not fill with ended programs, turn by turn', () =>
    withRepo((repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('first');
      const args = ['--pid', '--fork', '--mount-proc', process.execPath, '-e', FIRST, CLI];
      const run = spawnSync('unshare', args, { cwd: repo.root, env: bundleEnv(repo.env), encoding: 'utf8' });
      if (run.error !== undefined || run.stderr.startsWith('unshare:')) return;
      const left = Number(run.stdout);
      assert.ok(left <= 8, `${left} of 16 lie there`);
      assert.ok(repo.git('for-each-ref', 'refs/checkpoints').split('\n').length > 4);
    }));
});

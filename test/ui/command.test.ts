import * as assert from 'uvu/assert';
import { startCli } from '../support/start-cli.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

describe('git checkpoint ui', (it) => {
  it('prints its address, serves the built page to who has it, and ends with Ctrl-C', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('One');
      const started = startCli(repo, ['ui', '--no-open', '--read-only']);
      await started.until(/token=\S+\n/);
      const url = started.output.stdout.trim();
      const first = await fetch(url);
      assert.is(first.headers.get('set-cookie'), null, 'browsers send cookies to every port of this machine');
      const own = { 'git-checkpoint-token': new URL(url).searchParams.get('token') ?? '' };
      const get = (path: string) => fetch(new URL(path, url), { headers: own });
      assert.match(await (await get('/')).text(), '<div id="app">');
      const script = await (await get('/page.js')).arrayBuffer();
      assert.ok(script.byteLength > 50_000 && script.byteLength < 300_000, `the script has ${script.byteLength} bytes`);
      const overview = (await (await get('/api/overview')).json()) as { read_only: boolean; total: number };
      assert.equal([overview.read_only, overview.total], [true, 0]);
      const { origin } = new URL(url);
      const save = await fetch(new URL('/api/save', url), { method: 'POST', headers: { ...own, origin }, body: '{}' });
      assert.is(save.status, 409);
      assert.is(repo.git('for-each-ref', 'refs/checkpoints'), '');
      started.child.kill('SIGINT');
      assert.is(await started.ended, 0);
    }));
});

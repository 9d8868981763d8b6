import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { disownCheckpoints } from '../support/disown.ts';
import { withMcp } from '../support/mcp-client.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const read = (repo: TestRepo, path: string) => readFileSync(join(repo.root, path), 'utf8');

describe('restore_checkpoint', (it) => {
  it('carries out the plan that was shown, saves what was there, and is undone like any restore', () =>
    withRepo((repo) =>
      withMcp(repo, async ({ call }) => {
        repo.write('door.ts', 'one\n');
        await call('store_checkpoint', { summary: 'One' });
        repo.write('door.ts', 'two\n');
        repo.write('window.ts', 'new\n');
        const plan = (await call('restore_checkpoint', { id: 1 })).data;
        assert.is(read(repo, 'door.ts'), 'two\n');
        const answer = await call('restore_checkpoint', { id: 1, confirm: true, digest: plan.digest });
        assert.is(answer.isError, false, answer.text);
        assert.is(answer.data.restored, true);
        assert.is(answer.data.savedAs, 'CHECKPOINT-00002');
        assert.is(read(repo, 'door.ts'), 'one\n');
        assert.is(repo.git('show', 'refs/checkpoints/2:door.ts'), 'two');
        assert.is(repo.git('show', 'refs/checkpoints/2:window.ts'), 'new');
        assert.is((await call('verify_checkpoint', { id: 1 })).data.same, true);
        assert.is((await call('verify_checkpoint')).data.number, 1);
        assert.ok((await call('restore_checkpoint', { id: 1, confirm: true, digest: plan.digest })).isError);
        await checkpoint(repo, 'undo', '--yes');
        assert.is(read(repo, 'door.ts') + read(repo, 'window.ts'), 'two\nnew\n');
      }),
    ));

  it('does nothing when the working tree changed since the plan was shown', () =>
    withRepo((repo) =>
      withMcp(repo, async ({ call }) => {
        repo.write('door.ts', 'one\n');
        await call('store_checkpoint', { summary: 'One' });
        repo.write('door.ts', 'two\n');
        const { digest } = (await call('restore_checkpoint', { id: 1 })).data;
        assert.is((await call('restore_checkpoint', { id: 1 })).data.digest, digest);
        repo.write('door.ts', 'three\n');
        const refused = await call('restore_checkpoint', { id: 1, confirm: true, digest });
        assert.ok(refused.isError);
        assert.match(refused.text, /no longer/);
        assert.is(read(repo, 'door.ts'), 'three\n');
      }),
    ));

  it('restores only the paths that are named', () =>
    withRepo((repo) =>
      withMcp(repo, async ({ call }) => {
        repo.write('a/door.ts', 'one\n');
        repo.write('b/door.ts', 'one\n');
        await call('store_checkpoint', { summary: 'One' });
        repo.write('a/door.ts', 'two\n');
        repo.write('b/door.ts', 'two\n');
        const { digest, steps } = (await call('restore_checkpoint', { id: 1, paths: ['a/'] })).data;
        assert.equal(steps, [{ action: 'overwrite', path: 'a/door.ts' }]);
        const other = await call('restore_checkpoint', { id: 1, confirm: true, digest });
        assert.ok(other.isError);
        await call('restore_checkpoint', { id: 1, paths: ['a/'], confirm: true, digest });
        assert.is(read(repo, 'a/door.ts') + read(repo, 'b/door.ts'), 'one\ntwo\n');
      }),
    ));

  it('leaves it to the user to take configuration from somebody else', () =>
    withRepo((repo) => {
      repo.write('readme.md', 'x\n');
      repo.commit('Begin');
      const other = { GIT_AUTHOR_EMAIL: 'eve@example.com', GIT_COMMITTER_EMAIL: 'eve@example.com' };
      const byEve = withMcp(
        repo,
        async ({ call }) => {
          repo.write('.claude/settings.json', '{"hooks":{}}\n');
          await call('store_checkpoint', { summary: "Eve's" });
          repo.git('clean', '-fdq');
          disownCheckpoints(repo);
        },
        { env: other },
      );
      return byEve.then(() =>
        withMcp(repo, async ({ call }) => {
          assert.is((await call('list_checkpoints')).data.checkpoints[0].by, 'Ada Example <eve@example.com>');
          assert.is((await call('get_checkpoint', { id: 1 })).data.checkpoint.by, 'Ada Example <eve@example.com>');
          const plan = (await call('restore_checkpoint', { id: 1 })).data;
          assert.equal(plan.configuration, ['.claude/settings.json']);
          const refused = await call('restore_checkpoint', { id: 1, confirm: true, digest: plan.digest });
          assert.ok(refused.isError);
          assert.match(refused.text, /Only the user can allow this/);
          assert.not(existsSync(join(repo.root, '.claude/settings.json')));
        }),
      );
    }));
});

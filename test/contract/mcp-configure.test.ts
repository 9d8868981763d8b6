import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { withMcp } from '../support/mcp-client.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

const effective = async (repo: Parameters<typeof checkpoint>[0], key: string) =>
  (await checkpoint(repo, 'config', 'get', key)).trim();

describe('checkpoint_configure', (it) => {
  it("writes this repository's git config, or the user's settings file", () =>
    withRepo((repo) =>
      withMcp(repo, async ({ call }) => {
        await call('checkpoint_configure', { auto_checkpoint_on_clear: false, checkpoint_threshold_percent: 85 });
        assert.is(repo.git('config', '--local', 'checkpoint.autoCheckpointOnClear'), 'false');
        assert.is(await effective(repo, 'checkpoint_threshold_percent'), '85');

        const { data } = await call('checkpoint_configure', { scope: 'user', auto_resume_on_start: 'prompt' });
        assert.is(data.config.auto_resume_on_start, 'prompt');
        assert.is(data.hidden, undefined);
        const file = join(repo.env['XDG_CONFIG_HOME'] ?? '', 'git-checkpoint/config.yaml');
        assert.is(readFileSync(file, 'utf8'), 'hooks:\n  auto_resume_on_start: prompt\n');
        assert.is(await effective(repo, 'auto_resume_on_start'), 'prompt');
      }),
    ));

  it('leaves it to the user to switch all saving off everywhere', () =>
    withRepo((repo) =>
      withMcp(repo, async ({ call }) => {
        for (const settings of [{ save_each_turn: false }, { auto_checkpoint_on_clear: false }]) {
          const refused = await call('checkpoint_configure', { scope: 'user', ...settings });
          assert.is(refused.isError, true);
          assert.match(refused.text, 'is left to the user');
        }
        assert.is(await effective(repo, 'save_each_turn'), 'true');
        assert.is(await effective(repo, 'auto_checkpoint_on_clear'), 'prompt');
      }),
    ));

  it('lets checkpoints stay longer, and leaves it to the user to let them go sooner', () =>
    withRepo((repo) =>
      withMcp(repo, async ({ call }) => {
        for (const scope of ['repository', 'user']) {
          for (const settings of [{ cleanup_after_days: 29 }, { max_auto_summaries: 1000 }]) {
            const refused = await call('checkpoint_configure', { scope, save_each_turn: true, ...settings });
            assert.is(refused.isError, true, JSON.stringify(settings));
            assert.match(refused.text, 'would let checkpoints go sooner');
          }
        }
        assert.is(
          repo.tryGit('config', '--local', '--get-regexp', '^checkpoint').stdout,
          '',
          'nothing else was written',
        );
        await call('checkpoint_configure', { cleanup_after_days: 60, max_auto_summaries: 0 });
        assert.is(await effective(repo, 'cleanup_after_days'), '60');
        await call('checkpoint_configure', { cleanup_after_days: 0 });
        assert.is(await effective(repo, 'cleanup_after_days'), '0');
        assert.is((await call('checkpoint_configure', { cleanup_after_days: 36_500 })).isError, true);
        // What holds here says nothing about the other repositories of the user.
        repo.git('config', 'checkpoint.cleanupAfterDays', '7');
        const elsewhere = await call('checkpoint_configure', { scope: 'user', cleanup_after_days: 14 });
        assert.is(elsewhere.isError, true);
      }),
    ));

  it('says when something stronger hides what it wrote', () =>
    withRepo((repo) =>
      withMcp(
        repo,
        async ({ call }) => {
          repo.git('config', 'checkpoint.saveEachTurn', 'true');
          repo.git('config', 'checkpoint.cleanupAfterDays', '90');
          const inFile = await call('checkpoint_configure', { scope: 'user', cleanup_after_days: 60 });
          assert.is(inFile.data.config.cleanup_after_days, 90);
          assert.is(inFile.data.hidden[0].key, 'checkpoint.cleanup_after_days');
          assert.match(inFile.data.hidden[0].by, /^git config \(/);
          const inGit = await call('checkpoint_configure', { verify_before_clear: true });
          assert.is(inGit.data.config.verify_before_clear, false);
          assert.equal(inGit.data.hidden, [
            { key: 'hooks.verify_before_clear', by: 'environment (GIT_CHECKPOINT_VERIFY_BEFORE_CLEAR)' },
          ]);
        },
        { env: { GIT_CHECKPOINT_VERIFY_BEFORE_CLEAR: 'false' } },
      ),
    ));
});

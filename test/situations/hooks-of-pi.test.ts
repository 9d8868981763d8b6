import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as assert from 'uvu/assert';
import { checkpointCount, fire, journal } from '../support/hook-session.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

let clock = 0;

/** An event as our extension hands it over. */
const tell = (repo: TestRepo, hook_event_name: string, more = {}) => {
  clock += 1;
  return fire(repo, { hook_event_name, timestamp: `t${clock}`, ...more }, { agent: 'pi' });
};

/** A session that worked, was saved, and changed something since. */
async function withChange(repo: TestRepo): Promise<void> {
  repo.write('a.txt', 'one\n');
  repo.commit('begin');
  await tell(repo, 'SessionStart', { source: 'startup' });
  await tell(repo, 'UserPromptSubmit');
  repo.write('a.txt', 'two\n');
  await tell(repo, 'Stop', { last_assistant_message: 'Done.' });
  assert.is(checkpointCount(repo), 1);
  repo.write('a.txt', 'two\nthree\n');
}

const question = async (repo: TestRepo): Promise<string | undefined> =>
  JSON.parse((await tell(repo, 'BeforeClear')).stdout).question;

const newest = async (repo: TestRepo) => JSON.parse(await checkpoint(repo, 'list', '--json', '-n', '1'))[0];

describe('a clear that can be asked about', (it) => {
  it('is asked about when something changed since the last checkpoint', () =>
    withRepo(async (repo) => {
      await withChange(repo);
      assert.match((await question(repo)) ?? '', /^Work changed since checkpoint 1 .*Files changed: 1, Lines added: 1/);
      assert.match((await question(repo)) ?? '', /\nSave a checkpoint before clearing\?$/);
      assert.is(checkpointCount(repo), 1);
    }));

  it('is not asked about when all is saved, when nobody worked, or when the settings decide', () =>
    withRepo(async (repo) => {
      await withChange(repo);
      await checkpoint(repo, 'config', 'set', 'autoCheckpointOnClear', 'true');
      assert.is(await question(repo), undefined);
      await checkpoint(repo, 'config', 'set', 'autoCheckpointOnClear', 'prompt');
      await checkpoint(repo, 'save');
      assert.is(await question(repo), undefined);
      repo.write('a.txt', 'four\n');
      const fresh = await tell(repo, 'BeforeClear', { session_id: 'another' });
      assert.equal(JSON.parse(fresh.stdout), {});
    }));

  it('saves for good after yes', () =>
    withRepo(async (repo) => {
      await withChange(repo);
      await tell(repo, 'SessionEnd', { reason: 'clear', decision: 'y' });
      const { trigger, pending } = await newest(repo);
      assert.equal({ trigger, pending }, { trigger: 'clear', pending: false });
      assert.is(repo.git('show', 'refs/checkpoints/2:a.txt'), 'two\nthree');
    }));

  it('saves nothing after no', () =>
    withRepo(async (repo) => {
      await withChange(repo);
      await tell(repo, 'SessionEnd', { reason: 'clear', decision: 'n' });
      assert.is(checkpointCount(repo), 1);
    }));

  it('is saved and decided about later where nobody could be asked', () =>
    withRepo(async (repo) => {
      await withChange(repo);
      await tell(repo, 'SessionEnd', { reason: 'exit' });
      assert.is((await newest(repo)).pending, true);
      assert.is(journal(repo), '');
    }));
});

describe('the extension for Pi', (it) => {
  it('comes and goes without a trace beside entries of others', () =>
    withRepo(async (repo) => {
      const folder = join(repo.root, '.pi');
      const mine = '{\n  // mine\n  "mcpServers": { "other": { "command": "other" } },\n}\n';
      mkdirSync(folder);
      writeFileSync(join(folder, 'mcp.json'), mine);
      const installed = await runMain(repo, ['install', 'pi', '--project']);
      assert.match(installed.stderr, 'only after you trusted the project');
      assert.match(readFileSync(join(folder, 'mcp.json'), 'utf8'), /"checkpoint": \{/);
      const extension = join(folder, 'extensions', 'git-checkpoint.js');
      const copy = join(repo.home, 'extension.mjs');
      writeFileSync(copy, readFileSync(extension));
      assert.type((await import(pathToFileURL(copy).href)).default, 'function');
      assert.match((await runMain(repo, ['doctor'])).stdout, /Pi, project: 8 hooks in .*git-checkpoint\.js/);
      await checkpoint(repo, 'uninstall', 'pi', '--project');
      assert.is(readFileSync(join(folder, 'mcp.json'), 'utf8'), mine);
      assert.not(existsSync(join(folder, 'extensions')) || existsSync(join(folder, 'prompts')));
    }));

  it('stops a compaction whose save failed, where the settings say so', () =>
    withRepo(async (repo) => {
      await withChange(repo);
      await checkpoint(repo, 'config', 'set', 'blockUnsavedCompaction', 'true');
      rmSync(join(repo.root, '.git', 'refs', 'checkpoints'), { recursive: true });
      writeFileSync(join(repo.root, '.git', 'refs', 'checkpoints'), '');
      const answer = JSON.parse((await tell(repo, 'PreCompact', { trigger: 'manual' })).stdout);
      assert.is(answer.decision, 'block');
      assert.match(answer.reason, 'git-checkpoint stopped the compaction');
    }));

  it('tells how full the context is, and the agent is asked once', () =>
    withRepo(async (repo) => {
      await withChange(repo);
      const batch = (context_percent: number) => tell(repo, 'PostToolBatch', { context_percent });
      assert.is((await batch(65.2)).context, '');
      assert.match((await batch(81.9)).context, 'the context is 81% full');
      assert.is((await batch(82)).context, '');
      assert.is((await newest(repo)).trigger, 'threshold');
    }));
});

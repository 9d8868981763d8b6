import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as assert from 'uvu/assert';
import { fire, journal } from '../support/hook-session.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const SESSION = '1794901034332_6u961';

/** Lays a recorded session where Cline keeps it. */
function layTranscript(repo: TestRepo): string {
  const folder = join(repo.home, '.cline', 'data', 'sessions', SESSION);
  mkdirSync(folder, { recursive: true });
  const about = { session_id: SESSION, cwd: repo.root, metadata: { title: 'Greetings' } };
  writeFileSync(join(folder, `${SESSION}.json`), JSON.stringify(about));
  const path = join(folder, `${SESSION}.messages.json`);
  writeFileSync(path, readFileSync(new URL('../../fixtures/transcripts/cline/work.json', import.meta.url)));
  return path;
}

describe('the plugin for Cline', (it) => {
  it('comes and goes without a trace beside entries of others', () =>
    withRepo(async (repo) => {
      const servers = join(repo.home, '.cline', 'data', 'settings', 'cline_mcp_settings.json');
      const mine = '{\n  "mcpServers": { "other": { "command": "other" } }\n}\n';
      mkdirSync(dirname(servers), { recursive: true });
      writeFileSync(servers, mine);
      await checkpoint(repo, 'install', 'cline');
      await checkpoint(repo, 'install', 'cline', '--project');
      assert.match(readFileSync(servers, 'utf8'), /"checkpoint": \{/);
      const { stdout } = await runMain(repo, ['doctor']);
      assert.match(stdout, /Cline, user: 5 hooks in .*git-checkpoint\.js/);
      assert.match(stdout, /Cline, project: 5 hooks in .*git-checkpoint\.js/);
      const copy = join(repo.home, 'plugin.mjs');
      writeFileSync(copy, readFileSync(join(repo.root, '.cline', 'plugins', 'git-checkpoint.js')));
      const { default: plugin } = await import(pathToFileURL(copy).href);
      assert.equal(Object.keys(plugin.hooks), ['beforeRun', 'beforeModel', 'afterRun', 'beforeTool']);
      await checkpoint(repo, 'uninstall', 'cline');
      await checkpoint(repo, 'uninstall', 'cline', '--project');
      assert.is(readFileSync(servers, 'utf8'), mine);
      assert.not(existsSync(join(repo.root, '.cline')) || existsSync(join(repo.home, '.cline', 'plugins')));
    }));

  it('has turns saved with their words, and the next session resumes', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('begin');
      const transcript_path = layTranscript(repo);
      const tell = (hook_event_name: string, more = {}) =>
        fire(repo, { hook_event_name, session_id: SESSION, transcript_path, ...more }, { agent: 'cline' });
      await tell('SessionStart', { source: 'startup' });
      await tell('UserPromptSubmit');
      repo.write('a.txt', 'two\n');
      await tell('Stop', { last_assistant_message: 'Next: add a test for greet().' });
      const [saved] = JSON.parse(await checkpoint(repo, 'list', '--json'));
      assert.is(saved.session.agent, 'cline');
      const next = await tell('SessionStart', { session_id: 'next', source: 'startup', transcript_path: '' });
      assert.match(next.context, 'Write a greeting module');
      assert.match(next.context, 'More: `git checkpoint show 1`');
      assert.is(journal(repo), '');
    }));
});

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpointCount, fire, journal } from '../support/hook-session.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const fixture = new URL('../../fixtures/transcripts/opencode/compact.jsonl', import.meta.url).pathname;
const SESSION = 'ses_e17b18ee5ffeTMIf3wTBg2pmGb';

/** An event as our plugin hands it over. */
const tell = (repo: TestRepo, hook_event_name: string, more = {}) =>
  fire(
    repo,
    { hook_event_name, session_id: SESSION, transcript_path: fixture, prompt_id: 'msg_1', ...more },
    { agent: 'opencode' },
  );

/** Installs for the user, looks, and uninstalls. */
function comesAndGoes(agent: string, title: string): Promise<void> {
  return withRepo(async (repo) => {
    const env = { XDG_CONFIG_HOME: join(repo.home, 'config') };
    const folder = join(env.XDG_CONFIG_HOME, agent);
    const path = join(folder, `${agent}.json`);
    const mine = '{\n  // mine\n  "mcp": { "other": { "type": "local", "command": ["other", "mcp"] } },\n}\n';
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, mine);
    const run = async (...args: string[]) => (await runMain(repo, args, { env })).stdout;
    await run('install', agent);
    assert.match(readFileSync(path, 'utf8'), /"checkpoint": \{/);
    assert.match(readFileSync(join(folder, 'plugins', 'git-checkpoint.js'), 'utf8'), `const AGENT = "${agent}";`);
    assert.match(await run('doctor'), new RegExp(`${title}, user: 6 hooks in .*git-checkpoint\\.js`));
    await run('uninstall', agent);
    assert.is(readFileSync(path, 'utf8'), mine);
    assert.not(existsSync(join(folder, 'plugins')));
    assert.not(existsSync(join(folder, 'commands')));
  });
}

describe('the plugin for OpenCode', (it) => {
  for (const [agent, title] of [
    ['opencode', 'OpenCode'],
    ['kilo', 'Kilo'],
  ] as const)
    it(`comes and goes without a trace beside entries of others, in ${title}`, () => comesAndGoes(agent, title));

  it('leaves a file of that name alone that is not ours', () =>
    withRepo(async (repo) => {
      const path = join(repo.root, '.opencode', 'plugins', 'git-checkpoint.js');
      mkdirSync(join(repo.root, '.opencode', 'plugins'), { recursive: true });
      writeFileSync(path, 'export const Mine = async () => ({});\n');
      assert.match(await checkpoint(repo, 'install', 'opencode', '--project'), 'it is not ours');
      await checkpoint(repo, 'uninstall', 'opencode', '--project');
      assert.is(readFileSync(path, 'utf8'), 'export const Mine = async () => ({});\n');
    }));

  it('has turns saved with their words, and the pack handed over in one piece', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('begin');
      await tell(repo, 'SessionStart', { source: 'startup' });
      await tell(repo, 'UserPromptSubmit');
      repo.write('a.txt', 'two\n');
      await tell(repo, 'Stop', { prompt_id: 'msg_2', last_assistant_message: 'REPLY-TO-GAMMA' });
      const [saved] = JSON.parse(await checkpoint(repo, 'list', '--json'));
      assert.is(saved.session.agent, 'opencode');
      const next = await tell(repo, 'SessionStart', { session_id: 'ses_next', source: 'startup', transcript_path: '' });
      assert.match(next.context, 'Resumed from checkpoint: ');
      assert.match(next.context, 'More: `git checkpoint show 1`');
      assert.match(next.context, 'third prompt gamma');
      assert.is(journal(repo), '');
    }));

  it('has work saved before a command that may destroy it', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('begin');
      repo.write('a.txt', 'two\n');
      const tool = { tool_name: 'bash', tool_use_id: 'call_1' };
      await tell(repo, 'PreToolUse', { ...tool, tool_input: { command: 'ls' } });
      assert.is(checkpointCount(repo), 0);
      await tell(repo, 'PreToolUse', { ...tool, tool_input: { command: 'git reset --hard' } });
      assert.is(checkpointCount(repo), 1);
    }));
});

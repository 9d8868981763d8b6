import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

/** Settings of somebody else, by agent and path below the home. */
const foreign: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'copilot-cli': {
    '.copilot/hooks/git-checkpoint.json':
      '{"version": 1, "hooks": {"sessionStart": [{"type": "command", "bash": "true"}]}}',
    '.copilot/mcp-config.json': '{\n\t"mcpServers": {}\n}',
  },
  'qwen-code': { '.qwen/settings.json': '{\r\n  // mine\r\n  "hooks": {"Stop": []}\r\n}\r\n' },
  'kimi-code': {
    '.kimi-code/config.toml': 'default_model = "k2"\n\n[[hooks]]\nevent = "Stop"\ncommand = "true"',
    '.kimi-code/mcp.json': '{}',
  },
};

const read = (path: string) => readFileSync(path, 'utf8');

describe('installing for an agent with hooks of its own form', (it) => {
  for (const [agent, files] of Object.entries(foreign)) {
    it(`leaves the settings of ${agent} byte for byte as they were`, () =>
      withRepo(async (repo) => {
        for (const [name, text] of Object.entries(files)) {
          mkdirSync(dirname(join(repo.home, name)), { recursive: true });
          writeFileSync(join(repo.home, name), text);
        }
        await checkpoint(repo, 'install', agent);
        const installed = Object.keys(files).map((name) => read(join(repo.home, name)));
        assert.match(installed.join('\n'), ` hook ${agent}`);
        assert.match(await checkpoint(repo, 'install', agent), /nothing|already|up to date|same/i);
        assert.equal(
          Object.keys(files).map((name) => read(join(repo.home, name))),
          installed,
        );
        await checkpoint(repo, 'uninstall', agent);
        for (const [name, text] of Object.entries(files)) assert.is(read(join(repo.home, name)), text, name);
      }));
  }

  it('says that Kimi Code has no settings of a project', () =>
    withRepo(async (repo) => {
      const run = await runMain(repo, ['install', 'kimi', '--project']);
      assert.is(run.status, 129);
      assert.match(run.stderr, 'Kimi Code has no --project settings');
    }));
});

describe('the shared skill', (it) => {
  it('is installed on request, and removed with everything else', () =>
    withRepo(async (repo) => {
      const path = join(repo.home, '.agents', 'skills', 'checkpoint', 'SKILL.md');
      await checkpoint(repo, 'install', 'claude-code');
      assert.not(existsSync(path));
      await checkpoint(repo, 'install', '--skill');
      assert.match(read(path), /^---\nname: checkpoint\ndescription: .+\n---\n/);
      await checkpoint(repo, 'uninstall', '--skill');
      assert.not(existsSync(path));
      assert.ok(existsSync(join(repo.home, '.claude', 'settings.json')), 'agents keep theirs');
      await checkpoint(repo, 'install', '--skill');
      await checkpoint(repo, 'uninstall');
      assert.not(existsSync(path));
    }));
});

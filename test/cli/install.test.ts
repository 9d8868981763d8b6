import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, testRepo, withRepo } from '../support/with-repo.ts';

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const read = (path: string) => readFileSync(path, 'utf8');
const settingsOf = (repo: TestRepo) => join(repo.home, '.claude', 'settings.json');

/** Every file below a folder with its content, without what the tool keeps for itself. */
function everything(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !name.startsWith('.local') && !name.includes('.git/') && !lstatSync(join(folder, name)).isDirectory(),
  );
  return Object.fromEntries(names.sort().map((name) => [name, read(join(folder, name))]));
}

const mine = `{
    // colours of the night
    "theme": "dark",
    "hooks": {
        "Stop": [
            { "hooks": [{ "type": "command", "command": "say done" }] } // my own
        ],
        "Notification": []
    },
    "permissions": { "allow": ["Bash(ls:*)"] }
}
`;

describe('git checkpoint install', (it) => {
  it('writes where each agent was told to look', () =>
    withRepo(async (repo) => {
      const env = {
        CLAUDE_CONFIG_DIR: join(repo.home, 'one'),
        CODEX_HOME: join(repo.home, 'two'),
        GEMINI_CLI_HOME: join(repo.home, 'three'),
      };
      const run = await runMain(repo, ['install', 'claude-code', 'codex', 'gemini-cli'], { env });
      assert.is(run.status, 0, run.stderr);
      for (const path of ['one/settings.json', 'two/hooks.json', 'three/.gemini/settings.json'])
        assert.match(read(join(repo.home, path)), 'SessionStart');
      for (const folder of ['.claude', '.codex', '.gemini']) assert.not.ok(existsSync(join(repo.home, folder)));
    }));

  it('adds hooks, server and commands for Claude Code', () =>
    withRepo(async (repo) => {
      put(settingsOf(repo), '{"model": "opus"}\n');
      const output = await checkpoint(repo, 'install', 'claude-code');
      assert.match(output, /^Claude Code\n {2}.*\/\.claude\/settings\.json: changed\n/);
      const settings = JSON.parse(read(settingsOf(repo)));
      assert.is(settings.model, 'opus');
      assert.match(settings.hooks.SessionStart[0].hooks[0].command, / hook claude-code --part 1\/2$/);
      assert.is(settings.hooks.PreToolUse[0].matcher, 'Bash');
      assert.is(settings.hooks.SessionEnd[0].hooks[0].timeout, 10);
      assert.equal(JSON.parse(read(join(repo.home, '.claude.json'))).mcpServers.checkpoint.args.at(-1), 'mcp');
      assert.match(read(join(repo.home, '.claude', 'commands', 'checkpoint-save.md')), '$ARGUMENTS');
    }));

  it('names the program by its name where it is on the PATH', () =>
    withRepo(async (repo) => {
      const bin = join(repo.home, 'bin');
      put(join(bin, 'git-checkpoint'), '#!/bin/sh\n');
      chmodSync(join(bin, 'git-checkpoint'), 0o755);
      const run = await runMain(repo, ['install', 'claude-code'], { env: { PATH: `${bin}:${repo.env['PATH']}` } });
      assert.is(run.status, 0);
      const { hooks } = JSON.parse(read(settingsOf(repo)));
      assert.is(hooks.Stop[0].hooks[0].command, 'git-checkpoint hook claude-code');
    }));

  for (const [word, text] of [
    ['with comments and hooks of their own', mine],
    ['with Windows line ends', mine.replaceAll('\n', '\r\n')],
    ['on one line', '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}'],
    ['with a trailing comma and a byte order mark', '\ufeff{\n\t"a": 1,\n}'],
    ['that are empty', ''],
    ['that are an empty object', '{ }\n'],
    ['with empty hooks', '{\n  "hooks": {\n  }\n}'],
  ] as const) {
    it(`leaves settings ${word} byte for byte after uninstall`, () =>
      withRepo(async (repo) => {
        put(settingsOf(repo), text);
        put(join(repo.home, '.codex', 'config.toml'), 'model = "x"\n[features]\nhooks = true');
        put(join(repo.home, '.codex', 'hooks.json'), text);
        put(join(repo.home, '.gemini', 'settings.json'), text);
        const before = everything(repo.home);
        await checkpoint(repo, 'install');
        const installed = everything(repo.home);
        assert.not.equal(installed, before);
        assert.match(await checkpoint(repo, 'install'), /^(?:[A-Z].*\n|.*: up to date\n)+$/);
        assert.equal(everything(repo.home), installed);
        await checkpoint(repo, 'uninstall');
        assert.equal(everything(repo.home), before);
        assert.not.ok(existsSync(join(repo.home, '.claude', 'commands')));
      }));
  }

  it('keeps what the user changed between install and uninstall', () =>
    withRepo(async (repo) => {
      put(settingsOf(repo), mine);
      await checkpoint(repo, 'install', 'claude-code');
      writeFileSync(settingsOf(repo), read(settingsOf(repo)).replace('"dark"', '"light"'));
      await checkpoint(repo, 'uninstall', 'claude-code');
      assert.is(read(settingsOf(repo)), mine.replace('"dark"', '"light"'));
    }));

  it('keeps remarks that stand in brackets by themselves, after a change too', () =>
    withRepo(async (repo) => {
      const remarks = '{\n  "theme": "dark",\n  "hooks": { // none so far\n    "Stop": [/* nor here */]\n  }\n}\n';
      put(settingsOf(repo), remarks);
      await checkpoint(repo, 'install', 'claude-code');
      writeFileSync(settingsOf(repo), read(settingsOf(repo)).replace('"dark"', '"light"'));
      await checkpoint(repo, 'uninstall', 'claude-code');
      assert.is(
        read(settingsOf(repo)),
        '{\n  "theme": "light",\n  "hooks": { // none so far\n    "Stop": [/* nor here */\n    ]\n  }\n}\n',
      );
      put(settingsOf(repo), '{"hooks": { // none\n}}');
      await checkpoint(repo, 'install', 'claude-code');
      writeFileSync(settingsOf(repo), `${read(settingsOf(repo))}\n`);
      await checkpoint(repo, 'uninstall', 'claude-code');
      assert.is(read(settingsOf(repo)), '{"hooks": { // none\n  }}\n');
    }));

  it('replaces entries of an older version and keeps those of others', () =>
    withRepo(async (repo) => {
      const old = {
        hooks: { Stop: [{ hooks: [{ type: 'command', command: 'git checkpoint hook claude-code --old' }] }] },
      };
      put(settingsOf(repo), JSON.stringify(old));
      await checkpoint(repo, 'install', 'claude-code');
      const { hooks } = JSON.parse(read(settingsOf(repo)));
      assert.is(hooks.Stop.length, 1);
      assert.not.match(read(settingsOf(repo)), '--old');
    }));

  it('writes nothing when a file cannot be understood', () =>
    withRepo(async (repo) => {
      put(settingsOf(repo), '{ "hooks": ');
      const before = everything(repo.home);
      const run = await runMain(repo, ['install', 'claude-code']);
      assert.is(run.status, 128);
      assert.match(run.stderr, /settings\.json: line 1, column 12: expected a value\nhint: Nothing was written\./);
      assert.equal(everything(repo.home), before);
    }));

  it('writes nothing when a file is not text, and nothing when one cannot be written', () =>
    withRepo(async (repo) => {
      mkdirSync(dirname(settingsOf(repo)));
      writeFileSync(settingsOf(repo), Buffer.from([0x7b, 0xff, 0xfe, 0x7d]));
      const run = await runMain(repo, ['install', 'claude-code']);
      assert.is(run.status, 128);
      assert.match(run.stderr, /settings\.json cannot be read as UTF-8 text/);
      assert.not.ok(existsSync(join(repo.home, '.claude', 'commands')));
    }));

  it('says why a file cannot be read or written', () =>
    withRepo(async (repo) => {
      const told = async (options = {}) => (await runMain(repo, ['install', 'claude-code'], options)).stderr;
      mkdirSync(settingsOf(repo), { recursive: true });
      assert.match(await told(), /^fatal: cannot read .*\/settings\.json: EISDIR/);
      rmSync(dirname(settingsOf(repo)), { recursive: true });
      put(dirname(settingsOf(repo)), 'a file');
      assert.match(await told(), /^fatal: cannot write .*\/settings\.json: EEXIST/);
      rmSync(dirname(settingsOf(repo)));
      put(join(repo.home, 'state'), 'a file');
      await told({ env: { XDG_STATE_HOME: join(repo.home, 'state') } });
      assert.not(existsSync(dirname(settingsOf(repo))));
    }));

  it('tells programs what it did with each file', () =>
    withRepo(async (repo) => {
      const [{ agent, files }] = JSON.parse(await checkpoint(repo, 'install', 'claude-code', '--json'));
      assert.is(agent, 'claude-code');
      assert.equal(files[0], { path: settingsOf(repo), outcome: 'write' });
    }));

  it('writes nothing on a dry run and shows the changes', () =>
    withRepo(async (repo) => {
      put(settingsOf(repo), mine);
      const before = everything(repo.home);
      const output = await checkpoint(repo, 'install', 'claude-code', '--dry-run');
      assert.match(output, /^\+.*hook claude-code --part 2\/2/m);
      assert.equal(everything(repo.home), before);
    }));

  it('leaves a command file alone that is not its own', () =>
    withRepo(async (repo) => {
      const path = join(repo.home, '.claude', 'commands', 'checkpoint-save.md');
      put(path, 'Mine.\n');
      assert.match(await checkpoint(repo, 'install', 'claude-code'), 'checkpoint-save.md: left alone, it is not ours');
      await checkpoint(repo, 'uninstall', 'claude-code');
      assert.is(read(path), 'Mine.\n');
    }));

  it('does not define a server twice that the user of Codex defined', () =>
    withRepo(async (repo) => {
      const path = join(repo.home, '.codex', 'config.toml');
      put(path, '[mcp_servers.checkpoint]\ncommand = "mine"\n');
      assert.match(
        await checkpoint(repo, 'install', 'codex'),
        'left alone, it defines [mcp_servers.checkpoint] itself',
      );
      assert.is(read(path), '[mcp_servers.checkpoint]\ncommand = "mine"\n');
    }));

  it('adds no table to settings of Codex that could then not be read', () =>
    withRepo(async (repo) => {
      const path = join(repo.home, '.codex', 'config.toml');
      for (const [text, own] of [
        ['mcp_servers = { docs = { command = "docs" } }\n', 'mcp_servers'],
        ['model = "x"\n[mcp_servers]\ncheckpoint = { command = "mine" }\n', 'mcp_servers.checkpoint'],
        ['mcp_servers."checkpoint".command = "mine"\n', 'mcp_servers.checkpoint.command'],
        ["[ mcp_servers . 'checkpoint' ]\n", '[mcp_servers.checkpoint]'],
      ] as const) {
        put(path, text);
        assert.match(await checkpoint(repo, 'install', 'codex'), `left alone, it defines ${own} itself`);
        assert.is(read(path), text);
      }
      put(path, '[tools]\nmcp_servers = 1\n[mcp_servers.docs]\ncheckpoint = 1\n');
      assert.not.match(await checkpoint(repo, 'install', 'codex'), 'left alone');
    }));

  it('writes into the project when asked to', () =>
    withRepo(async (repo) => {
      await checkpoint(repo, 'install', 'claude-code', 'gemini', '--project');
      assert.ok(existsSync(join(repo.root, '.claude', 'settings.json')));
      assert.ok(existsSync(join(repo.root, '.mcp.json')));
      assert.is(
        JSON.parse(read(join(repo.root, '.gemini', 'settings.json'))).hooks.SessionEnd[0].hooks[0].timeout,
        10_000,
      );
      await checkpoint(repo, 'uninstall', '--project');
      assert.equal(repo.git('status', '--porcelain', '--ignored'), '');
    }));

  it('leaves the server of one installation there when another one comes and goes', () =>
    withRepo(async (repo) => {
      const path = join(repo.home, '.claude.json');
      const other = testRepo(repo.home, join(repo.home, 'other'));
      mkdirSync(other.root);
      other.git('init', '--quiet');
      put(path, '{"numStartups": 3}\n');
      const servers = () => {
        const { mcpServers = {}, projects = {} } = JSON.parse(read(path));
        return [...Object.keys(mcpServers), ...Object.keys(projects)];
      };
      await checkpoint(repo, 'install', 'claude-code', '--local');
      await checkpoint(other, 'install', 'claude-code', '--local');
      await checkpoint(repo, 'install', 'claude-code');
      assert.equal(servers(), ['checkpoint', repo.root, other.root]);
      const before = read(path);
      for (const scope of ['--local', '--user']) await checkpoint(repo, 'install', 'claude-code', scope);
      assert.is(read(path), before);
      await checkpoint(repo, 'uninstall', '--local');
      assert.equal(servers(), ['checkpoint', other.root]);
      await checkpoint(repo, 'uninstall');
      assert.equal(servers(), [other.root]);
      await checkpoint(other, 'uninstall', '--local');
      assert.is(read(path), '{"numStartups": 3}\n');
    }));

  it('keeps a link to settings that lie elsewhere', () =>
    withRepo(async (repo) => {
      put(join(repo.home, 'dotfiles', 'settings.json'), '{}\n');
      mkdirSync(join(repo.home, '.claude'));
      symlinkSync('../dotfiles/settings.json', settingsOf(repo));
      await checkpoint(repo, 'install', 'claude-code');
      assert.ok(lstatSync(settingsOf(repo)).isSymbolicLink());
      assert.match(read(join(repo.home, 'dotfiles', 'settings.json')), 'hook claude-code');
    }));

  it('keeps a link to settings that are not there yet', () =>
    withRepo(async (repo) => {
      mkdirSync(join(repo.home, 'dotfiles'));
      mkdirSync(join(repo.home, '.claude'));
      symlinkSync('../dotfiles/settings.json', settingsOf(repo));
      await checkpoint(repo, 'install', 'claude-code');
      assert.ok(lstatSync(settingsOf(repo)).isSymbolicLink());
      assert.match(read(join(repo.home, 'dotfiles', 'settings.json')), 'hook claude-code');
      await checkpoint(repo, 'uninstall', 'claude-code');
      assert.ok(lstatSync(settingsOf(repo)).isSymbolicLink());
      assert.not(existsSync(settingsOf(repo)));
    }));

  it('writes no file outside of a project that brings links along', () =>
    withRepo(async (repo) => {
      const outside = join(repo.home, 'outside');
      put(join(outside, 'hooks.json'), '{}\n');
      mkdirSync(join(repo.root, '.claude'));
      symlinkSync(join(repo.home, '.profile'), join(repo.root, '.claude', 'settings.json'));
      symlinkSync('/dev/zero', join(repo.root, '.claude', 'settings.local.json'));
      symlinkSync(outside, join(repo.root, '.codex'));
      const said = await checkpoint(repo, 'install', 'claude-code', 'codex', '--project');
      assert.match(said, /\.claude\/settings\.json: left alone, it leads out of this project/);
      assert.match(said, /\.codex\/hooks\.json: left alone/);
      assert.match(read(join(repo.root, '.mcp.json')), 'checkpoint');
      await checkpoint(repo, 'doctor');
      await checkpoint(repo, 'uninstall', '--project');
      assert.equal(readdirSync(outside), ['hooks.json']);
      assert.is(read(join(outside, 'hooks.json')), '{}\n');
      assert.not(existsSync(join(repo.home, '.profile')));
    }));

  it('says which scopes an agent has', () =>
    withRepo(async (repo) => {
      const run = await runMain(repo, ['install', 'codex', '--local']);
      assert.is(run.status, 129);
      assert.match(run.stderr, /Codex has no --local settings\nhint: Use --user or --project\./);
    }));

  it('says so when no agent is there', () =>
    withRepo(async (repo) => {
      const run = await runMain(repo, ['install'], { env: { PATH: '/nowhere' } });
      assert.is(run.status, 1);
      assert.match(run.stderr, 'no agent found');
    }));
});

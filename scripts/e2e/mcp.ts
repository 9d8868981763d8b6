/**
 * Runs the real Claude Code against a scripted model: the server connects (by .mcp.json and, where there is one, by the plugin), the
 * model calls store_checkpoint, the user types /clear, the model calls get_latest_checkpoint and store_checkpoint again. Checks
 * what reached the model. The first argument is the folder of the harness that has run-tmux.sh and an installed client, the second
 * the plugin's when it is not ./plugin.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CLI } from '../../test/support/run-cli.ts';
import { testRepo } from '../../test/support/with-repo.ts';

interface Way {
  readonly name: string;
  /** Before the tool's name, as Claude Code builds it. */
  readonly prefix: string;
  readonly files: Readonly<Record<string, object>>;
  readonly clientArguments: readonly string[];
}

const server = { command: 'git', args: ['checkpoint', 'mcp'] };

const byProject: Way = {
  name: '.mcp.json',
  prefix: 'mcp__checkpoint__',
  files: {
    '.mcp.json': { mcpServers: { checkpoint: server } },
    '.claude/settings.json': { enableAllProjectMcpServers: true, permissions: { allow: ['mcp__checkpoint'] } },
  },
  clientArguments: [],
};

/** The plugin without its hooks: what they save would come between. */
function byPlugin(folder: string): Way {
  const { name } = JSON.parse(readFileSync(join(folder, '.claude-plugin/plugin.json'), 'utf8'));
  const [serverName = ''] = Object.keys(JSON.parse(readFileSync(join(folder, '.mcp.json'), 'utf8')).mcpServers);
  const prefix = `mcp__plugin_${name}_${serverName}__`;
  return {
    name: 'the plugin',
    prefix,
    files: { '.claude/settings.json': { disableAllHooks: true, permissions: { allow: [prefix.slice(0, -2)] } } },
    clientArguments: ['--plugin-dir', folder],
  };
}

function scenario({ prefix }: Way): object {
  const load = (...tools: string[]) => ({
    tools: [{ name: 'ToolSearch', input: { query: `select:${tools.map((tool) => prefix + tool).join(',')}` } }],
  });
  const call = (tool: string, input: object) => ({ tools: [{ name: prefix + tool, input }] });
  const next = 'Set a to three';
  return {
    steps: [
      load('store_checkpoint'),
      call('store_checkpoint', { summary: 'Set a to two', current_task: 'Count up', next_actions: [next] }),
      { text: 'STORED-FIRST' },
      load('get_latest_checkpoint', 'store_checkpoint'),
      call('get_latest_checkpoint', {}),
      call('store_checkpoint', { summary: 'After clear' }),
      { text: 'STORED-SECOND' },
    ],
  };
}

const keys = `wait ❯ 30
sleep 3
send Please count up in a.ts
wait STORED-FIRST 40
send /clear
sleep 3
send Where did we stop?
wait STORED-SECOND 40
send /exit
exited 20
`;

interface ToolResult {
  readonly session: string;
  readonly text: string;
}

/** What the client sent to the model as results of our tools, in order, each once. */
function toolResults(out: string): ToolResult[] {
  const requests = readFileSync(join(out, 'requests.jsonl'), 'utf8').trim().split('\n');
  const seen = new Map<string, ToolResult>();
  for (const line of requests) {
    const { headers, body } = JSON.parse(line);
    const blocks = (body?.messages ?? []).flatMap((message: { content: unknown }) => message.content);
    for (const block of blocks) {
      if (block?.type !== 'tool_result' || seen.has(block.tool_use_id)) continue;
      const session = headers['x-claude-code-session-id'];
      seen.set(block.tool_use_id, { session, text: JSON.stringify(block.content) });
    }
  }
  return [...seen.values()].filter(({ text }) => text.includes('CHECKPOINT-'));
}

function check(claim: string, holds: boolean): void {
  process.stdout.write(`${holds ? 'ok  ' : 'FAIL'} ${claim}\n`);
  if (!holds) process.exitCode = 1;
}

function run(harness: string, way: Way): void {
  const base = mkdtempSync(join(tmpdir(), 'git-checkpoint-e2e-'));
  const [project, home, out, bin] = ['project', 'home', 'out', 'bin'].map((name) => join(base, name));
  if (project === undefined || home === undefined || out === undefined || bin === undefined) return;
  for (const folder of [project, home, out, bin]) mkdirSync(folder);
  writeFileSync(join(bin, 'git-checkpoint'), `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`);
  chmodSync(join(bin, 'git-checkpoint'), 0o755);
  const repo = testRepo(home, project);
  repo.git('init', '--quiet', '--initial-branch=main');
  repo.write('a.ts', 'export const a = 1;\n');
  repo.commit('Begin');
  repo.write('a.ts', 'export const a = 2;\n');
  for (const [path, content] of Object.entries(way.files)) repo.write(path, JSON.stringify(content));
  writeFileSync(join(base, 'scenario.json'), JSON.stringify(scenario(way)));
  writeFileSync(join(base, 'keys'), keys);
  const places = ['--project', project, '--home', home, '--out', out];
  const script = ['--scenario', join(base, 'scenario.json'), '--keys', join(base, 'keys')];
  const client = ['--', '--permission-mode', 'default', ...way.clientArguments];
  const env = { ...process.env, E2E_PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  const { status } = spawnSync(join(harness, 'run-tmux.sh'), [...places, ...script, ...client], {
    env,
    stdio: 'inherit',
  });
  check(`${way.name}: Claude Code ran to its end`, status === 0);
  judge(way, out, repo);
  if (process.exitCode === 1) process.stdout.write(`kept: ${base}\n`);
  else rmSync(base, { recursive: true, force: true });
}

function judge(way: Way, out: string, repo: ReturnType<typeof testRepo>): void {
  const [stored, latest, again] = toolResults(out);
  check(`${way.name}: the first checkpoint reached the model`, stored?.text.includes('CHECKPOINT-00001') === true);
  check(`${way.name}: /clear began another session`, latest !== undefined && latest.session !== stored?.session);
  const told = latest?.text ?? '';
  check(
    `${way.name}: after /clear the model read it back`,
    told.includes('Set a to two') && told.includes('Set a to three'),
  );
  check(`${way.name}: the second checkpoint reached the model`, again?.text.includes('CHECKPOINT-00002') === true);
  const note = repo.tryGit('notes', '--ref=checkpoints', 'show', 'refs/checkpoints/2').stdout;
  check(
    `${way.name}: it belongs to the session after /clear`,
    again !== undefined && new RegExp(`^ {2}id: "?${again.session}`, 'm').test(note),
  );
  check(`${way.name}: the file was captured`, repo.tryGit('show', 'refs/checkpoints/1:a.ts').stdout.includes('a = 2'));
}

const harness = process.argv[2];
if (harness === undefined || !existsSync(join(harness, 'run-tmux.sh'))) {
  process.stdout.write('skipped: name the folder of the harness (run-tmux.sh) as first argument\n');
} else {
  run(resolve(harness), byProject);
  const plugin = resolve(process.argv[3] ?? 'plugin');
  if (existsSync(join(plugin, '.mcp.json'))) run(resolve(harness), byPlugin(plugin));
  else process.stdout.write('skipped: there is no plugin with an MCP server here\n');
}

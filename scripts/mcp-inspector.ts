/**
 * Lists and calls everything that the MCP server offers through the real inspector's command line, in a throw-away repository.
 * Installs the inspector into a temporary folder; the first argument may name a folder that has it already.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLI } from '../test/support/run-cli.ts';
import { type TestRepo, withRepo } from '../test/support/with-repo.ts';

const calls: readonly (readonly [tool: string, ...args: string[]])[] = [
  ['store_checkpoint', 'summary=Begin', 'next_actions=["Go on"]', 'decisions=["Keep it small"]'],
  ['checkpoint_save', 'content=Second\n\nWith more words.'],
  ['get_latest_checkpoint'],
  ['get_checkpoint', 'id=CHECKPOINT-00001', 'path=door.ts'],
  ['list_checkpoints', 'limit=1'],
  ['checkpoint_list'],
  ['search_checkpoints', 'query=Keep it'],
  ['diff_checkpoint', 'from=1', 'to=2'],
  ['verify_checkpoint', 'id=latest'],
  ['resume_checkpoint'],
  ['checkpoint_resume', 'id=1'],
  ['restore_checkpoint', 'id=1'],
  ['checkpoint_configure', 'checkpoint_threshold_percent=80'],
];

function install(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-inspector-'));
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const run = spawnSync('npm', [...args, '@modelcontextprotocol/inspector'], { cwd: folder, encoding: 'utf8' });
  if (run.status === 0) return folder;
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`skipped: the inspector could not be installed: ${run.stderr.trim().split('\n')[0] ?? ''}\n`);
  return undefined;
}

/** Runs one method and answers its result; throws when the inspector or the tool says no. */
function inspect(repo: TestRepo, folder: string, args: readonly string[]): Record<string, unknown> {
  const bin = join(folder, 'node_modules/.bin/mcp-inspector');
  const run = spawnSync(bin, ['--cli', process.execPath, CLI, 'mcp', ...args], {
    cwd: repo.root,
    env: repo.env,
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`${args.join(' ')}: ${run.stderr || run.stdout}`);
  const result = JSON.parse(run.stdout);
  if (result.isError === true) throw new Error(`${args.join(' ')}: ${run.stdout}`);
  process.stdout.write(`ok   ${args.join(' ').replaceAll('\n', ' ')}\n`);
  return result;
}

function inspectAll(repo: TestRepo, folder: string): void {
  repo.write('door.ts', 'export const door = 1;\n');
  const listed = inspect(repo, folder, ['--method', 'tools/list'])['tools'] as { name: string }[];
  const missing = listed.filter(({ name }) => !calls.some(([tool]) => tool === name));
  if (missing.length > 0) throw new Error(`no call for ${missing.map(({ name }) => name).join(', ')}`);
  for (const [tool, ...args] of calls) {
    const given = args.length === 0 ? [] : ['--tool-arg', ...args];
    const result = inspect(repo, folder, ['--method', 'tools/call', '--tool-name', tool, ...given]);
    if (result['structuredContent'] === undefined) throw new Error(`${tool} has no structured content`);
  }
  inspect(repo, folder, ['--method', 'prompts/list']);
  inspect(repo, folder, ['--method', 'prompts/get', '--prompt-name', 'resume', '--prompt-args', 'id=1']);
  inspect(repo, folder, ['--method', 'resources/list']);
  inspect(repo, folder, ['--method', 'resources/templates/list']);
  inspect(repo, folder, ['--method', 'resources/read', '--uri', 'checkpoint://latest']);
}

const given = process.argv[2];
if (!existsSync(CLI)) throw new Error('run `npm run build` first');
const folder = given ?? install();
if (folder !== undefined) {
  try {
    await withRepo((repo) => inspectAll(repo, folder));
  } finally {
    if (given === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

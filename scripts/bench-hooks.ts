/**
 * Measures what each hook and the start of the MCP server cost their agent in a repository of 10,000 files, beside bare node, with a
 * transcript of 50 MB.
 * Prints a Markdown table. `--quick` uses few rounds.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { middle } from './bench/measure.ts';
import { benchEnv, benchRepository, change, reset } from './bench/repositories.ts';

const FILES = 10_000;
const TRANSCRIPT_BYTES = 50 * 1024 * 1024;
const rounds = process.argv.includes('--quick') ? 3 : 15;
const cli = resolve('dist/git-checkpoint.cjs');
const root = benchRepository(FILES, 'hooks');
const own = join(root, '.git', 'git-checkpoint');
const folder = mkdtempSync(join(tmpdir(), 'git-checkpoint-bench-'));
const transcript = join(folder, 'transcript.jsonl');
let serial = 0;

/** A long conversation, as Claude Code writes it down. */
function writeTranscript(): void {
  const turn = (at: number) => [
    {
      type: 'user',
      uuid: `u${at}`,
      parentUuid: at === 0 ? null : `a${at - 1}`,
      message: { role: 'user', content: `Step ${at}, please` },
    },
    {
      type: 'assistant',
      uuid: `a${at}`,
      parentUuid: `u${at}`,
      message: {
        id: `m${at}`,
        model: 'claude-opus-5-5',
        role: 'assistant',
        content: [{ type: 'text', text: `Step ${at} is done. ${'I looked at it from all sides. '.repeat(80)}` }],
        usage: { input_tokens: 90_000, output_tokens: 600 },
      },
    },
  ];
  let lines = '';
  writeFileSync(transcript, '');
  for (let at = 0, bytes = 0; bytes < TRANSCRIPT_BYTES; at += 1) {
    for (const record of turn(at)) lines += `${JSON.stringify({ ...record, sessionId: 'bench' })}\n`;
    if (lines.length < 1 << 20) continue;
    appendFileSync(transcript, lines);
    bytes += lines.length;
    lines = '';
  }
}

function run(args: readonly string[], input = ''): number {
  const began = performance.now();
  const env = { ...benchEnv(), CLAUDE_PID: String(process.pid) };
  const { status } = spawnSync(args[0] ?? '', args.slice(1), { cwd: root, env, input });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
  return performance.now() - began;
}

function fire(event: string, more: object = {}, ...args: string[]): number {
  serial += 1;
  const payload = { session_id: `bench-${serial}`, cwd: root, hook_event_name: event, prompt_id: `${serial}`, ...more };
  return run([cli, 'hook', 'claude-code', ...args], JSON.stringify(payload));
}

/** Waits for what goes on beside the agent: it is not part of what is measured, and must not disturb it. */
async function rested(): Promise<void> {
  const jobs = join(own, 'jobs');
  while (existsSync(join(own, 'saving')) || (existsSync(jobs) && readdirSync(jobs).length > 0)) await sleep(50);
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};

const tasks: Readonly<Record<string, () => number>> = {
  'bare node': () => run([process.execPath, '-e', '0']),
  'SessionStart, with the pack': () => fire('SessionStart', { source: 'startup' }, '--part', '1/2'),
  UserPromptSubmit: () => fire('UserPromptSubmit', { transcript_path: transcript }),
  PostToolBatch: () => fire('PostToolBatch', { transcript_path: transcript, tool_calls: [] }),
  'PreToolUse, a harmless command': () => fire('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } }),
  'PreToolUse, `git reset --hard`': () =>
    fire('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'git reset --hard' } }),
  'Stop, transcript of 50 MB': () => fire('Stop', { transcript_path: transcript, last_assistant_message: '' }),
  'PreCompact, transcript of 50 MB, waits for the save': () =>
    fire('PreCompact', { trigger: 'manual', transcript_path: transcript }),
  'SessionEnd, transcript of 50 MB, never read before': () =>
    fire('SessionEnd', { reason: 'clear', transcript_path: transcript }),
  'MCP server, `initialize` answered and ended': () => run([cli, 'mcp'], `${JSON.stringify(initialize)}\n`),
};

writeTranscript();
reset(root);
change(root, 3, FILES);
run([cli, 'save', '-m', 'bench', '--next', 'Go on']);
const times = new Map(Object.keys(tasks).map((name) => [name, [] as number[]]));
// Every event once a round, in turn: a machine's drifting load then falls on all alike. The first round warms the caches.
for (let round = -1; round < rounds; round += 1) {
  for (const [name, task] of Object.entries(tasks)) {
    for (const state of ['sessions', 'claims', 'transcripts'])
      rmSync(join(own, state), { recursive: true, force: true });
    change(root, 3, FILES);
    const took = task();
    if (round >= 0) times.get(name)?.push(took);
    await rested();
  }
}
const bare = times.get('bare node') ?? [];
process.stdout.write(`| ${FILES} files | ms, median | ms, least | over bare node |\n|---|---|---|---|\n`);
for (const [name, list] of times) {
  const over = middle(list.map((took, round) => took - (bare[round] ?? Number.NaN)));
  const figures = [middle(list), Math.min(...list), over].map((ms) => ms.toFixed(0));
  process.stdout.write(`| ${name} | ${figures.join(' | ')} |\n`);
}
reset(root);
rmSync(folder, { recursive: true, force: true });

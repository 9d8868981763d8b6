import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CliOptions, runCli } from './run-cli.ts';
import { runMain } from './run-main.ts';
import type { TestRepo } from './with-repo.ts';

export interface Fired {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What the model is told. */
  readonly context: string;
  /** What the user is told. */
  readonly notice: string;
}

type Payload = Readonly<Record<string, unknown>>;

/** Fires one event of an agent at the hook command in this process; saves beside it have ended when it answers. */
export async function fire(repo: TestRepo, payload: Payload, options: HookOptions = {}): Promise<Fired> {
  const { args, call } = callOf(repo, payload, options);
  // A still clock: how long a hook waits for its save must not depend on how busy this machine is.
  const at = new Date();
  const run = await runMain(repo, args, { ...call, now: () => at });
  return { ...run, ...said(run.stdout) };
}

/** Fires one event of an agent at the real command, as the agent would. */
export function fireProcess(repo: TestRepo, payload: Payload, options: HookOptions = {}): Fired {
  const { args, call } = callOf(repo, payload, options);
  const run = runCli(repo, args, call);
  return { ...run, ...said(run.stdout) };
}

export interface HookOptions extends CliOptions {
  readonly agent?: string;
  readonly args?: readonly string[];
}

function callOf(repo: TestRepo, payload: Payload, { agent = 'claude-code', args = [], ...options }: HookOptions) {
  const input = JSON.stringify({ cwd: options.cwd ?? repo.root, session_id: 'session-1', ...payload });
  const env = { CLAUDE_PID: String(process.pid), ...options.env };
  return { args: ['hook', agent, ...args], call: { input, ...options, env } };
}

function said(stdout: string): { context: string; notice: string } {
  if (!stdout.startsWith('{')) return { context: stdout, notice: '' };
  const answer = JSON.parse(stdout);
  return {
    context: answer.hookSpecificOutput?.additionalContext ?? answer.context ?? '',
    notice: answer.systemMessage ?? answer.notice ?? '',
  };
}

export const start = (source: string, session = 'session-1') => ({
  hook_event_name: 'SessionStart',
  source,
  session_id: session,
});
export const end = (reason: string, session = 'session-1') => ({
  hook_event_name: 'SessionEnd',
  reason,
  session_id: session,
});
export const prompt = (id: string) => ({ hook_event_name: 'UserPromptSubmit', prompt_id: id, prompt: 'Go on.' });
export const stop = (id: string) => ({ hook_event_name: 'Stop', prompt_id: id, last_assistant_message: '' });
export const bash = (command: string) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
  tool_use_id: command,
});

/** Waits until no save is under way or waits beside the agent. */
export async function settled(repo: TestRepo): Promise<void> {
  const own = join(repo.root, '.git', 'git-checkpoint');
  const busy = () =>
    existsSync(join(own, 'saving')) ||
    existsSync(join(own, 'retaining')) ||
    (existsSync(join(own, 'jobs')) && readdirSync(join(own, 'jobs')).length > 0);
  for (let waited = 0; busy(); waited += 20) {
    if (waited > 20_000) throw new Error('a save beside the agent did not end');
    await sleep(20);
  }
}

export function checkpointCount(repo: TestRepo): number {
  return repo.git('for-each-ref', 'refs/checkpoints').split('\n').filter(Boolean).length;
}

export function journal(repo: TestRepo): string {
  const path = join(repo.root, '.git', 'git-checkpoint', 'journal');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

import type { HostName } from './agent.ts';
import { type JsonObject, textAt } from './json-value.ts';

/** By what a program that runs hooks of Claude Code's settings shows that it is another. */
interface HostSign {
  readonly variable: string;
  readonly host: HostName;
  /** The variable holds the id of the session, so that one left by an outer agent can be told apart. */
  readonly namesSession?: boolean;
}

/** They send Claude Code's field names, and most of them set CLAUDE_PROJECT_DIR too. */
const signs: readonly HostSign[] = [
  { variable: 'GROK_SESSION_ID', host: 'grok', namesSession: true },
  { variable: 'QWEN_CODE_SESSION_ID', host: 'qwen-code', namesSession: true },
  { variable: 'COPILOT_CLI', host: 'copilot-cli' },
  { variable: 'DEVIN_PROJECT_DIR', host: 'devin' },
  { variable: 'CURSOR_VERSION', host: 'cursor' },
];

const CLAUDE_TRANSCRIPT = /[\\/]projects[\\/][^\\/]+[\\/][^\\/]+\.jsonl$/;

/**
 * The agent, other than Claude Code, that runs a hook of Claude Code's settings. Variables are inherited: whoever was started by
 * another agent has those of both, so the session in the payload decides where a variable names one.
 */
export function findHost(payload: JsonObject, env: Readonly<Record<string, string | undefined>>): HostName | undefined {
  const session = textAt(payload, 'session_id');
  const isClaude =
    (session !== '' && env['CLAUDE_CODE_SESSION_ID'] === session) ||
    CLAUDE_TRANSCRIPT.test(textAt(payload, 'transcript_path'));
  if (isClaude) return undefined;
  const shown = signs.filter(({ variable }) => env[variable]);
  const named = shown.find(({ variable, namesSession }) => namesSession && env[variable] === session);
  return (named ?? shown[0])?.host;
}

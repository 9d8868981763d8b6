/** Variables by which an agent tells the programs it starts that it runs them. */
const SIGNS: readonly (readonly [string, string])[] = [
  ['CLAUDE_CODE_SESSION_ID', 'claude-code'],
  ['CLAUDECODE', 'claude-code'],
  ['GEMINI_SESSION_ID', 'gemini-cli'],
  ['GEMINI_CLI', 'gemini-cli'],
  ['CODEX_THREAD_ID', 'codex'],
  // Set by our plugin.
  ['OPENCODE_SESSION_ID', 'opencode'],
];

/** The agent that started this program, where it says so. */
export function callingAgent(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return SIGNS.find(([variable]) => env[variable])?.[1];
}

/** What an agent is called and how it is started. */
interface AgentRow {
  /** Its name for people. */
  readonly title: string;
  /** Other spellings of its name that people and hooks use. */
  readonly aliases?: readonly string[];
  /** The program by which it is started. */
  readonly program: string;
  /** Arguments that go on with a session. */
  readonly goOn?: (session: string) => readonly string[];
  /** Arguments that begin a session on a terminal with a prompt, where the prompt alone means something else. */
  readonly begin?: (prompt: string) => readonly string[];
  /** Variables by which it tells the programs it starts that it runs them. */
  readonly signs: readonly string[];
  /** How it introduces itself to a server for MCP. */
  readonly mcpClient: RegExp;
}

/** Every agent that is served, in the order in which people read them. What else there is to an agent is in its folder in `agents`. */
const agentTable = {
  'claude-code': {
    title: 'Claude Code',
    aliases: ['claude'],
    program: 'claude',
    goOn: (session) => ['--resume', session],
    signs: ['CLAUDE_CODE_SESSION_ID', 'CLAUDECODE'],
    mcpClient: /^claude-code/i,
  },
  codex: {
    title: 'Codex',
    program: 'codex',
    goOn: (session) => ['resume', session],
    signs: ['CODEX_THREAD_ID'],
    mcpClient: /^codex/i,
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    aliases: ['gemini'],
    program: 'gemini',
    goOn: (session) => ['--resume', session],
    signs: ['GEMINI_SESSION_ID', 'GEMINI_CLI'],
    mcpClient: /^gemini-cli/i,
  },
  opencode: {
    title: 'OpenCode',
    program: 'opencode',
    goOn: (session) => ['--session', session],
    begin: (prompt) => ['--prompt', prompt],
    // Set by our plugin.
    signs: ['OPENCODE_SESSION_ID'],
    mcpClient: /^opencode/i,
  },
  kilo: {
    title: 'Kilo',
    program: 'kilo',
    goOn: (session) => ['--session', session],
    begin: (prompt) => ['--prompt', prompt],
    // Set by our plugin.
    signs: ['KILO_SESSION_ID'],
    mcpClient: /^kilo/i,
  },
  pi: {
    title: 'Pi',
    program: 'pi',
    goOn: (session) => ['--session', session],
    signs: ['PI_SESSION_ID', 'PI_CODING_AGENT'],
    mcpClient: /^pi(?:-coding-agent)?$/i,
  },
  cline: {
    title: 'Cline',
    program: 'cline',
    goOn: (session) => ['--id', session],
    begin: (prompt) => ['--tui', prompt],
    signs: ['CLINE_BUILD_ENV'],
    mcpClient: /cline/i,
  },
  'copilot-cli': {
    title: 'Copilot CLI',
    aliases: ['copilot'],
    program: 'copilot',
    goOn: (session) => ['--resume', session],
    begin: (prompt) => ['-i', prompt],
    signs: ['COPILOT_AGENT_SESSION_ID', 'COPILOT_CLI'],
    mcpClient: /copilot/i,
  },
  'kimi-code': {
    title: 'Kimi Code',
    aliases: ['kimi'],
    program: 'kimi',
    goOn: (session) => ['--session', session],
    begin: (prompt) => ['--prompt', prompt],
    signs: [],
    mcpClient: /^kimi/i,
  },
  'qwen-code': {
    title: 'Qwen Code',
    aliases: ['qwen'],
    program: 'qwen',
    goOn: (session) => ['--resume', session],
    begin: (prompt) => ['-i', prompt],
    signs: ['QWEN_CODE_SESSION_ID'],
    mcpClient: /^qwen/i,
  },
} as const satisfies Readonly<Record<string, AgentRow>>;

/** Agents whose sessions can be begun, gone on with and saved by hooks. */
export type ServedName = keyof typeof agentTable;

export const servedNames = Object.keys(agentTable) as readonly ServedName[];

const rows: Readonly<Record<ServedName, AgentRow>> = agentTable;

/** The name of an agent in any of its spellings; undefined for one that is not served. */
export function servedName(spelling: string): ServedName | undefined {
  return servedNames.find((name) => name === spelling || rows[name].aliases?.includes(spelling));
}

/** What the table says of an agent; undefined for one that is not served. */
export function agentRow(agent: string): AgentRow | undefined {
  const name = servedName(agent);
  return name === undefined ? undefined : rows[name];
}

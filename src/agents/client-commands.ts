import type { AgentName } from './agent.ts';

/** How a client is started from a terminal. */
interface ClientCommands {
  readonly program: string;
  /** Arguments that go on with a session. */
  readonly goOn: (session: string) => readonly string[];
  /** Arguments that begin a session on a terminal with a prompt, where the prompt alone means something else. */
  readonly begin?: (prompt: string) => readonly string[];
}

const clients: Readonly<Partial<Record<AgentName, ClientCommands>>> = {
  'claude-code': { program: 'claude', goOn: (session) => ['--resume', session] },
  codex: { program: 'codex', goOn: (session) => ['resume', session] },
  'gemini-cli': { program: 'gemini', goOn: (session) => ['--resume', session] },
  opencode: {
    program: 'opencode',
    goOn: (session) => ['--session', session],
    begin: (prompt) => ['--prompt', prompt],
  },
};

/** The command that goes on with a session of an agent; undefined for an agent without a command line. */
export function goOnCommand(agent: string, session: string): readonly string[] | undefined {
  const client = clients[agent as AgentName];
  return client === undefined ? undefined : [client.program, ...client.goOn(session)];
}

/** The command that begins a session with a prompt; `more` are the user's own arguments for the client. */
export function beginCommand(
  agent: string,
  prompt: string,
  more: readonly string[] = [],
): readonly string[] | undefined {
  const client = clients[agent as AgentName];
  if (client === undefined) return undefined;
  return [client.program, ...more, ...(more.length === 0 ? (client.begin?.(prompt) ?? [prompt]) : [prompt])];
}

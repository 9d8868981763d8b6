import type { AgentName } from './agent.ts';

/** How a client is started from a terminal. */
interface ClientCommands {
  /** Goes on with a session. */
  readonly goOn: (session: string) => readonly string[];
}

const clients: Readonly<Partial<Record<AgentName, ClientCommands>>> = {
  'claude-code': { goOn: (session) => ['claude', '--resume', session] },
  codex: { goOn: (session) => ['codex', 'resume', session] },
  'gemini-cli': { goOn: (session) => ['gemini', '--resume', session] },
};

/** The command that goes on with a session of an agent; undefined for an agent without a command line. */
export function goOnCommand(agent: string, session: string): readonly string[] | undefined {
  return clients[agent as AgentName]?.goOn(session);
}

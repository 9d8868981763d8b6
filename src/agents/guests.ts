import type { GuestName } from './agent.ts';
import type { AgentHooks } from './hook-event.ts';
import { commonEvents, type Dialect, parseCommon } from './hook-payload.ts';
import { type JsonObject, textAt } from './json-value.ts';

const dialect: Dialect = {
  events: { ...commonEvents, StopFailure: 'turn-end' },
  shells: ['Bash', 'bash', 'run_terminal_command', 'run_shell_command'],
};

const names: readonly GuestName[] = ['grok', 'devin', 'cursor'];

/**
 * Agents that run the hooks of Claude Code's settings and have none of their own here. Their files are saved under their own name;
 * their transcripts cannot be read, so they are not named, and they take no text for the model at a start.
 */
export const guests: readonly AgentHooks[] = names.map(guestHooks);

function guestHooks(agent: GuestName): AgentHooks {
  return {
    agent,
    room: { chars: 30_000, parts: 1 },
    endPatience: 600,
    projectVariable: 'CLAUDE_PROJECT_DIR',
    speaksAt: () => false,
    showsAt: () => false,
    parse(payload) {
      const event = parseCommon(withSession(payload), dialect);
      if (event === undefined) return undefined;
      const { transcript: _transcript, ...rest } = event;
      return rest;
    },
    // Silence before a tool is taken for a refusal by some.
    render: () => '{}\n',
  };
}

/** Cursor names a conversation, and a session only at its start and end. */
function withSession(payload: JsonObject): JsonObject {
  const session = textAt(payload, 'conversation_id') || textAt(payload, 'session_id');
  return { ...payload, session_id: session };
}

import { commandFields } from '../../src/agents/shell-reads.ts';
import type { Session, Step, ToolCall, Turn } from '../../src/core/session.ts';

/** A session of these turns, with everything else empty. */
export function sessionOf(turns: readonly Turn[], more: Partial<Session> = {}): Session {
  return {
    agent: 'claude-code',
    id: 'session-1',
    cwd: '/work/app',
    turns,
    todos: [],
    plans: [],
    answers: [],
    compactions: [],
    subagents: [],
    reading: { lines: 1, unknown: 0, malformed: 0, oversized: 0, bytes: 1 },
    ...more,
  };
}

/** A finished turn: what was asked, then texts and calls in order. */
export function turnOf(prompt: string, ...steps: readonly (string | ToolCall)[]): Turn {
  return { prompt, outcome: 'done', steps: steps.map(stepOf) };
}

function stepOf(step: string | ToolCall): Step {
  return typeof step === 'string' ? { kind: 'text', text: step } : { kind: 'tool', call: step };
}

export function ran(command: string, output = '', exitCode = 0): ToolCall {
  return {
    tool: 'Bash',
    action: 'command',
    paths: [],
    ...commandFields(command),
    exitCode,
    output,
    result: exitCode === 0 ? 'ok' : 'failed',
  };
}

export function edited(path: string, added = '', removed = ''): ToolCall {
  return { tool: 'Edit', action: 'edit', paths: [`/work/app/${path}`], result: 'ok', change: { added, removed } };
}

export function read(path: string, lines = '1-10'): ToolCall {
  return { tool: 'Read', action: 'read', paths: [`/work/app/${path}`], lines, result: 'ok' };
}

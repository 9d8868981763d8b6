import { keptText, LIMITS } from '../kept-text.ts';
import type { SessionDraft } from '../session-draft.ts';
import type { QueuedPrompt } from './queued.ts';
import type { ToolAnswer } from './tool-answer.ts';

/** A prompt and where it hangs. */
export interface PendingPrompt {
  readonly prompt: string;
  readonly time: string;
  readonly parent: string | null | undefined;
  /** The body of the command, which the client records behind it. */
  readonly orders?: string;
}

/** What the Claude Code reader remembers between records. */
interface ClaudeMemory {
  /** A slash command; it is a prompt when the model answers it. */
  pending?: PendingPrompt;
  /** Some record named its parent: without that, a missing parent says nothing. */
  chained?: boolean;
  /** The user named the session. */
  titled?: boolean;
  /** Which call started a task in the background, by the task's id; the newest. */
  tasks?: { task: string; call: string }[];
  /** How tasks were described whose ids are not known yet, by the call that creates them; the newest. */
  described?: { call: string; description: string }[];
  /** Answers of tools whose calls are not written down yet; the newest. */
  early?: ToolAnswer[];
  /** What the user typed while the agent worked, and no record of its own has shown yet; the newest. */
  queued?: readonly QueuedPrompt[];
  /** The file is a subagent's own transcript, or the session of a person. */
  sidechain?: boolean;
}

export function memoryOf(draft: SessionDraft): ClaudeMemory {
  return draft.state.own as ClaudeMemory;
}

const MAX_TASKS = 100;

/** A task's id comes with the result of the call that describes it. */
export function rememberDescription(draft: SessionDraft, call: string, description: string): void {
  const memory = memoryOf(draft);
  const kept = { call, description: keptText(description, LIMITS.todoDescription) };
  if (description !== '') memory.described = [...(memory.described ?? []), kept].slice(-MAX_TASKS);
}

/** A task in the background reports under its own id. */
export function rememberTask(draft: SessionDraft, task: string, call: string): void {
  const memory = memoryOf(draft);
  memory.tasks = [...(memory.tasks ?? []), { task, call }].slice(-MAX_TASKS);
}

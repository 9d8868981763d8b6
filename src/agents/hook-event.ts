import type { HostName } from './agent.ts';
import type { JsonObject } from './json-value.ts';

export const startSources = ['startup', 'resume', 'clear', 'compact', 'fork'] as const;
export type StartSource = (typeof startSources)[number];

/** Save before the clear, or clear without. */
export type Decision = 'save' | 'leave';

/** Something that happened in an agent, in words that all agents share. */
export type HookEvent = {
  /** The session, by the agent's own id. */
  readonly session: string;
  readonly transcript?: string;
  readonly cwd?: string;
  /** Equal for two deliveries of one event, different for two events. */
  readonly identity: string;
} & (
  | { readonly kind: 'session-start'; readonly source: StartSource }
  /** `decision`: what the user said when they were asked before it. */
  | { readonly kind: 'session-end'; readonly reason: string; readonly decision?: Decision }
  /** `percent`: how full the context is, where the agent tells. */
  /** `whole`: the prompt with all that the agent adds to it, where it takes that back with more. */
  | { readonly kind: 'prompt'; readonly percent?: number; readonly whole?: string }
  | { readonly kind: 'tools-done'; readonly percent?: number }
  | { readonly kind: 'before-command'; readonly command: string }
  /** `said`: the agent's last message, for the transcript may lag behind it. */
  | { readonly kind: 'turn-end'; readonly said: string; readonly percent?: number }
  | { readonly kind: 'before-compact'; readonly trigger: 'manual' | 'auto' }
  /** The session is about to be cleared, and the agent can still ask its user. */
  | { readonly kind: 'before-clear' }
  /** The agent itself says that its context is this full. */
  | { readonly kind: 'context-threshold'; readonly percent: number }
);

export type HookEventKind = HookEvent['kind'];

/** What a hook has to say. */
export interface HookAnswer {
  /** For the model; before a compaction, for the model that writes the summary. */
  readonly context?: string;
  /** For the person at the screen. */
  readonly notice?: string;
  /** Why the agent should not go on. Only a compaction can be stopped, and not in every agent. */
  readonly block?: string;
  /** What the user is asked before the session is cleared: to save, to go on without, or to stay. */
  readonly question?: string;
}

/** How an agent speaks to its hooks. One per agent, listed in `registry.ts`. */
export interface AgentHooks {
  readonly agent: HostName;
  /** The most that one hook entry can hand to the model, in UTF-16 units, and how many entries are installed. */
  readonly room: { readonly chars: number; readonly parts: number };
  /** How long a hook waits for its save at the end of a session, in milliseconds. The save goes on without it; a container may not. */
  readonly endPatience: number;
  /** Asks before compactions that mostly do not come: such a save must be rare and off the agent's path. */
  readonly announcesEveryRequest?: true;
  /** Prompts are no events: a session without one need not be one that was only opened and closed. */
  readonly hasNoPrompts?: true;
  /** A variable with the process number of the agent, in the environment of its hooks. */
  readonly processVariable?: string;
  /** A variable with the folder in which the session began, in the environment of its hooks. */
  readonly projectVariable?: string;
  /** A compaction drops what a start handed over, and no start follows: the next prompt takes its place. */
  readonly forgetsAtCompaction?: true;
  /** Not every payload names the transcript: it is looked for by the session's id. */
  readonly omitsTranscript?: true;
  /** At a clear the end of one session and the start of the next come at once. */
  readonly endsBesideStart?: true;
  /** Whether a transcript is of a subagent, for an agent that runs the same hooks in those. */
  isSubagents?(transcript: string): Promise<boolean>;
  /** Whether what a hook says to the model at this event reaches it. */
  speaksAt(kind: HookEventKind): boolean;
  /** Whether what a hook says to the user at this event is shown. */
  showsAt(kind: HookEventKind): boolean;
  /** Whether what a session start says to the model is dropped, so that it must wait for the next prompt. */
  dropsContext?(source: StartSource): boolean;
  /** The event in a payload; undefined when it does not concern us. Fails when it is no payload of this agent. */
  parse(payload: JsonObject): HookEvent | undefined;
  /** The answer in the agent's form; without an event, the form of having nothing to say. */
  render(event: HookEvent | undefined, answer: HookAnswer): string;
}

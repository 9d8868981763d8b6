/**
 * What an agent's transcript says, whichever agent wrote it. Adapters in `agents/` make it, `analysis/` reads it.
 * Everything is plain data, so that a digest can be kept between saves and read on from where it stopped.
 */
export interface Session {
  readonly agent: string;
  readonly agentVersion?: string;
  readonly id: string;
  readonly transcript?: string;
  readonly cwd?: string;
  readonly branch?: string;
  readonly model?: string;
  /** Whose transcript it is where nobody spoke to this agent but another: `the subagent /root/review of session 1`. */
  readonly subagent?: string;
  /** The name that the user or the agent gave the session. */
  readonly title?: string;
  /** ISO times of the first and the last record. */
  readonly started?: string;
  readonly ended?: string;
  readonly contextTokens?: number;
  readonly contextWindow?: number;
  readonly turns: readonly Turn[];
  /** The newest state of the agent's own task list, in its order. */
  readonly todos: readonly Todo[];
  /** How many open tasks that list has beyond these. */
  readonly todosLeftOut?: number;
  /** Tasks that were completed on lists which the agent has cleared or replaced since, oldest first. */
  readonly finished?: readonly string[];
  readonly plans: readonly Plan[];
  readonly answers: readonly Answer[];
  /** Summaries that the agent wrote when it compacted its context, oldest first. */
  readonly compactions: readonly string[];
  readonly subagents: readonly Subagent[];
  readonly reading: ReadingCounts;
}

/** One prompt and all that the agent did until the next. */
export interface Turn {
  /** What the person typed; empty when the transcript starts inside a turn. */
  readonly prompt: string;
  readonly time?: string;
  /** Assistant text in order, tool calls between. */
  readonly steps: readonly Step[];
  /** Ended by the user, by an error of the model API, or not at all. */
  readonly outcome: 'done' | 'interrupted' | 'api-error' | 'open';
  readonly error?: string;
  /** The client says when a turn ends, and has not said it of this one: its last words are not its answer. */
  readonly running?: true;
  /** What the command says that the prompt names, as the client put it before the agent; of the newest turn. */
  readonly orders?: string;
  /** It was sent in plan mode: the agent may edit nothing until a plan is approved. */
  readonly planning?: true;
  /** What the client wrote after it for a user who had gone away: what the session is about, and what is next. */
  readonly recap?: string;
  /** What the client showed of the agent's reasoning last, where the agent has not spoken since. */
  readonly thought?: Thought;
}

export interface Thought {
  readonly text: string;
  readonly time: string;
}

export type Step =
  | { readonly kind: 'text'; readonly text: string; readonly time?: string }
  | { readonly kind: 'tool'; readonly call: ToolCall; readonly time?: string };

/** What a tool call did, in the words that every agent shares. */
export interface ToolCall {
  readonly tool: string;
  readonly action: 'read' | 'edit' | 'command' | 'search' | 'agent' | 'plan' | 'question' | 'other';
  /** Absolute, or relative to the session's cwd, as the agent wrote it. */
  readonly paths: readonly string[];
  /** Line range of a read, such as `1-120`. */
  readonly lines?: string;
  readonly command?: string;
  /** Where a command began, where that is not the session's directory. */
  readonly cwd?: string;
  /** Files that a command shows, such as `sed -n '1,40p' FILE`. */
  readonly reads?: readonly FileRead[];
  readonly exitCode?: number;
  /**
   * `refused` when the user or a permission rule said no; `interrupted` when it was stopped and so says nothing about
   * what it did; `open` when there is no result yet.
   */
  readonly result: 'ok' | 'failed' | 'refused' | 'interrupted' | 'open';
  /** The result's text, cut to a few KB from both ends. Absent where a read, search or edit went well. */
  readonly output?: string;
  /** What an edit put in place of what, cut. */
  readonly change?: { readonly removed: string; readonly added: string };
  readonly description?: string;
}

export interface FileRead {
  readonly path: string;
  /** Such as `1-120`; `30-` goes to the end. Absent: all of it. */
  readonly lines?: string;
}

export interface Todo {
  readonly id?: string;
  readonly text: string;
  /** What the agent wrote about the task beside its title. */
  readonly description?: string;
  /** Who of a team has it; absent where nobody was named. */
  readonly owner?: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
}

export interface Plan {
  readonly text: string;
  readonly approved: boolean;
}

/** A question the agent put to the user; `answer` is absent while it is open. */
export interface Answer {
  readonly question: string;
  /** The name of what is asked, in a word or two. */
  readonly header?: string;
  readonly answer?: string;
  /** What the option that was picked was said to mean. */
  readonly meaning?: string;
  /** The call that asked: its turn, and which of the turn's calls it is, both from 1. */
  readonly asked?: { readonly turn: number; readonly call: number };
  /** What the user may pick, as long as the question is open. */
  readonly options?: readonly AnswerOption[];
}

/** One of the answers that a tool lets the user pick. */
export interface AnswerOption {
  readonly label: string;
  readonly description: string;
}

export interface Subagent {
  readonly description: string;
  /** What it was told to do, where that is more than the description. */
  readonly orders?: string;
  readonly result?: string;
  /** Files that it edited, as far as the transcript tells. */
  readonly edited?: readonly string[];
  /** Its own task list, as far as the transcript tells. */
  readonly todos?: readonly Todo[];
  /** How far one has come that did not report: files that it read, its last commands, what it said last. */
  readonly read?: readonly string[];
  readonly ran?: readonly string[];
  readonly said?: string;
}

/** How the reading went: what was understood, passed over, and broken. */
export interface ReadingCounts {
  readonly lines: number;
  readonly unknown: number;
  /** Kinds of the unknown ones; absent when there are none. */
  readonly kinds?: readonly { readonly kind: string; readonly count: number }[];
  readonly malformed: number;
  readonly oversized: number;
  readonly bytes: number;
  /** Turns and steps of a long session that were let go to keep its memory bounded, oldest first. */
  readonly letGo?: number;
}

/** A session that its agent can go on with, in the directory where it belongs. */
export interface SessionRef {
  readonly agent: string;
  readonly id: string;
  readonly cwd: string;
}

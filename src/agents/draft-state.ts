import type { Plan, ReadingCounts, Subagent, Thought, Todo, ToolCall, Turn } from '../core/session.ts';
import type { AskedQuestion } from './asked-question.ts';
import type { LeftOut } from './bound-todos.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export type DraftCall = Mutable<ToolCall>;

/** A step with what is needed to find it again: the record that made it, and the id its result will name. */
export type DraftStep =
  | { kind: 'text'; text: string; time?: string; source?: string }
  | { kind: 'tool'; call: DraftCall; time?: string; source?: string; id?: string };

/** A turn under way. Serials grow and are never reused, also when turns before it are let go. */
export interface DraftTurn {
  serial: number;
  prompt: string;
  time?: string;
  steps: DraftStep[];
  outcome: Turn['outcome'];
  error?: string;
  running?: true;
  orders?: string;
  planning?: true;
  recap?: string;
  thought?: Thought;
  /** Ids of the records that belong to it, the first and the newest: a rewind names one of them. */
  anchors: string[];
  /** The record before its prompt; a prompt with the same one takes this turn's place. Null at the root. */
  parent?: string | null;
  /** The task list as it was, when this turn changed it: a rewind brings it back. */
  todosBefore?: Todo[];
  todosLeftOutBefore?: LeftOut;
}

/** Something that a turn brought and that goes with it when the turn is rewound. */
type OfTurn<T> = Mutable<T> & { turn: number; id?: string };

interface DraftHead {
  id: string;
  agentVersion?: string;
  cwd?: string;
  branch?: string;
  model?: string;
  subagent?: string;
  title?: string;
  started?: string;
  ended?: string;
  contextTokens?: number;
  contextWindow?: number;
}

/** All that a reader remembers between two reads; plain data, bounded in size. */
export interface DraftState {
  head: DraftHead;
  turns: DraftTurn[];
  /** The user seems to have gone back to before this turn; the next record tells, until then it is kept but not shown. */
  leftFrom?: number;
  nextSerial: number;
  todos: Todo[];
  todosLeftOut?: LeftOut;
  /** Completed tasks that are no longer on the list. */
  finished: { turn: number; text: string }[];
  plans: OfTurn<Plan>[];
  answers: OfTurn<AskedQuestion>[];
  compactions: { turn: number; text: string }[];
  subagents: OfTurn<Subagent>[];
  counts: Mutable<ReadingCounts> & { letGo: number };
  stepsSinceFolding: number;
  /** What one agent's reader alone understands. */
  own: Record<string, unknown>;
}

export function emptyState(): DraftState {
  return {
    head: { id: '' },
    turns: [],
    nextSerial: 1,
    todos: [],
    finished: [],
    plans: [],
    answers: [],
    compactions: [],
    subagents: [],
    counts: { lines: 0, unknown: 0, malformed: 0, oversized: 0, bytes: 0, letGo: 0 },
    stepsSinceFolding: 0,
    own: {},
  };
}

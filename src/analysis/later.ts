import { type CommandKind, commandKind } from './command-kind.ts';
import { restatesGoal } from './prompt-kind.ts';
import { subjectWords } from './sentences.ts';
import type { CallView, SessionView, TurnView } from './session-view.ts';
import type { TaskList } from './task-list.ts';

/** What a session shows after a moment. */
export interface Later {
  /** Anything was asked or done. */
  readonly anything: boolean;
  /** The user's new goals that the agent has worked on, in the user's words. */
  readonly goals: readonly string[];
  /** Tests, builds and lints that ran; `passed` is said when one of them passed. */
  readonly checked: ReadonlySet<CommandKind | 'passed'>;
  /** The agent went on to another task of its list. */
  readonly listed: boolean;
  /** Tasks that are completed on the list. */
  readonly done: readonly string[];
}

export type FindLater = (moment: string | undefined) => Later;

export const nothingLater: FindLater = () => ({
  anything: false,
  goals: [],
  checked: new Set(),
  listed: false,
  done: [],
});

/** Fewer words are a remark on the work, no goal. */
const MIN_GOAL = 4;

/** Where a record has no time, all of another session came later, and nothing of the same. */
export function laterIn(view: SessionView, tasks: TaskList, sameSession: boolean): FindLater {
  const known = new Map<string | undefined, Later>();
  const find: FindLater = (moment) => {
    const isAfter = (time: string | undefined) =>
      time === undefined || moment === undefined ? !sameSession : Date.parse(time) > Date.parse(moment);
    const turns = view.turns.filter(({ turn, kind }) => kind !== 'nothing' && isAfter(turn.time));
    const calls = view.calls.filter(({ time }) => isAfter(time));
    return {
      anything: turns.length + calls.length > 0,
      goals: turns.filter((turn) => isGoal(turn) && turn.calls.some(isWork)).map(({ words }) => words),
      checked: new Set(calls.flatMap(checkIn)),
      listed: calls.some(({ call }) => call.action === 'plan'),
      done: tasks.done.map(({ text }) => text),
    };
  };
  return (moment) => {
    const later = known.get(moment) ?? find(moment);
    known.set(moment, later);
    return later;
  };
}

function isGoal({ kind, words }: TurnView): boolean {
  return kind === 'goal' && (subjectWords(words).size >= MIN_GOAL || restatesGoal(words));
}

/** More than looking around. */
export function isWork({ call: { action, command = '' } }: CallView): boolean {
  return action === 'edit' || action === 'agent' || (action === 'command' && commandKind(command) !== 'look');
}

function checkIn({ call, failed }: CallView): (CommandKind | 'passed')[] {
  const kind = commandKind(call.command ?? '');
  if (!['test', 'build', 'lint'].includes(kind)) return [];
  return call.result === 'ok' && !failed ? [kind, 'passed'] : [kind];
}

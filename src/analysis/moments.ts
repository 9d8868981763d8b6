import type { Step } from '../core/session.ts';
import type { SessionView } from './session-view.ts';

/** A place in a session: the turn, and the step of it; a prompt stands before the first step. */
export interface Moment {
  readonly turn: number;
  readonly step: number;
}

/** What was handed to the session before its first turn. */
export const BEFORE_ALL: Moment = { turn: 0, step: 0 };

export function isLater(one: Moment, other: Moment): boolean {
  return one.turn > other.turn || (one.turn === other.turn && one.step > other.step);
}

/** Every step of a session that a rule picks, with its place. */
export function stepsOf<T>(view: SessionView, pick: (step: Step) => readonly T[]): { at: Moment; what: T }[] {
  return view.turns.flatMap(({ number, turn }) =>
    turn.steps.flatMap((step, index) => pick(step).map((what) => ({ at: { turn: number, step: index }, what }))),
  );
}

import { isEdit, type SessionView, type TurnView } from './session-view.ts';

/** A plan that the user has not agreed to, and the turn in which the agent proposed it. */
export interface ProposedPlan {
  readonly text: string;
  readonly turn: number;
  readonly rejected: boolean;
}

/** The plan that the agent ended with, as long as the user has not approved it and nothing was changed since. */
export function findProposedPlan({ session, calls, turns }: SessionView): ProposedPlan | undefined {
  const at = calls.findLastIndex(({ call }) => /^exit_?plan_?mode$/i.test(call.tool));
  const [asked, plan] = [calls[at], session.plans.at(-1)];
  if (asked === undefined || plan === undefined || plan.approved || asked.call.result === 'ok') return undefined;
  const isOver = calls.slice(at + 1).some(isEdit) || hasReported(turns.slice(asked.turn));
  return isOver || plan.text === ''
    ? undefined
    : { text: plan.text, turn: asked.turn, rejected: asked.call.result !== 'open' };
}

/** The agent has answered what the user said after the plan. */
function hasReported(later: readonly TurnView[]): boolean {
  return later.some(({ finished, closing }) => finished && closing !== '');
}

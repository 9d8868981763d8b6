import { openSteps, stepsNaming } from './plan-steps.ts';
import { isEdit, type SessionView } from './session-view.ts';

/** The steps of the approved plan that nothing was done about yet. */
export function openPlanSteps(view: SessionView): string[] {
  const plan = view.session.plans.findLast((one) => one.approved);
  if (plan === undefined) return [];
  const reported = view.turns.flatMap(({ finished, closing, calls }) =>
    finished && calls.some(isEdit) ? [closing] : [],
  );
  return openSteps(plan.text, view.calls.filter(isEdit), reported.join('\n'));
}

/** The step of the approved plan that the agent is at: a turn that still runs has last edited a file that the step names. */
export function stepUnderWay({ session, turns, calls }: SessionView): string[] {
  const plan = session.plans.findLast((one) => one.approved);
  const [last, edit] = [turns.at(-1), calls.findLast(isEdit)];
  if (plan === undefined || edit === undefined || last?.finished !== false || edit.turn !== last.number) return [];
  return stepsNaming(plan.text, edit.paths).slice(-1);
}

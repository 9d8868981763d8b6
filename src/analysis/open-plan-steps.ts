import { openSteps } from './plan-steps.ts';
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

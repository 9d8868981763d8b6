import { ordersPlan } from './handed-plan.ts';
import { openSteps, stepsNaming } from './plan-steps.ts';
import { testsToUpdate } from './plan-tests.ts';
import { goodRunsOf } from './run-since.ts';
import { type CallView, isEdit, type SessionView, type TurnView } from './session-view.ts';

/** The steps of the approved plan that nothing was done about yet. */
export function openPlanSteps(view: SessionView): string[] {
  const plan = view.session.plans.findLast((one) => one.approved);
  if (plan === undefined) return [];
  const reported = view.turns.flatMap(({ finished, closing, calls }) =>
    finished && calls.some(isEdit) ? [closing] : [],
  );
  const edits = view.calls.filter((entry) => isEdit(entry) && !writesPlan(entry, plan.text));
  const ran = goodRunsOf(view).map(({ command }) => command);
  return [...openSteps(plan.text, { edits, ran, reported: reported.join('\n') }), ...testsToUpdate(plan.text, edits)];
}

/** Where clients keep the plans that they have the agent write. */
export const PLAN_FILE = /(?:^|\/)\.\w+\/plans\/[^/]+\.md$/;

/** The file of the approved plan, as far as the session wrote it. */
export function planFile({ calls }: SessionView): string | undefined {
  return calls
    .filter(isEdit)
    .flatMap(({ paths }) => paths)
    .findLast((path) => PLAN_FILE.test(path));
}

/** Whether the work on a plan begins with this turn. */
export function takesPlan({ turn, calls }: TurnView): boolean {
  return (
    ordersPlan(turn.prompt) || calls.some(({ call }) => /^exit_?plan_?mode$/i.test(call.tool) && call.result === 'ok')
  );
}

/** Whoever writes a plan down names all that it is about, and has done nothing of it. */
function writesPlan({ call, paths }: CallView, plan: string): boolean {
  const title = plan.slice(0, plan.indexOf('\n')).trim();
  return (
    paths.some((path) => PLAN_FILE.test(path)) ||
    (title.length >= MIN_TITLE && (call.change?.added ?? '').trimStart().startsWith(title))
  );
}

const MIN_TITLE = 12;

/** The step of the approved plan that the agent is at: a turn that still runs has last edited a file that the step names. */
export function stepUnderWay({ session, turns, calls }: SessionView): string[] {
  const plan = session.plans.findLast((one) => one.approved);
  const [last, edit] = [turns.at(-1), calls.findLast(isEdit)];
  if (plan === undefined || edit === undefined || last?.finished !== false || edit.turn !== last.number) return [];
  // Who writes a whole file has done there what the step asks for.
  if (edit.call.tool === 'Write') return [];
  return stepsNaming(plan.text, edit.paths).slice(-1);
}

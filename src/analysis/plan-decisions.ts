import { commonWords } from './answered-question.ts';
import { handedPlan } from './handed-plan.ts';
import { pointsBelow } from './listed-points.ts';
import { stepTitles } from './plan-steps.ts';
import { presentGoal } from './present-goal.ts';
import { cutWords, plainLine } from './sentences.ts';
import type { Item, SessionView, TurnView } from './session-view.ts';
import { choicesOf } from './user-choices.ts';
import { RULES } from './user-rules.ts';

/** `## Design Decisions (from user)` */
const DECIDED =
  /^(?:#{1,6} |\*\*)(?:(?:key|design|main|user|technical|architectur\w+|important) )*(?:decisions?|choices|constraints)(?: made| taken| so far)?(?: \([^)]{1,40}\))?(?:\*\*)?:?(?:\*\*)?$/i;

const MAX_POINTS = 12;

/** What approved plans settle: the decisions they list, else what they are called with their first steps. */
export function decidedByPlans(view: SessionView): Required<Item>[] {
  const overturned = new Set(
    view.turns.flatMap((turn) => choicesOf(turn).map((choice) => overturnedPlan(view, turn, choice))),
  );
  const approved = view.session.plans.filter((plan) => plan.approved && titleOf(plan.text) !== '');
  return approved.flatMap(({ text }, at): Required<Item>[] => {
    const from = { by: 'plan' as const };
    const points = pointsBelow(text, DECIDED).slice(0, MAX_POINTS);
    if (points.length > 0) return points.map((point) => ({ text: point, from }));
    // Rules that the plan lists are told as such.
    if (pointsBelow(text, RULES).length > 0) return [];
    // Who approves another plan works by that one.
    const isOver = at < approved.length - 1 || overturned.has(titleOf(text)) || isCarriedOut(view, text);
    return [{ text: `Approved plan: ${withSteps(text)}`, from: isOver ? { ...from, superseded: true } : from }];
  });
}

/** The turn that was to carry it out came to its end, and the user asked for something else. */
function isCarriedOut(view: SessionView, plan: string): boolean {
  const ordered = view.turns.findLast(({ turn }) => handedPlan(turn.prompt) === plan);
  return ordered?.finished === true && (presentGoal(view)?.number ?? 0) > ordered.number;
}

/** The title of the plan that was handed over before, when the words refuse what it is about; empty when they do not. */
export function overturnedPlan({ turns }: SessionView, { number }: TurnView, words: string): string {
  const refused =
    /\b(?:should not|shouldn['’]?t|must not|not|instead of) (.{2,80}?)(?:\b(?:but|instead)\b|[,.;]|$)/i.exec(
      words,
    )?.[1];
  if (refused === undefined) return '';
  const plan = turns
    .slice(0, number - 1)
    .map(({ turn }) => handedPlan(turn.prompt))
    .findLast((text) => text !== undefined);
  const title = plan === undefined ? '' : titleOf(plan);
  // `AppHeader` is about the header.
  return commonWords(title.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '), refused) > 0 ? title : '';
}

function titleOf(plan: string): string {
  const lines = plan.split('\n').filter((line) => line.trim() !== '');
  return plainLine(lines.find((line) => /^#/.test(line)) ?? lines[0] ?? '');
}

function withSteps(plan: string): string {
  // A heading that ends with a colon leaves its content below it.
  const steps = stepTitles(plan)
    .filter((step) => !/:\s*$/.test(step))
    .slice(0, 4);
  return steps.length === 0 ? titleOf(plan) : `${titleOf(plan)}: ${steps.map((step) => cutWords(step, 70)).join('; ')}`;
}

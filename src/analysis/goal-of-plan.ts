import { splitSentences } from './sentences.ts';
import { planTitle } from './title-of-work.ts';

const GOALS: readonly RegExp[] = [
  /\b(?:goal|aim|objective|purpose)s?\b(?: here| of this \w+)? (?:is|are)\b/i,
  /^(?:so )?(?:we|i) (?:want|need|(?:['’]re|are) (?:building|going to))\b/i,
  /\busers? (?:wants?|needs?)\b/i,
  /\b(?:changes|gaps|issues|problems|features|things|parts)\b[^.]*:$/i,
  /^(?:it|this|that|users?|we|they)\b[^.]{0,40}\bshould\b/i,
];

/** What a plan is called, with the sentence that says what it is for: what its background tells first is how things were. */
export function goalOfPlan(plan: string): string {
  const title = planTitle(plan);
  const goal = goalIn(background(plan));
  return goal === '' || title === '' ? title : `${title}: ${goal}`;
}

function goalIn(prose: string): string {
  const sentences = splitSentences(prose);
  const first = sentences.findIndex((sentence) => POINT.test(sentence));
  // A point of a list is a part of it.
  const above = first < 0 ? sentences : sentences.slice(0, first);
  const at = GOALS.map((pattern) => above.findIndex((sentence) => pattern.test(sentence))).find((one) => one >= 0);
  if (at === undefined) return '';
  const [goal = '', ...after] = sentences.slice(at);
  const end = after.findIndex((sentence) => !POINT.test(sentence));
  return goal.endsWith(':') ? [goal, ...after.slice(0, end < 0 ? after.length : end)].join(' ') : goal;
}

const POINT = /^(?:\d{1,2}[.)]|[-*•]) /;

const BACKGROUND =
  /^#{1,4} (?:\d+[.)] )?(?:context|background|goals?|overview|summary|problem|motivation|objectives?)\b[^\n]*$/im;

/** What stands below its first heading of that kind, until the next heading. */
function background(plan: string): string {
  const at = BACKGROUND.exec(plan);
  if (at === null) return '';
  const below = plan.slice(at.index + at[0].length);
  const next = below.search(/^(?:#{1,6} |---)/m);
  return next < 0 ? below : below.slice(0, next);
}

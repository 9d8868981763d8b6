import { commonTokens, MIN_COMMON, tokensOf } from './plan-present.ts';
import { headingTitle, stepTitles } from './plan-steps.ts';

/** What holds while the steps are done. */
const NEEDED =
  /^#{1,4} (?:\d{1,2}[.)] )?(?:assumptions?\b|(?:\w+ )?interfaces?\b|(?:key |design )*decisions?\b|constraints?|rules?|non-goals?|out of scope|what not\b|do not\b|don['’]t\b)/i;
/** How the result is tried. */
const CHECKS =
  /^#{1,4} (?:\d{1,2}[.)] )?(?:verification|verify|how to verify|testing|tests?(?: and \w+)? plan|acceptance)/i;
/** Why there is a plan, what was there before it, and what its steps say again. */
const AROUND =
  /^#{1,4} (?:\d{1,2}[.)] )?(?:context|background|problem|overview|summary|goals?|motivation|current|findings|root cause|analysis|(?:critical |key )?files?\b|(?:new|modified) files\b|existing|references?|概要|背景|前提|目的)/i;

/** After a heading or a line, in the place of what stands below it. */
const FOLDED = ' …';
/** What is left of an open step, and of what holds for all, before more is folded. */
const FEW_LINES = { step: 3, needed: 6 } as const;
/** A shorter plan is told with the steps that are done. */
const SHORT = 2500;

/** What is neither a step nor anything else is what the steps need: values, tables, rules, an order. */
type Use = 'done' | 'around' | 'checks' | 'other' | 'step' | 'needed' | 'present';

interface Section {
  readonly heading: string;
  readonly body: readonly string[];
  readonly use: Use;
  /** The place of an open step among those that are open. */
  readonly place: number;
}

/** Where the work on a plan stands: its open steps, and the names that the last commands use. */
export interface PlanNow {
  readonly open: readonly string[];
  readonly present: ReadonlySet<string>;
  readonly isRunning: boolean;
}

/**
 * A plan within a limit: what it says of its open steps stays, of those that are done the headings. Cut at its end it would lose the steps that
 * are left, and keep those that are done. The section that the last commands carry out is folded last of all.
 */
export function foldPlan(text: string, { open, present }: PlanNow, limit: number): string {
  const sections = withPresent(sectionsOf(text, open), present);
  const shown = new Map(sections.map((section) => [section, section.body.length]));
  const drawn = () => sections.flatMap((section) => linesOf(section, shown.get(section) ?? 0)).join('\n');
  // Of a plan without an open step nobody knows whether it was begun.
  const isUnderWay = text.length > SHORT && sections.some(({ use }) => use === 'step' || use === 'present');
  for (const { section, lines } of foldsOf(sections)) {
    if (drawn().length <= limit && !(isUnderWay && section.use === 'done')) break;
    if (section.heading !== '' && section.body.length > lines) shown.set(section, lines);
  }
  return drawn();
}

/** What to fold, and to how many lines, from what can be spared to what cannot: the nearest step stays longest. */
function foldsOf(sections: readonly Section[]): { readonly section: Section; readonly lines: number }[] {
  const of = (use: Use, lines: number) =>
    sections.filter((section) => section.use === use).map((section) => ({ section, lines }));
  // The farthest first.
  const steps = (lines: number) => of('step', lines).sort((one, other) => other.section.place - one.section.place);
  return [
    ...of('done', 0),
    ...of('around', 0),
    ...steps(FEW_LINES.step).slice(0, -1),
    ...of('other', FEW_LINES.needed),
    ...of('other', 0),
    ...of('checks', FEW_LINES.needed),
    ...of('needed', FEW_LINES.needed),
    ...steps(0).slice(0, -1),
    ...steps(FEW_LINES.step).slice(-1),
  ];
}

/** One section alone is what is done now: the one with most names of the last commands that few others have. */
function withPresent(sections: readonly Section[], present: ReadonlySet<string>): readonly Section[] {
  const tokens = sections.map(({ heading, body }) => tokensOf([heading, ...body].join('\n')));
  const isRare = (token: string) => tokens.filter((others) => others.includes(token)).length <= MAX_SECTIONS;
  const rare = new Set([...present].filter(isRare));
  const common = sections.map(({ heading, body }) => commonTokens([heading, ...body].join('\n'), rare));
  const most = Math.max(0, ...common);
  const isAlone = common.filter((count) => count === most).length === 1;
  if (most < MIN_COMMON || !isAlone) return sections;
  return sections.map((section, at) => (common[at] === most ? { ...section, use: 'present' } : section));
}

const MAX_SECTIONS = 2;

function linesOf({ heading, body }: Section, count: number): readonly string[] {
  const lines = heading === '' ? body.slice(0, count) : [heading, ...body.slice(0, count)];
  return count === body.length ? lines : [...lines.slice(0, -1), `${lines.at(-1)}${FOLDED}`];
}

/** A line across, between two parts. */
const RULE = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/;

function sectionsOf(text: string, open: readonly string[]): Section[] {
  const lines = text.split('\n').filter((line) => !RULE.test(line));
  const starts = [0, ...lines.flatMap((line, at) => (at > 0 && depthOf(line) > 0 ? [at] : []))];
  const steps = stepTitles(text);
  // What stands below a heading is of the same use, unless it is a step itself.
  let above: { depth: number; use: Use; place: number } = { depth: Number.POSITIVE_INFINITY, use: 'other', place: 0 };
  return starts.map((start, at) => {
    const first = lines[start] ?? '';
    const depth = depthOf(first);
    const body = lines.slice(depth > 0 ? start + 1 : start, starts[at + 1]);
    if (depth > 0 && (depth <= above.depth || above.use === 'other' || placeIn(steps, first) >= 0))
      above = { depth, ...useOf([first, ...body], open, steps) };
    return { heading: depth > 0 ? first : '', body, use: above.use, place: above.place };
  });
}

/** By its heading, or by the steps that it lists. */
function useOf(
  lines: readonly string[],
  open: readonly string[],
  steps: readonly string[],
): Pick<Section, 'use' | 'place'> {
  const [heading = ''] = lines;
  if (NEEDED.test(heading)) return { use: 'needed', place: 0 };
  if (CHECKS.test(heading)) return { use: 'checks', place: 0 };
  const place = lines.map((line) => placeIn(open, line)).find((found) => found >= 0);
  if (place !== undefined) return { use: 'step', place };
  if (placeIn(steps, heading) >= 0) return { use: 'done', place: 0 };
  return { use: AROUND.test(heading) ? 'around' : 'other', place: 0 };
}

function placeIn(steps: readonly string[], line: string): number {
  const title = headingTitle(line);
  return title === '' ? -1 : steps.findIndex((step) => step === title || step.startsWith(`${title}: `));
}

/** A number and bold words head the points below them. */
const NUMBERED_HEADING = /^\d{1,2}[.)] +\*\*/;
const DEEPEST = 5;

function depthOf(line: string): number {
  return NUMBERED_HEADING.test(line) ? DEEPEST : (/^#{1,4}(?= )/.exec(line)?.[0].length ?? 0);
}
